// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// A case whose call was judged, and the client, which further calls question.
struct SecondLook: Sendable {
    let runner: CaseRunner
    let testCase: Case
    let observation: ClientObservation
    let outcome: OutcomeForm

    init(_ runner: CaseRunner, _ testCase: Case, _ observation: ClientObservation) {
        self.runner = runner
        self.testCase = testCase
        self.observation = observation
        outcome = OutcomeForm(observation.outcome)
    }

    var hasReturned: Bool { outcome.isValue }

    /// The investigations in their order. The last one decides the severities.
    private static let investigations: [any Investigation] = [
        IgnoresChange(), ReadsExcluded(), ReadsPieces(), NeedsUndocumented(), HasHabits(), LeavesUnread(), Harms(),
    ]

    /// Corrects the judgement of the case.
    func correct(_ judgement: inout Judgement) async {
        for investigation in Self.investigations { await investigation.correct(&judgement, of: self) }
    }

    /// Returns whether the call ended in the same way as with the unchanged response, or `nil` if this is unknown.
    func isSame(asIntact intact: Case) async -> Bool? { await runner.isSame(outcome, asIntact: intact) }
}

/// A question about a client that further calls answer. The answer may change the findings of a case.
protocol Investigation: Sendable {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async
}

/// Does the client read a value that the contract lists in “ignores”?
private struct ReadsExcluded: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        guard look.testCase.outcome.mustBeIgnored, let intact = look.testCase.intact else { return }
        judgement.assertions += 1
        guard await look.isSame(asIntact: intact) == false else { return }
        let subject = look.testCase.derivation?.place.map { "“\($0)”" } ?? "a value"
        var actual = look.outcome.text
        if case .threw(let error) = look.observation.outcome { actual = error.text }
        judgement.findings = [
            Finding(
                rule: .outcomeIgnored, blame: .client,
                "the client reads \(subject), which the contract lists in “ignores”",
                contract: look.testCase.outcome.location, place: .init(.outcome),
                expected: "the same outcome as with the unchanged response", actual: actual,
                advice: "Remove the value from “ignores” in the contract, or let the client ignore the value.")
        ]
    }
}

/// Does the client return the elements of a stream completely, and each as soon as it arrives?
private struct ReadsPieces: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        let testCase = look.testCase
        if testCase.outcome.mustEqualIntact, let intact = testCase.intact, !judgement.failed {
            judgement.assertions += 1
            if look.hasReturned, await look.isSame(asIntact: intact) == false {
                judgement.findings.append(
                    Finding(
                        rule: .outcomeValue, severity: testCase.outcome.isRequired ? .error : .warning, blame: .client,
                        "the call returned different elements for the same stream",
                        contract: testCase.outcome.location, place: .init(.outcome),
                        expected: "the elements of the documented response", actual: look.outcome.text,
                        advice: testCase.derivation.map { "In this case, the stream has \($0.reason)." } ?? ""))
            }
        }
        guard testCase.delivery == .oneByOne, case .hung = look.observation.outcome else { return }
        let count = look.observation.elementCount ?? 0
        judgement.findings = [
            Finding(
                rule: .outcomeHang, blame: .client,
                "the client returns an element only after the next element has arrived", contract: testCase.location,
                place: .init(.outcome), expected: "each element before the stub sends the next element",
                actual: "the client returned \(count) elements, although the stub sent \(count + 1)",
                advice: "In the client, return each element as soon as the element’s last line break arrives. "
                    + "Don’t wait for more bytes.")
        ]
    }
}

/// Does the client need a property that the contract doesn't document? If so, the contract is to blame. The client
/// isn't, because it accepts the unchanged response.
private struct NeedsUndocumented: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        for (index, finding) in judgement.findings.enumerated() where finding.place?.part == .outcome {
            if let need = await need(finding, look) {
                judgement.findings[index] = need
            } else if let change = look.testCase.responseChange {
                judgement.findings[index].details.append("changed: \(change)")
            }
        }
    }

    private func need(_ finding: Finding, _ look: SecondLook) async -> Finding? {
        guard finding.rule == .outcomeThrew, let derivation = look.testCase.derivation, let place = derivation.place,
            [.mutation(.dropOptional), .mutation(.nullNullable)].contains(derivation.variation),
            let intact = look.testCase.intact, !intact.documents(place),
            await look.runner.isAccepted(unchanged: intact)
        else { return nil }
        return Finding(
            rule: .outcomeUndocumented, severity: .warning, blame: .contract,
            "the client needs the property “\(place)”, which the contract doesn't document", contract: finding.contract,
            place: .init(.outcome, place.description), expected: "a documented property",
            actual: "a property that occurs only in the example",
            advice: "Document the property in the contract, or let the client accept a response without it.",
            details: finding.details)
    }
}
