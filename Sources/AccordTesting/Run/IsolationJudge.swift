// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Compares concurrent calls on one client with the same calls, each made alone on a new client.
struct IsolationJudge {
    let testCase: Case
    let baseline: [BaselineCall]
    let endings: [ClientObservation?]
    let served: [ResponseBarrier.Served]

    /// The kinds of problems that concurrent calls may have. A problem of one kind may cause problems of the kinds that
    /// follow.
    private enum Kind: Int { case request, answer, silence, twice, failure }

    /// The findings about calls that ended differently than alone.
    var judgement: Judgement {
        var problems: [(kind: Kind, text: String)] = misdirected.map { (.request, $0) }
        let mixes = mixes
        for (index, ending) in endings.enumerated() {
            let name = name(index)
            switch ending?.outcome {
            case nil: problems.append((.silence, "\(name) neither returned nor threw"))
            case .dropped?: problems.append((.silence, "\(name) released its completion handler without calling it"))
            case .hung?, .notBound?, .misreadInput?: problems.append((.silence, "\(name) did nothing"))
            case .neither?: problems.append((.failure, "\(name) completed with neither a value nor an error"))
            case .both(let error)?: problems.append((.failure, "\(name) completed with both a value and \(error.text)"))
            case .threw(let error)?:
                guard !isStated(error, index) else { continue }
                problems.append((.failure, "\(name) failed: \(error.text)"))
            case .returned?: if let mix = mixes[index] { problems.append((.answer, "\(name) returned \(mix)")) }
            }
            if let surplus = ending?.surplusCalls, surplus > 0 {
                problems.append((.twice, "\(name) completed \(surplus + 1) times"))
            }
        }
        return Judgement(findings: finding(problems).map { [$0] } ?? [], assertions: baseline.count)
    }

    /// Returns whether “derived” in the contract permits this error of a concurrent call.
    private func isStated(_ error: ClientError, _ index: Int) -> Bool {
        OutcomeJudge(expected: testCase.outcome, scope: baseline[index].attempt.scope, answer: "")
            .judge(ClientObservation(outcome: .threw(error))).findings.isEmpty
    }

    private func finding(_ problems: [(kind: Kind, text: String)]) -> Finding? {
        guard let kind = problems.map(\.kind).min(by: { $0.rawValue < $1.rawValue }) else { return nil }
        // If a request is wrong, leave out all other problems, because the wrong request may cause them.
        let problems = kind == .request ? problems.filter { $0.kind == .request } : problems
        let (message, advice) = Self.words(for: kind)
        return Finding(
            rule: .outcomeMixed, severity: testCase.outcome.severity, blame: .client, message,
            contract: testCase.location, place: .init(.outcome),
            expected: "\(baseline.count) concurrent calls, each with its own response",
            actual: problems.map(\.text).joined(separator: "\n"), advice: advice)
    }

    private static func words(for kind: Kind) -> (message: String, advice: String) {
        switch kind {
        case .answer:
            (
                "a concurrent call returned the response of a different call",
                "In the client, store the response, the buffer and the completion handler separately for each call. "
                    + "The next call overwrites a shared property. In a delegate, use the task as the key."
            )
        case .request:
            (
                "a concurrent call sent the request of a different call",
                "In the client, build each request from the call’s arguments. "
                    + "The next call overwrites a shared property."
            )
        case .silence, .twice:
            (
                "a concurrent call \(kind == .twice ? "completed more than once" : "never completed")",
                "In the client, store a completion handler or continuation for each call. "
                    + "A single property keeps only the handler of the last call."
            )
        case .failure:
            (
                "a concurrent call failed, but the same call succeeds without other calls",
                "In the client, store the state of each call separately, such as a delegate’s buffer. "
                    + "If the client rejects a second call on purpose, add to the operation in the contract: "
                    + "\"derived\": { \"client.concurrent-isolation\": { \"throws\": \"busy\" } }."
            )
        }
    }

    /// Returns the name of a call in messages, such as `call 2 (login/creates a token)`.
    private func name(_ index: Int) -> String { "call \(index + 1) (\(baseline[index].attempt.testCase.id))" }

    /// Returns the indices of the calls that send the same request as the given call, including that call.
    private func alike(_ index: Int) -> [Int] {
        // Requests of the same case may differ in a nonce. Calls of the same case therefore count as equal.
        baseline.indices.filter { other in
            baseline[other].attempt.testCase.id == baseline[index].attempt.testCase.id
                || baseline[other].sends(baseline[index].request)
        }
    }

    /// Returns whether the client sent only one request for several equal calls, which is permitted for a safe method.
    private func isJoined(_ index: Int) -> Bool {
        let calls = alike(index)
        return HTTPMethod.isSafe(baseline[index].request.method)
            && served.filter { calls.contains($0.call) }.count < calls.count
    }

    /// Descriptions of requests that the client sent a second time, or in place of the request of a different call.
    private var misdirected: [String] {
        var texts: [(call: Int, text: String)] = []
        for (place, one) in served.enumerated()
        where !alike(one.call).contains(where: { baseline[$0].sends(one.request) }) {
            guard let other = baseline.indices.first(where: { baseline[$0].sends(one.request) }) else { continue }
            let isSurplus = served[..<place].contains { $0.call == one.call }
            let text =
                isSurplus
                ? "the request of \(name(other)) was sent again"
                : "the request of \(name(other)) was sent instead of the request of \(name(one.call))"
            texts.append((one.call, text))
        }
        return texts.sorted { $0.call < $1.call }.map(\.text)
    }

    /// For each call that returned a wrong value, returns a description: the value of a different call, or a value that
    /// belongs to no response.
    private var mixes: [Int: String] {
        // Calls with the same request may receive each other's responses, but no two calls may receive the same
        // response.
        var left = Set(baseline.indices)
        var mixes: [Int: String] = [:]
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            let candidates = alike(index)
            if let match = candidates.first(where: {
                baseline[$0].value == value && (left.contains($0) || isJoined($0))
            }) {
                left.remove(match)
                continue
            }
            if let other = baseline.indices.first(where: { baseline[$0].value == value }) {
                mixes[index] =
                    candidates.contains(other)
                    ? "the response that a different call had already returned: \(text(value))"
                    : "the response of \(name(other)): \(text(value))"
            } else if !isAsStated(index) {
                mixes[index] = "a value that belongs to no response: \(text(value))"
            }
        }
        return mixes
    }

    /// The indices of the concurrent calls that returned a value which none of the calls returned alone.
    var unattributed: [Int] {
        values.enumerated().compactMap { index, value in
            guard let value, !baseline.contains(where: { $0.value == value }) else { return nil }
            return index
        }
    }

    private var values: [JSON?] { endings.map { $0?.outcome.value.map(BaselineCall.forms) } }

    /// Returns whether a call returned the documented value. Properties that aren't documented may differ in each call.
    private func isAsStated(_ index: Int) -> Bool {
        let testCase = baseline[index].attempt.testCase
        guard let observation = endings[index], case .returns(_?) = testCase.outcome.result else { return false }
        return !OutcomeJudge(expected: testCase.outcome, scope: baseline[index].attempt.scope, answer: "")
            .judge(observation).findings.contains { $0.rule == .outcomeValue }
    }

    private func text(_ value: JSON) -> String { value[0]?.compact ?? "" }

    /// The reason why the calls can't be compared, for example because all of them return the same value. Otherwise
    /// `nil`.
    var obstacle: String? {
        if Set(baseline.map(\.value)).count == 1 {
            return "all calls return the same value, so Accord can’t tell their responses apart"
        }
        if Set(baseline.indices.filter { isJoined($0) }).count == baseline.count, alike(0).count == baseline.count {
            return "the client sent one request for all calls"
        }
        return nil
    }
}
