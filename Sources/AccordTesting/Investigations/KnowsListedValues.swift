// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the client treat a documented value of an enumeration like an unknown one? The usual cause is a misspelled raw
/// value in an enum with a case such as `unknown`.
struct KnowsListedValues: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        guard look.testCase.derivation?.variation == .mutation(.boundaryValues), look.hasReturned, !judgement.failed,
            let intact = look.testCase.intact, let place = look.testCase.derivation?.place,
            let listed = look.testCase.responseBody?.root.value(at: place)?.string,
            let usual = intact.responseBody?.root.value(at: place)?.string,
            let known = await look.runner.outcome(unchanged: intact),
            let unlisted = await look.runner.outcome(replacing: place, with: "unknown-value", in: intact)
        else { return }
        let value: String
        if unlisted == look.outcome, known.replacesText(in: unlisted) {
            value = listed
        } else if unlisted == known, look.outcome.replacesText(in: unlisted) {
            value = usual
        } else {
            return
        }
        judgement.findings.append(
            look.finding(
                .outcomeUnread, severity: .warning,
                "the client treats the documented value “\(value)” like an unknown value", at: place,
                expected: "a result that differs from that for “unknown-value”", actual: unlisted.text,
                advice: "In the client, compare the raw values of the enum with the contract."))
    }
}
