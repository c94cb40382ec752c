// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A case whose call was judged, and the client, which further calls question.
struct SecondLook: Sendable {
    let runner: CaseRunner
    let testCase: Case
    let observation: ClientObservation
    let outcome: OutcomeForm
    /// The case with the documented response. It is `nil` if the case isn't derived.
    let intact: Case?

    init(_ runner: CaseRunner, _ testCase: Case, _ observation: ClientObservation) {
        (self.runner, self.testCase, self.observation) = (runner, testCase, observation)
        outcome = OutcomeForm(observation.outcome)
        intact = testCase.intact
    }

    /// Corrects the judgement of the case. Each function answers a question about the client with further calls. The
    /// order matters, and the last function decides the severities.
    func correct(_ judgement: inout Judgement) async {
        await explainRefusal(&judgement)
        if judgement.findings.contains(where: { $0.rule == .requestCountNone }) {
            return await decideSeverities(&judgement)
        }
        await acceptIgnoredChange(&judgement)
        await judgeExcludedValue(&judgement)
        await judgeStream(&judgement)
        await explainOutcome(&judgement)
        await joinHabits(&judgement)
        blameContradiction(&judgement)
        await judgeUnreadProperties(&judgement)
        await judgeExchangedProperties(&judgement)
        await judgeListedValue(&judgement)
        judgeDates(&judgement)
        judgeBytes(&judgement)
        await decideSeverities(&judgement)
    }

    // MARK: The case

    var variation: Variation? { testCase.derivation?.variation }

    /// The change of the response's body, or `nil` if the case makes a different change.
    var mutation: Mutation? { if case .mutation(let mutation)? = variation { mutation } else { nil } }

    /// The JSON Pointer of the changed value in the response.
    var place: JSONPointer? { testCase.derivation?.place }

    // MARK: The call

    /// The value that the call returned, as JSON, or `nil` if it returned none.
    var value: JSON? { observation.outcome.value?.json }

    /// Returns how the call ends with the unchanged response.
    func outcomeOfIntact() async -> OutcomeForm? {
        guard let intact else { return nil }
        return await runner.outcome(unchanged: intact)
    }

    /// Returns whether the call ended in the same way as with the unchanged response, or `nil` if this is unknown.
    func endsLikeIntact() async -> Bool? {
        guard let intact else { return nil }
        return await runner.isSame(outcome, asIntact: intact)
    }

    /// Returns how the call ends if the documented response lacks a value, or `nil` if the response has no such value.
    func outcome(without place: JSONPointer) async -> OutcomeForm? {
        guard let intact else { return nil }
        return await runner.outcome(replacing: place, with: nil, in: intact)
    }

    /// Returns a finding about the value that the call returned.
    ///
    /// - Parameter place: The JSON Pointer of the wrong part of the value, or `nil` for the whole value.
    func finding(
        _ rule: Rule, severity: Finding.Severity = .error, _ message: String, at place: JSONPointer? = nil,
        expected: String?, actual: String?, advice: String
    ) -> Finding {
        Finding(
            rule: rule, severity: severity, blame: .client, message, contract: testCase.outcome.location,
            place: .init(.outcome, place?.description), expected: expected, actual: actual, advice: advice)
    }
}

extension Judgement {
    /// Whether the call failed for a different reason than a mistake in its request, such as a missing Content-Type.
    var misreadsResponse: Bool { findings.contains { $0.severity == .error && !$0.isAboutRequest } }
}
