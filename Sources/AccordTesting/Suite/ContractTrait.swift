import AccordContract
import AccordCore
import AccordJSON
public import Testing

/// Holds the requests of a hand-written test to a documented case; made by `.contract(_:_:)`.
///
/// While the test runs, ``Stub/current`` answers as the case documents it. What the test makes of the answers it checks
/// itself; a request that isn't as documented, one too many and one too few are issues at the contract's line.
public struct ContractTrait: TestTrait, TestScoping {
    let path: String
    let caseID: String
    let source: String

    /// Runs the test with a stub of its own, then judges what was asked.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let contract = ClientContract(reading: path, source: source)
        let script: FlowScript
        do {
            script = try contract.script(for: caseID)
        } catch {
            Issue.record(Comment(rawValue: error.text), sourceLocation: test.sourceLocation)
            return
        }
        let stub = Stub(conversation: Conversation(tokens: contract.tokens))
        stub.conversation.expect { script.answer($0) }
        defer { stub.close() }
        defer { contract.report(script.result) }
        try await Stub.$active.withValue(stub) { try await function() }
    }
}

extension Trait where Self == ContractTrait {
    /// Gives the test ``Stub/current``, which answers as a documented case, and holds the test's requests to it.
    ///
    /// ```swift
    /// @Test(.contract("Specs/todos.json", "login/creates a token")) func logsIn() async throws {
    ///     let client = APIClient(session: try Stub.current.urlSession)
    ///     #expect(try await client.login("dasdöm", "%&34").id == "1234567890")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: the contract, seen from the package's root.
    ///   - caseID: the id that the case has everywhere, a derived one's too. What it comes `after` may be asked first.
    ///   - source: a file of the package.
    public static func contract(_ path: String, _ caseID: String, source: String = #filePath) -> Self {
        ContractTrait(path: path, caseID: caseID, source: source)
    }
}

/// Why a trait's case can't be tried.
struct ContractProblem: Error {
    var text: String
}

extension ClientContract {
    /// The answers of a case's flow, its own call last.
    func script(for id: String) throws(ContractProblem) -> FlowScript {
        guard let plan else { throw ContractProblem(text: problem ?? "the contract can't be used") }
        guard let found = plan[id] else {
            let known = plan.cases.filter { $0.appliesTo != .server }.map(\.id)
            let advice = Suggestion.advice(for: id, in: known) ?? ""
            throw ContractProblem(text: "\(plan.contract.file) has no case “\(id)”. \(advice)")
        }
        if found.appliesTo == .server {
            throw ContractProblem(text: "“\(id)” is a case for servers: a client can't be held to it")
        }
        if !found.atOnce.isEmpty { throw ContractProblem(text: "“\(id)”: \(CallsAtOnce.reason)") }
        if let reason = found.notApplicable { throw ContractProblem(text: "“\(id)”: \(reason)") }
        do {
            let attempts = try (found.producers + [found]).map { try Attempt($0) }
            return FlowScript(attempts, router: Router([plan.contract]))
        } catch let error as SubstitutionError {
            throw ContractProblem(text: "“\(id)”: \(error.finding.message)")
        } catch {
            throw ContractProblem(text: "“\(id)”: \(error)")
        }
    }
}

/// Answers the requests of a flow whose calls aren't announced: by what is asked, as far as it was not asked before.
///
/// The calls that a case comes after may be left out; its own requests may not.
final class FlowScript: Sendable {
    private struct Entry: Sendable {
        var attempt: Int
        var operation: String
        var reply: StubReply
        var isServed = false
    }

    private struct State {
        var entries: [Entry]
        /// What was asked, by call.
        var requests: [[HTTPRequest]]
    }

    private let attempts: [Attempt]
    private let router: Router
    private let state: Locked<State>

    /// - Parameter attempts: the calls of the flow, that of the case itself last; at least one.
    init(_ attempts: [Attempt], router: Router) {
        self.attempts = attempts
        self.router = router
        var entries: [Entry] = []
        for (index, attempt) in attempts.enumerated() {
            for (step, reply) in zip(attempt.tried.steps, attempt.replies) {
                entries.append(Entry(attempt: index, operation: step.operation.id, reply: reply))
            }
        }
        state = Locked(State(entries: entries, requests: attempts.map { _ in [] }))
    }

    /// The documented answer to a request; an undocumented request gets the case's own, and is judged with it.
    func answer(_ request: HTTPRequest) -> StubReply {
        let matches = router.route(method: request.method, path: URLParts(request.url).path).matches
        return state.withLock { state in
            let waiting = state.entries.indices.filter { !state.entries[$0].isServed }
            let meant = waiting.first { index in
                matches.contains { $0.operation.id == state.entries[index].operation }
            }
            let own = attempts.count - 1
            let chosen = meant ?? waiting.first { state.entries[$0].attempt == own }
            guard let chosen else {
                state.requests[own].append(request)
                return state.entries[state.entries.count - 1].reply
            }
            state.entries[chosen].isServed = true
            state.requests[state.entries[chosen].attempt].append(request)
            return state.entries[chosen].reply
        }
    }

    /// What is wrong with what was asked.
    var result: CaseResult {
        let requests = state.withLock { $0.requests }
        var judgement = Judgement()
        for (attempt, asked) in zip(attempts.dropLast(), requests) where !asked.isEmpty {
            judgement.formUnion(attempt.judge.judge(asked))
        }
        if let own = attempts.last, let asked = requests.last { judgement.formUnion(own.judge.judge(asked)) }
        let tried = attempts[attempts.count - 1].tried
        return CaseResult(
            id: tried.id, file: tried.file, operation: tried.operation.id,
            origin: .init(tried), summary: tried.summary,
            status: judgement.failed ? .failed : .passed, assertions: judgement.assertions, location: tried.location,
            findings: judgement.findings)
    }
}
