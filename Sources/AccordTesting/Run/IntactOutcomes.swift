import AccordJSON

/// How calls end with the intact answer, by what was asked: what changed answers are compared with.
final class IntactOutcomes: Sendable {
    private let outcomes = Locked<[String: OutcomeForm]>([:])

    subscript(key: String) -> OutcomeForm? {
        get { outcomes.withLock { $0[key] } }
        set { outcomes.withLock { $0[key] = newValue } }
    }
}
