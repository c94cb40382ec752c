// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the client return the elements of a stream completely, and each as soon as it arrives?
struct ReadsPieces: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        let testCase = look.testCase
        if testCase.outcome.mustEqualIntact, let intact = testCase.intact, !judgement.failed {
            judgement.assertions += 1
            if look.hasReturned, await look.isSame(asIntact: intact) == false {
                judgement.findings.append(
                    look.finding(
                        .outcomeValue, severity: testCase.outcome.severity,
                        "the call returned different elements for the same stream",
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
