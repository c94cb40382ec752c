// SPDX-License-Identifier: Apache-2.0
import AccordCore
public import Testing

/// A trait that compares the requests of a hand-written test with a documented case. Create it with `.contract(_:_:)`.
///
/// While the test runs, ``Stub/current`` sends the documented responses, and the test checks the client's results. A
/// wrong, surplus or missing request is recorded as an issue at the line of the contract.
public struct ContractTrait: TestTrait, TestScoping {
    let path: String
    let caseID: String
    let source: String

    /// Runs the test with a new stub, and compares the requests of the test with the case.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let contract = ClientContract(reading: path, source: source)
        let script: FlowScript
        do {
            script = try contract.script(for: caseID)
        } catch {
            Issue.record(Comment(rawValue: error.description), sourceLocation: test.sourceLocation)
            return
        }
        let stub = Stub(conversation: Conversation(tokens: contract.tokens))
        stub.conversation.expect { script.answer($0) }
        defer { stub.close() }
        defer { contract.report(script.result) }
        let result: Result<Void, any Error>
        do {
            result = .success(try await Stub.$active.withValue(stub) { try await function() })
        } catch {
            result = .failure(error)
        }
        await stub.conversation.end()
        try result.get()
    }
}

extension Trait where Self == ContractTrait {
    /// Provides ``Stub/current`` with the responses of a case, and compares the test's requests with the case.
    ///
    /// ```swift
    /// @Test(.contract("Specs/todos.json", "login/creates a token")) func logsIn() async throws {
    ///     let client = APIClient(session: try Stub.current.urlSession)
    ///     #expect(try await client.login("dasdöm", "%&34").id == "1234567890")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the contract, relative to the root folder of the package.
    ///   - caseID: The id of a documented or derived case. The test may first send the requests of its `after` cases.
    ///   - source: The path of a file in the package.
    public static func contract(_ path: String, _ caseID: String, source: String = #filePath) -> Self {
        ContractTrait(path: path, caseID: caseID, source: source)
    }
}

extension ClientContract {
    /// Returns the responses that the test receives: those of the cases that must run first, followed by those of the
    /// case itself.
    func script(for id: String) throws(DescribedError) -> FlowScript {
        guard let plan else { throw DescribedError(problem ?? "the contract can't be used") }
        guard let planned = plan[id] else {
            let known = plan.cases.filter { $0.appliesTo != .server }.map(\.id)
            let advice = Suggestion.advice(for: id, in: known) ?? ""
            throw DescribedError("\(plan.contract.file) has no case “\(id)”. \(advice)")
        }
        if planned.appliesTo == .server { throw DescribedError("the case “\(id)” is for servers, not for clients") }
        if !planned.atOnce.isEmpty { throw DescribedError("“\(id)”: \(CallsAtOnce.reason)") }
        if let reason = planned.notApplicable { throw DescribedError("“\(id)”: \(reason)") }
        do {
            let members = planned.producers + [planned]
            let attempts = try members.map { member throws(SubstitutionError) in try Attempt(member) }
            return FlowScript(attempts, router: Router([plan.contract]))
        } catch {
            throw DescribedError("“\(id)”: \(error.finding.message)")
        }
    }
}

/// The responses for a test that may send its requests in any order. Each request gets the next unused response of its
/// operation.
///
/// The test may omit the requests of the cases in `after`, but not the requests of the case itself.
final class FlowScript: Sendable {
    /// The replies that no request has got yet, with the index of their call.
    private typealias Waiting = [(attempt: Int, operation: String, reply: StubReply)]

    private let attempts: [Attempt]
    private let router: Router
    /// The waiting replies, and the requests that were received for each call.
    private let state: Locked<(waiting: Waiting, requests: [[HTTPRequest]])>

    /// - Parameter attempts: The calls of the cases that must run first, followed by the call of the case itself.
    init(_ attempts: [Attempt], router: Router) {
        self.attempts = attempts
        self.router = router
        let replies = attempts.enumerated().flatMap { index, attempt in
            zip(attempt.testCase.steps, attempt.replies).map { (index, $0.operation.id, $1) }
        }
        state = Locked((replies, attempts.map { _ in [] }))
    }

    /// Returns the documented response to a request, or `nil` if there is none.
    ///
    /// An undocumented request gets the next response of the case, and is compared with the requests of the case.
    func answer(_ request: HTTPRequest) -> StubReply? {
        let matches = router.route(method: request.method, path: URLParts(request.url).path).matches
        let last = attempts.count - 1
        return state.withLock { state in
            let documented = state.waiting.firstIndex { waiting in
                matches.contains { $0.operation.id == waiting.operation }
            }
            guard let chosen = documented ?? state.waiting.firstIndex(where: { $0.attempt == last }) else {
                state.requests[last].append(request)
                return attempts[last].replies.last
            }
            let waiting = state.waiting.remove(at: chosen)
            state.requests[waiting.attempt].append(request)
            return waiting.reply
        }
    }

    /// The result of the case, from the comparison of all requests with the contract.
    var result: CaseResult {
        let requests = state.withLock { $0.requests }
        var judgement = Judgement()
        for (attempt, sent) in zip(attempts.dropLast(), requests) where !sent.isEmpty {
            judgement.formUnion(attempt.judge(sent))
        }
        if let last = attempts.last, let sent = requests.last { judgement.formUnion(last.judge(sent)) }
        return CaseResult(attempts[attempts.count - 1].testCase, judgement)
    }
}
