import AccordContract
import AccordJSON
import AccordSchema

/// Holds what a client's call did to what the contract says it does.
package struct OutcomeJudge {
    package var expected: ExpectedOutcome
    package var scope: Scope
    /// What was answered, in words, for details: `200`, `offline`. A message is the same for one cause, however many
    /// answers bring it about.
    package var answer: String
    /// What happened instead of the answer.
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
                    .outcomeLeak, "the call was cancelled and ended, and its request was left running",
                    expected: "a cancelled request", actual: "a request that waits on",
                    advice: "Cancel the session's task where the call's task is: withTaskCancellationHandler does it."))
        }
        // What never ended wasn't slow.
        if let seconds = observation.slowness, !observation.outcome.isHung {
            judgement.findings.append(
                finding(
                    .outcomeSlow, "the call took long, and ended", severity: .warning, expected: result,
                    actual: "an end \((seconds * 10).rounded() / 10) s after the last answer",
                    advice: "Look at what the client does with the answer: nothing waited for the network."))
        }
        if let wanted = expected.notifies {
            judgement.assertions += 1
            if wanted != observation.notifications {
                judgement.findings.append(
                    finding(
                        .outcomeNotifies, "other notifications were posted than documented",
                        expected: Self.list(wanted), actual: Self.list(observation.notifications),
                        advice: "Post to the stub's notificationCenter, once the change has happened."))
            }
        }
        return judgement
    }

    private func surplus(_ calls: Int) -> Finding {
        if expected.isCancelled {
            return finding(
                .outcomeLate, "the completion handler was called again after the cancelled call had ended",
                expected: "one call", actual: "\(calls + 1) calls",
                advice: "Drop what the session still reports once the call has been completed as cancelled.")
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
                        ? "The call doesn’t hear that it is cancelled: wrap the continuation in withTaskCancellationHandler, "
                            + "and cancel the session’s task there. A semaphore hears nothing: await in its place."
                        : "Call the completion handler on every path, also where there is no data.")
            ]
        case .dropped:
            return [
                finding(
                    .outcomeHang, "the completion handler was never called", severity: .error, expected: result,
                    actual: "it was let go without a call",
                    advice: "Call the completion handler on every path, also where there is no data.")
            ]
        case .neither:
            return [
                finding(
                    .outcomeNothing, "the completion handler got neither a value nor an error", severity: .error,
                    expected: result, actual: "(nil, nil)",
                    advice: "Where no value can be made of the answer, report an error.")
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
                    actual: "nothing was called", advice: "Give the bindings a closure for it.")
            ]
        case .misreadInput(let text):
            return [
                finding(
                    .outcomeUnbound, "the binding reads an input that the case doesn't give", severity: .error,
                    expected: "a value that the case has", actual: text,
                    advice: "Call it as the generated input does, and read what isn't always there as an optional.")
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
                        .outcomeCancelled, "the call was cancelled and returned a value",
                        expected: "CancellationError or URLError.cancelled", actual: value.json.compact,
                        advice: "Pass the session's error on where the call was cancelled.")
                ]
            }
            return [
                finding(
                    .outcomeReturned, "the call returned a value where it \(must) fail", expected: result,
                    actual: value.json.compact,
                    advice: advice(
                        "Look at the session's error, at the status and at whether the body decodes before making a value."
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
                "the call returned another value than documented", contract: SourceLocation(stated),
                place: .init(.outcome, difference.pointer.description), expected: difference.expected,
                actual: difference.actual,
                advice: "Compare how the client decodes “\(difference.pointer)” with the schema of the answer.")
        }
    }

    private func threw(_ error: ClientError) -> [Finding] {
        switch expected.result {
        case .either: return []
        case .returns, .throwing(.nothing):
            return [
                finding(
                    .outcomeThrew, "the call failed where it \(must) return", expected: result, actual: error.text,
                    advice: fault == nil
                        ? "The answer is as documented; look at what the client makes of it."
                        : advice("See what it refuses: every status from 200 to 299 is a success."))
            ]
        case .throwing(.any):
            guard expected.isCancelled, !error.isCancellation else { return [] }
            return [
                finding(
                    .outcomeCancelled, "a cancelled call failed as if something had broken", severity: .warning,
                    expected: "CancellationError or URLError.cancelled", actual: error.text,
                    advice: "Pass the session's error on where the call was cancelled.")
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
                    "the error carries another value than documented", contract: SourceLocation(values),
                    place: .init(.outcome, difference.pointer.description), expected: difference.expected,
                    actual: difference.actual)
            }
        }
    }

    /// `must`, or `should` where a client may do otherwise.
    private var must: String { expected.severity == .error ? "must" : "should" }

    /// What happened and what a client does then, in the catalogue's words, then what to look at.
    private func advice(_ next: String) -> String {
        guard let fault else { return next }
        return "\(fault.event): here a client \(must) \(fault.clientMust). \(next)"
    }

    private func matches(_ error: ClientError, _ name: String) -> Bool {
        error.enumCase == name || error.type == name || error.type.hasSuffix(".\(name)")
    }

    private func wrongError(_ error: ClientError) -> Finding {
        finding(
            .outcomeError, "the call failed with another error than documented", expected: result, actual: error.text,
            advice: "Throw the documented error for this answer, or document the one that is thrown.")
    }

    /// What the call has to do, in words.
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

    /// A stated value as the case means it, a row's values filled in.
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
