/// Why a run ended before everything was asked.
package enum RunEnding: Sendable, Hashable {
    case interrupted
    /// The id of the last case that was answered.
    case serverWentAway(after: String)
    /// Seconds.
    case timeIsUp(Double)
    /// How many failures were enough, and the id of the last.
    case enoughFailures(Int, last: String)

    /// Why a case came to nothing.
    func reason(wasStarted: Bool) -> String {
        switch self {
        case .enoughFailures: "not started: \(reason)"
        case .interrupted, .serverWentAway, .timeIsUp: "\(wasStarted ? "not finished" : "not run"): \(reason)"
        }
    }

    /// In words.
    package var reason: String {
        switch self {
        case .interrupted: "interrupted"
        case .serverWentAway(let id): "the server went away after \(id)"
        case .timeIsUp(let seconds): "--max-time \(seconds.formattedSeconds) was over"
        case .enoughFailures(1, let id): "--fail-fast ended the run at \(id)"
        case .enoughFailures(let count, let id): "--max-failures \(count) ended the run at \(id)"
        }
    }
}

extension Double {
    fileprivate var formattedSeconds: String {
        self == rounded() && magnitude < 1e9 ? "\(Int(self))s" : "\(self)s"
    }
}

/// Whether the server is still there: a few refused connections in a row, after it had answered, say that it isn't.
package struct ServerPresence: Sendable {
    private static let mostRefusals = 3

    private var lastAnswered: String?
    /// The positions of the cases whose connections were refused since the last answer.
    package private(set) var refused: [Int] = []

    package init() {}

    package mutating func answered(_ id: String) {
        lastAnswered = id
        refused = []
    }

    /// Counts a refused connection; the id of the last case that was answered, once the server is gone.
    package mutating func refused(_ position: Int) -> String? {
        refused.append(position)
        return refused.count >= Self.mostRefusals ? lastAnswered : nil
    }
}
