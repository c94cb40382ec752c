// SPDX-License-Identifier: Apache-2.0
import AccordCore

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

    /// Corrects the judgement of the case.
    func correct(_ judgement: inout Judgement) async {
        for investigation in CaseRunner.investigations { await investigation.correct(&judgement, of: self) }
    }

    /// Returns whether the call ended in the same way as with the unchanged response, or `nil` if this is unknown.
    func isSame(asIntact intact: Case) async -> Bool? { await runner.isSame(outcome, asIntact: intact) }
}

/// A question about a client that further calls answer. The answer may change the findings of a case.
protocol Investigation: Sendable { func correct(_ judgement: inout Judgement, of look: SecondLook) async }
