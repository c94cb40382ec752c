// SPDX-License-Identifier: Apache-2.0
import AccordJSON

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
