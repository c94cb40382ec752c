// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A case whose call was judged, and the client, which further calls question.
struct SecondLook: Sendable {
    /// The questions about the client of a judged case in their order. The last one decides the severities.
    private static let investigations: [any Investigation] = [
        IgnoresChange(), ReadsExcluded(), ReadsPieces(), NeedsUndocumented(), HasHabits(),
        ContradictsExample(), LeavesUnread(), ReadsAnotherKey(), KnowsListedValues(), ShiftsTime(), DamagesBytes(),
        Harms(),
    ]

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

    /// Corrects the judgement of the case.
    func correct(_ judgement: inout Judgement) async {
        for investigation in Self.investigations { await investigation.correct(&judgement, of: self) }
    }

    /// Returns whether the call ended in the same way as with the unchanged response, or `nil` if this is unknown.
    func isSame(asIntact intact: Case) async -> Bool? { await runner.isSame(outcome, asIntact: intact) }

    /// Returns whether the call failed as with the unchanged response. An error may contain a different status code, as
    /// in openrouter-swift-api.
    func failsLikeIntact(_ intact: Case) async -> Bool {
        if await isSame(asIntact: intact) == true { return true }
        guard testCase.lastReply?.response?.body == intact.lastReply?.response?.body,
            let known = await runner.outcome(unchanged: intact)
        else { return false }
        return !known.isValue && !known.fails(in: outcome)
    }
}

extension Judgement {
    /// Whether the call failed for a different reason than a mistake in its request, such as a missing Content-Type.
    var misreadsResponse: Bool { findings.contains { $0.severity == .error && !$0.isAboutRequest } }
}

/// A question about a client that further calls answer. The answer may change the findings of a case.
protocol Investigation: Sendable { func correct(_ judgement: inout Judgement, of look: SecondLook) async }
