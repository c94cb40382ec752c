// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Judges whether a client's call returned the expected value or threw the expected error.
struct OutcomeJudge {
    var expected: ExpectedOutcome
    var scope: Scope
    /// A description of the response, such as `200` or `offline`. It appears in a finding's details, but not in its
    /// message, because findings with the same cause must have the same message.
    var answer: String
    /// The fault that the stub caused in reply to the request, or `nil` if the stub sent a response.
    var fault: Fault?

    func judge(_ observation: ClientObservation) -> Judgement {
        var judgement = Judgement(assertions: 1)
        judgement.findings += findings(for: observation.outcome)
        if observation.surplusCalls > 0 { judgement.findings.append(surplus(observation.surplusCalls)) }
        if observation.leavesTask {
            judgement.findings.append(
                finding(
                    .outcomeLeak, "the call was cancelled and ended, but its request is still running",
                    expected: "a cancelled request", actual: "a request that waits for a response",
                    advice: "In the client, call withTaskCancellationHandler, and cancel the URLSessionTask there."))
        }
        if let seconds = observation.slowness, !observation.outcome.isHung {
            judgement.findings.append(
                finding(
                    .outcomeSlow, "the client's call ended too late", severity: .warning, expected: result,
                    actual: "the call ended \((seconds * 10).rounded() / 10) s after the last response",
                    advice: fault == nil
                        ? "The network caused no delay. If the client waits before it repeats a request, let it wait "
                            + "with stub.clock. Otherwise, look for slow code, such as response decoding."
                        : "Limit the time for which the client repeats a failed request. In tests, wait with stub.clock."
                ))
        }
        if let notifications = expected.notifies {
            judgement.assertions += 1
            if notifications != observation.notifications {
                judgement.findings.append(
                    finding(
                        .outcomeNotifies, "the client posted different notifications than documented",
                        expected: Self.list(notifications), actual: Self.list(observation.notifications),
                        advice: "In the client, post each documented notification once, on stub.notificationCenter."))
            }
        }
        return judgement
    }

    private func surplus(_ calls: Int) -> Finding {
        if expected.isCancelled {
            return finding(
                .outcomeLate, "the client called the completion handler again after the cancelled call had ended",
                expected: "one call", actual: "\(calls + 1) calls",
                advice: "In the client, ignore all callbacks of the URLSession after the cancelled call has ended.")
        }
        return finding(
            .outcomeTwice, "the client called the completion handler more than once", expected: "one call",
            actual: "\(calls + 1) calls",
            advice: "In the client, return from the function after the first call of the completion handler.")
    }

    private func findings(for outcome: ClientOutcome) -> [Finding] {
        let everyPath = "Call the completion handler on every path, even if the response has no data."
        let (rule, message, actual, advice): (Rule, String, String, String)
        var expectedText = result
        switch outcome {
        case .returned(let value):
            guard case .returns(let stated?) = expected.result else { return [returned(value)].compactMap(\.self) }
            return compare(
                with: stated, .outcomeValue, "the call returned a different value than documented",
                advice: { "Compare the client's code that decodes “\($0.pointer)” with the schema of the response." },
                { Array(value.differences($0).prefix(10)) })
        case .threw(let error):
            guard case .throwing(.values(let name, let values)) = expected.result, Self.matches(error, name) else {
                return [threw(error)].compactMap(\.self)
            }
            return compare(with: values, .outcomeError, "the thrown error has a different value than documented") {
                error.values.differences(from: $0)
            }
        case .hung(let seconds):
            let start = expected.isCancelled ? "the cancellation of the call" : "the last response"
            (rule, message) = (.outcomeHang, "the client's call neither returned nor threw")
            actual = "no result \(seconds) s after \(start)"
            advice =
                expected.isCancelled
                ? "Wrap the continuation in withTaskCancellationHandler, and cancel the session’s task there. "
                    + "Replace semaphores with await, because a semaphore ignores the cancellation." : everyPath
        case .dropped:
            (rule, message) = (.outcomeHang, "the client never called the completion handler")
            actual = "the client released the completion handler without calling it"
            advice = everyPath
        case .neither:
            (rule, message) = (.outcomeNothing, "the completion handler received neither a value nor an error")
            actual = "(nil, nil)"
            advice = "If the client can't decode the response, pass an error to the completion handler."
        case .both(let error):
            (rule, message) = (.outcomeBoth, "the completion handler received both a value and an error")
            actual = "a value and \(error.text)"
            advice = "Pass either the value or the error."
        case .notBound:
            (rule, message) = (.outcomeUnbound, "the bindings have no closure for the operation")
            actual = "no call"
            advice = "In the bindings, add a closure that calls the operation."
        case .misreadInput(let text):
            rule = .outcomeUnbound
            message = "the closure in the bindings reads an input value that the case doesn't have"
            actual = text
            advice =
                "In the closure, read only properties of the generated input type. "
                + "If a value may be missing, read the value as an Optional."
            expectedText = "a value that the case has"
        }
        return [finding(rule, message, severity: .error, expected: expectedText, actual: actual, advice: advice)]
    }

    private func returned(_ value: ClientValue) -> Finding? {
        switch expected.result {
        case .either, .returns, .throwing(.nothing): nil
        case .throwing where expected.isCancelled:
            finding(
                .outcomeCancelled, "the cancelled call returned a value instead of an error", expected: result,
                actual: value.json.compact, advice: "If the call was cancelled, throw the error of the URLSession.")
        case .throwing:
            finding(
                .outcomeReturned, "the call returned a value but \(must) fail", expected: result,
                actual: value.json.compact,
                advice: advice(
                    "Check the session's error, the status code and decoding errors before returning a value."))
        }
    }

    private func threw(_ error: ClientError) -> Finding? {
        switch expected.result {
        case .either: return nil
        case .returns, .throwing(.nothing):
            return finding(
                .outcomeThrew, "the call failed but \(must) return", expected: result, actual: error.text,
                advice: fault == nil
                    ? "The response matches the contract. Find the code in the client that rejects the response."
                    : advice("Accept every status code from 200 to 299 as a success."))
        case .throwing(.any):
            guard expected.isCancelled, !error.isCancellation else { return nil }
            return finding(
                .outcomeCancelled, "the cancelled call threw an unexpected error", severity: .warning,
                expected: "CancellationError or URLError.cancelled", actual: error.text,
                advice: "If the call was cancelled, throw the error of the URLSession.")
        case .throwing(.named(let name)), .throwing(.values(let name, _)):
            if Self.matches(error, name) { return nil }
            return finding(
                .outcomeError, "the call threw a different error than documented", expected: result, actual: error.text,
                advice: "Throw the error that the contract documents for this response, or correct the contract.")
        }
    }

    /// Returns a finding for each difference from a documented value, in which every `${…}` is replaced by its value.
    private func compare(
        with stated: JSONValue, _ rule: Rule, _ message: String, advice: (Difference) -> String? = { _ in nil },
        _ differences: (JSON) -> [Difference]
    ) -> [Finding] {
        let documented: JSON
        do {
            documented = try scope.substitute(stated)
        } catch {
            return [error.finding]
        }
        return differences(documented).map { difference in
            Finding(
                rule: rule, severity: expected.severity, blame: .client, message, contract: SourceLocation(stated),
                place: .init(.outcome, difference.pointer.description), expected: difference.expected,
                actual: difference.actual, advice: advice(difference))
        }
    }

    /// The verb in advice: the client `must` do something, or `should` if the contract only recommends it.
    private var must: String { expected.severity == .error ? "must" : "should" }

    /// Returns advice for a finding. If the case tests a fault, the advice starts with the fault and what the client
    /// must do.
    private func advice(_ next: String) -> String {
        guard let fault else { return next }
        return "\(fault.event): the client \(must) \(fault.clientMust). \(next)"
    }

    private static func matches(_ error: ClientError, _ name: String) -> Bool {
        error.enumCase == name || error.type == name || error.type.hasSuffix(".\(name)")
    }

    /// The expected outcome of the call in messages: `an error`.
    private var result: String {
        switch expected.result {
        case .either: "a value or an error before the deadline"
        case .returns(nil): "a value"
        case .returns(let value?): "a value: \(filled(value))"
        case .throwing(.nothing): "no error"
        case .throwing(.any): expected.isCancelled ? "CancellationError or URLError.cancelled" : "an error"
        case .throwing(.named(let name)): "the error “\(name)”"
        case .throwing(.values(let name, let values)): "the error “\(name)” with \(filled(values))"
        }
    }

    /// Returns the documented value as JSON, with every `${…}` replaced by its value.
    private func filled(_ value: JSONValue) -> String { (try? scope.substitute(value))?.compact ?? value.text }

    private func finding(
        _ rule: Rule, _ message: String, severity: Finding.Severity? = nil, expected expectedText: String,
        actual: String, advice: String? = nil
    ) -> Finding {
        Finding(
            rule: rule, severity: severity ?? expected.severity, blame: .client, message,
            contract: expected.location, place: .init(.outcome), expected: expectedText, actual: actual, advice: advice,
            details: expected.isCancelled ? [] : ["response: \(answer)"])
    }

    private static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
