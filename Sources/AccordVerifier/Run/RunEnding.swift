// SPDX-License-Identifier: Apache-2.0
/// The reason why a run ended early.
package enum RunEnding: Sendable, Hashable {
    case interrupted
    /// The server refused all connections after the case with this id, which was the last to receive a response.
    case serverWentAway(after: String)
    /// The credentials stopped working, as the text describes. `isAtEnd` is `true` if all other cases had run, except
    /// for cases that end sessions.
    case credentialsLost(String, isAtEnd: Bool)
    /// The run reached its time limit, in seconds.
    case timeIsUp(Double)
    /// The run reached the maximum number of failed cases. `last` is the id of the last failed case.
    case enoughFailures(Int, last: String)

    /// Returns why a case wasn't started or wasn't finished. The result of the case contains this text.
    func reason(wasStarted: Bool) -> String {
        switch self {
        case .enoughFailures: "not started: \(reason)"
        case .interrupted, .serverWentAway, .credentialsLost, .timeIsUp:
            "\(wasStarted ? "not finished" : "not run"): \(reason)"
        }
    }

    /// A text for reports: why the run ended early.
    package var reason: String {
        switch self {
        case .interrupted: "interrupted"
        case .serverWentAway(let id): "the server could no longer be reached after \(id)"
        case .credentialsLost(let description, _): description
        case .timeIsUp(let seconds):
            "--max-time \(Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)")s was reached"
        case .enoughFailures(1, let id): "--fail-fast ended the run after \(id) failed"
        case .enoughFailures(let count, let id): "--max-failures \(count) ended the run after \(id) failed"
        }
    }
}

/// Detects that a server went away: after a response, the server refuses several connections in a row. At the end of
/// the run, one refused connection is enough.
package struct ServerPresence: Sendable {
    private static let mostRefusals = 3

    private struct Server {
        /// The id of the last case that received a response.
        var lastAnswered: String?
        /// After its last response, the server refused the connections of these cases. The numbers are indices in the
        /// plan.
        var refused: [Int] = []
    }

    /// For each server address, the last response and the refused connections.
    private var servers: [String: Server] = [:]

    package init() {}

    package mutating func answered(_ id: String, at address: String) { servers[address] = Server(lastAnswered: id) }

    /// Records a refused connection. If the server went away, returns the id of the last case that received a response.
    package mutating func refused(_ position: Int, at address: String) -> String? {
        servers[address, default: Server()].refused.append(position)
        guard let server = servers[address], server.refused.count >= Self.mostRefusals else { return nil }
        return server.lastAnswered
    }

    /// The first server that went away, or `nil`. `lastAnswered` is the id of the case that received the server's last
    /// response. `refused` contains the cases with refused connections, as indices in the plan.
    package var gone: (lastAnswered: String, refused: [Int])? {
        let gone = servers.values.compactMap { server in
            server.refused.isEmpty ? nil : server.lastAnswered.map { (lastAnswered: $0, refused: server.refused) }
        }
        return gone.min { $0.refused[0] < $1.refused[0] }
    }
}
