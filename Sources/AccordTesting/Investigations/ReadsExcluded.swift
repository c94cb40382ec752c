// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the client read a value that the contract lists in “ignores”?
struct ReadsExcluded: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        guard look.testCase.outcome.mustBeIgnored, let intact = look.testCase.intact else { return }
        judgement.assertions += 1
        guard await look.isSame(asIntact: intact) == false else { return }
        let subject = look.testCase.derivation?.place.map { "“\($0)”" } ?? "a value"
        var actual = look.outcome.text
        if case .threw(let error) = look.observation.outcome { actual = error.text }
        judgement.findings = [
            look.finding(
                .outcomeIgnored, "the client reads \(subject), which the contract lists in “ignores”",
                expected: "the same outcome as with the unchanged response", actual: actual,
                advice: "Remove the value from “ignores” in the contract, or let the client ignore the value.")
        ]
    }
}
