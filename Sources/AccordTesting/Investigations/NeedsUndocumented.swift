// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the client need a property that the contract doesn't document? If so, the contract is to blame. The client
/// isn't, because it accepts the unchanged response.
struct NeedsUndocumented: Investigation {
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
            await look.runner.outcome(unchanged: intact)?.isValue == true
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
