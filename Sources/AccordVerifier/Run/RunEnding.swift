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

/// Whether servers are still there: a few refused connections in a row, after one had answered, say that it isn't; so
/// does a single one behind which nothing is left to ask.
package struct ServerPresence: Sendable {
    private static let mostRefusals = 3

    private struct Server {
        /// The id of a case.
        var lastAnswered: String?
        /// The positions of the cases whose connections were refused since then.
        var refused: [Int] = []
    }

    /// By their addresses: that one is gone says nothing of another.
    private var servers: [String: Server] = [:]

    package init() {}

    package mutating func answered(_ id: String, at address: String) {
        servers[address] = Server(lastAnswered: id)
    }

    /// Counts a refused connection; the id of the last case that was answered, once the server is gone.
    package mutating func refused(_ position: Int, at address: String) -> String? {
        servers[address, default: Server()].refused.append(position)
        guard let server = servers[address], server.refused.count >= Self.mostRefusals else { return nil }
        return server.lastAnswered
    }

    /// A server that had answered and then refused every connection: the id of the case that it answered last, and the
    /// positions of those that it refused.
    package var gone: (lastAnswered: String, refused: [Int])? {
        let gone = servers.values.compactMap { server in
            server.refused.isEmpty ? nil : server.lastAnswered.map { (lastAnswered: $0, refused: server.refused) }
        }
        return gone.min { $0.refused[0] < $1.refused[0] }
    }
}
