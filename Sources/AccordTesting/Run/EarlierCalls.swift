// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON

/// The results of earlier calls, so that no call is repeated for each derived case.
final class EarlierCalls: Sendable {
    /// A response of a base case: unchanged, unchanged a second time, or with a changed value.
    enum Response: Hashable, Sendable {
        case unchanged, again
        case other(JSONPointer)
        case value(JSON?, at: JSONPointer)
    }

    /// A call of a base case.
    struct Call: Hashable, Sendable {
        let operation: String
        let base: String
        let response: Response
    }

    /// A habit that the client may have when it sends a parameter or property, and what it then sends.
    struct Topic: Hashable, Sendable {
        let operation: String
        let place: Finding.Place
        let kind: Habit.Kind
        var sent: [String] = []
    }

    /// How calls ended. Other calls are compared with them. It is `nil` for a call that couldn't be made.
    let outcomes = Memo<Call, OutcomeForm?>()
    /// Whether a call has kept its completion handler after it called the handler.
    let keepsHandlers = Locked(false)
    private let habits = Memo<Topic, Bool>()
    /// The total duration of the calls that find out the habits, by operation.
    private let durations = Locked<[String: Duration]>([:])

    /// Returns whether the client has a habit, which `calls` finds out once.
    ///
    /// - Parameter limit: The total duration of the calls for an operation after which further answers are `false`.
    func has(
        _ topic: Topic, within limit: Duration = .seconds(60), _ calls: @escaping @Sendable () async -> Bool
    ) async -> Bool {
        await habits.value(of: topic) {
            guard self.durations.withLock({ $0[topic.operation] ?? .zero }) < limit else { return false }
            let start = ContinuousClock.now
            let answer = await calls()
            self.durations.withLock { $0[topic.operation, default: .zero] += ContinuousClock.now - start }
            return answer
        }
    }
}

/// Values that are found out once.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let tasks = Locked<[Key: Task<Value, Never>]>([:])

    /// Returns a value, which the first call with this key finds out. Concurrent calls wait for it.
    func value(of key: Key, _ find: @escaping @Sendable () async -> Value) async -> Value {
        let task = tasks.withLock { tasks in
            let task = tasks[key] ?? Task { await find() }
            tasks[key] = task
            return task
        }
        return await task.value
    }
}
