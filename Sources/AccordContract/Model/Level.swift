/// How much is derived.
package enum Level: String, Sendable, Codable, CaseIterable, Comparable {
    /// Documented cases and a dozen derived ones.
    case smoke
    /// All that an in-process stub can do.
    case standard
    /// What needs a socket, too.
    case full

    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .smoke: 0
        case .standard: 1
        case .full: 2
        }
    }
}
