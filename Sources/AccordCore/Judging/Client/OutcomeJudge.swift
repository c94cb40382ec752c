import AccordContract
import AccordJSON
import AccordSchema

/// Judges the outcome of a client's call.
package struct OutcomeJudge {
    package var expected: ExpectedOutcome
    package var scope: Scope
    /// The response as text for details: `200`, `offline`. Messages don't contain it, so that equal mistakes have equal
    /// ones.
    package var answer: String
    /// The fault that replaced the response.
    package var fault: Fault?

    package init(expected: ExpectedOutcome, scope: Scope, answer: String, fault: Fault? = nil) {
        self.expected = expected
        self.scope = scope
        self.answer = answer
        self.fault = fault
    }

    package func judge(_ observation: ClientObservation) -> Judgement {
        var judgement = Judgement(assertions: 1)
        judgement.findings += findings(for: observation.outcome)
        if observation.surplusCalls > 0 { judgement.findings.append(surplus(observation.surplusCalls)) }
        if observation.leavesTask {
            judgement.findings.append(
                finding(
                    .outcomeLeak, "the cancelled call ended, but its request is still running",
                    expected: "a cancelled request", actual: "a running request",
                    advice: "Cancel the session's task with the call's task: use withTaskCancellationHandler."))
        }
        // A call that didn't end wasn't slow.
        if let seconds = observation.slowness, !observation.outcome.isHung {
            judgement.findings.append(
                finding(
                    .outcomeSlow, "the call was slow", severity: .warning, expected: result,
                    actual: "an end \((seconds * 10).rounded() / 10) s after the last answer",
                    advice: "Look at how the client processes the response; it didn’t wait for the network."))
        }
        if let wanted = expected.notifies {
            judgement.assertions += 1
            if wanted != observation.notifications {
                judgement.findings.append(
                    finding(
                        .outcomeNotifies, "the client posted the wrong notifications",
                        expected: Self.list(wanted), actual: Self.list(observation.notifications),
                        advice: "Post to the stub's notificationCenter after the change."))
            }
        }
        return judgement
    }

    private func surplus(_ calls: Int) -> Finding {
        if expected.isCancelled {
            return finding(
                .outcomeLate, "the completion handler was called again after the cancelled call had ended",
                expected: "one call", actual: "\(calls + 1) calls",
                advice: "Ignore later events of the session after completing the call as cancelled.")
        }
        return finding(
            .outcomeTwice, "the completion handler was called more than once", expected: "one call",
            actual: "\(calls + 1) calls", advice: "Return after each call of the completion handler.")
    }

    private func findings(for outcome: ClientOutcome) -> [Finding] {
        switch outcome {
        case .hung(let seconds):
            return [
                finding(
                    .outcomeHang, "the call neither returned nor threw", severity: .error, expected: result,
                    actual:
                        "nothing within \(seconds) s of \(expected.isCancelled ? "being cancelled" : "the last answer")",
                    advice: expected.isCancelled
                        ? "Handle the cancellation: wrap the continuation in withTaskCancellationHandler, "
                            + "and cancel the session’s task there. Replace semaphores with await."
                        : "Call the completion handler on every path, even if there is no data.")
            ]
        case .dropped:
            return [
                finding(
                    .outcomeHang, "the completion handler was never called", severity: .error, expected: result,
                    actual: "it was released without a call",
                    advice: "Call the completion handler on every path, even if there is no data.")
            ]
        case .neither:
            return [
                finding(
                    .outcomeNothing, "the completion handler got neither a value nor an error", severity: .error,
                    expected: result, actual: "(nil, nil)",
                    advice: "Report an error if the response has no value.")
            ]
        case .both(let error):
            return [
                finding(
                    .outcomeBoth, "the completion handler got both a value and an error", severity: .error,
                    expected: result, actual: "a value and \(error.text)", advice: "Report one or the other.")
            ]
        case .notBound:
            return [
                finding(
                    .outcomeUnbound, "no closure is bound to the operation", severity: .error, expected: result,
                    actual: "no call", advice: "Add a closure for it to the bindings.")
            ]
        case .misreadInput(let text):
            return [
                finding(
                    .outcomeUnbound, "the binding reads an input that the case doesn't have", severity: .error,
                    expected: "a value that the case has", actual: text,
                    advice: "Use the generated input, and read optional values as optionals.")
            ]
        case .returned(let value): return returned(value)
        case .threw(let error): return threw(error)
        }
    }

    private func returned(_ value: ClientValue) -> [Finding] {
        switch expected.result {
        case .either: return []
        case .throwing(.nothing): return []
        case .throwing:
            if expected.isCancelled {
                return [
                    finding(
                        .outcomeCancelled, "the cancelled call returned a value",
                        expected: "CancellationError or URLError.cancelled", actual: value.json.compact,
                        advice: "Rethrow the session's error when the call is cancelled.")
                ]
            }
            return [
                finding(
                    .outcomeReturned, "the call returned a value, but \(must) fail", expected: result,
                    actual: value.json.compact,
                    advice: advice(
                        "Check the session's error, the status code and the decoding before returning a value."
                    ))
            ]
        case .returns(nil): return []
        case .returns(let stated?): return compare(value, with: stated)
        }
    }

    private func compare(_ value: ClientValue, with stated: JSONValue) -> [Finding] {
        let wanted: JSON
        do {
            wanted = try scope.substitute(stated)
        } catch {
            return [error.finding]
        }
        return value.differences(wanted).prefix(10).map { difference in
            Finding(
                rule: .outcomeValue, severity: expected.severity, blame: .client,
                "the call returned the wrong value", contract: SourceLocation(stated),
                place: .init(.outcome, difference.pointer.description), expected: difference.expected,
                actual: difference.actual,
                advice: "Compare how the client decodes “\(difference.pointer)” with the response schema.")
        }
    }

    private func threw(_ error: ClientError) -> [Finding] {
        switch expected.result {
        case .either: return []
        case .returns, .throwing(.nothing):
            return [
                finding(
                    .outcomeThrew, "the call failed, but \(must) return", expected: result, actual: error.text,
                    advice: fault == nil
                        ? "The response is valid; look at how the client reads it."
                        : advice("Look for the reason: every status code from 200 to 299 is a success."))
            ]
        case .throwing(.any):
            guard expected.isCancelled, !error.isCancellation else { return [] }
            return [
                finding(
                    .outcomeCancelled, "the cancelled call failed with an error other than a cancellation",
                    severity: .warning,
                    expected: "CancellationError or URLError.cancelled", actual: error.text,
                    advice: "Rethrow the session's error when the call is cancelled.")
            ]
        case .throwing(.named(let name)):
            return matches(error, name) ? [] : [wrongError(error)]
        case .throwing(.values(let name, let values)):
            guard matches(error, name) else { return [wrongError(error)] }
            let wanted: JSON
            do {
                wanted = try scope.substitute(values)
            } catch {
                return [error.finding]
            }
            return error.differences(wanted).map { difference in
                Finding(
                    rule: .outcomeError, severity: expected.severity, blame: .client,
                    "the error has the wrong value", contract: SourceLocation(values),
                    place: .init(.outcome, difference.pointer.description), expected: difference.expected,
                    actual: difference.actual)
            }
        }
    }

    /// `must`, or `should` if a violation is a warning.
    private var must: String { expected.severity == .error ? "must" : "should" }

    /// Returns the event and the expected reaction from the catalogue, and then the next step.
    private func advice(_ next: String) -> String {
        guard let fault else { return next }
        return "\(fault.event): the client \(must) \(fault.clientMust). \(next)"
    }

    private func matches(_ error: ClientError, _ name: String) -> Bool {
        error.enumCase == name || error.type == name || error.type.hasSuffix(".\(name)")
    }

    private func wrongError(_ error: ClientError) -> Finding {
        finding(
            .outcomeError, "the call failed with the wrong error", expected: result, actual: error.text,
            advice: "Throw the documented error for this response, or document the thrown one.")
    }

    /// The expected outcome as text.
    private var result: String {
        switch expected.result {
        case .either: "a value or an error, in time"
        case .returns(nil): "a value"
        case .returns(let value?): "a value: \(filled(value))"
        case .throwing(.nothing): "no error"
        case .throwing(.any): expected.isCancelled ? "CancellationError or URLError.cancelled" : "an error"
        case .throwing(.named(let name)): "the error “\(name)”"
        case .throwing(.values(let name, let values)): "the error “\(name)” with \(filled(values))"
        }
    }

    /// Returns a stated value with its templates resolved.
    private func filled(_ value: JSONValue) -> String { (try? scope.substitute(value))?.compact ?? value.text }

    private func finding(
        _ rule: Rule, _ message: String, severity: Finding.Severity? = nil, expected wanted: String, actual: String,
        advice: String? = nil
    ) -> Finding {
        Finding(
            rule: rule, severity: severity ?? expected.severity, blame: .client, message,
            contract: expected.location, place: .init(.outcome), expected: wanted, actual: actual, advice: advice,
            details: expected.isCancelled ? [] : ["answered: \(answer)"])
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
