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
protocol Investigation: Sendable {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async
}

extension CaseRunner {
    /// The questions about the client of a judged case in their order. The last one decides the severities.
    static let investigations: [any Investigation] = [
        IgnoresChange(), FailsAnyway(), ReadsExcluded(), ReadsPieces(), NeedsUndocumented(), HasHabits(),
        ContradictsExample(), LeavesUnread(), ShiftsTime(), Harms(),
    ]
}

/// The results of earlier calls, so that no call is repeated for each derived case.
final class EarlierCalls: Sendable {
    private let outcomes = Locked<[String: OutcomeForm]>([:])
    private let answers = Locked<[String: Task<Bool, Never>]>([:])
    private let durations = Locked<[String: Duration]>([:])

    /// How calls ended, by case and changed value. Other calls are compared with them.
    subscript(key: String) -> OutcomeForm? {
        get { outcomes.withLock { $0[key] } }
        set { outcomes.withLock { $0[key] = newValue } }
    }

    /// Returns the answer to a question about an operation, which `calls` finds out once.
    ///
    /// - Parameter limit: The total duration of the calls for an operation after which further answers are `false`.
    func answer(
        _ question: String, of operation: String, within limit: Duration, _ calls: @escaping @Sendable () async -> Bool
    ) async -> Bool {
        let task = answers.withLock { known in
            let task =
                known["\(operation) \(question)"]
                ?? Task {
                    guard self.durations.withLock({ $0[operation] ?? .zero }) < limit else { return false }
                    let start = ContinuousClock.now
                    let answer = await calls()
                    self.durations.withLock { $0[operation, default: .zero] += ContinuousClock.now - start }
                    return answer
                }
            known["\(operation) \(question)"] = task
            return task
        }
        return await task.value
    }
}
