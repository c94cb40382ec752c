// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the call throw the same error with the unchanged response? The change is then not the cause, and the case
/// belongs to the mistake that the documented case reports. In TMDb, 47 such cases were a second problem.
struct FailsAnyway: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        let isDoubt = judgement.findings.contains { $0.rule == .outcomeThrew && $0.severity == .warning }
        guard isDoubt, let intact = look.testCase.intact, case .returns = intact.outcome.result,
            await look.isSame(asIntact: intact) == true
        else { return }
        for index in judgement.findings.indices where judgement.findings[index].rule == .outcomeThrew {
            judgement.findings[index].severity = .error
            judgement.findings[index].message = "the call failed but must return"
        }
    }
}
