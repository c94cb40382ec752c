/// Why a case isn't run, or doesn't count.
package final class Exemption: Sendable {
    package let reason: String
    /// An ISO 8601 date, `2027-03-01`: from that day on the case counts again.
    package let until: String?
    /// Names of servers; empty: all.
    package let servers: [String]
    package let location: SourceLocation

    package init(reason: String, until: String? = nil, servers: [String] = [], location: SourceLocation) {
        self.reason = reason
        self.until = until
        self.servers = servers
        self.location = location
    }

    /// True where the day that it names hasn't come, and the server is one that it names.
    ///
    /// - Parameters:
    ///   - today: ISO 8601, `2026-03-01` or longer.
    ///   - server: the name of the server under test; nil: it has none, or a client is tested.
    package func isInForce(on today: String, server: String? = nil) -> Bool {
        if let until, today.prefix(until.count) >= until { return false }
        return servers.isEmpty || server.map(servers.contains) ?? false
    }
}

/// Repeat the request until the case holds.
package final class Poll: Sendable {
    /// Seconds between two requests.
    package let retryAfter: Double
    package let retryLimit: Int
    package let location: SourceLocation

    package init(retryAfter: Double, retryLimit: Int, location: SourceLocation) {
        self.retryAfter = retryAfter
        self.retryLimit = retryLimit
        self.location = location
    }
}
