/// Why a case isn't run, or doesn't count.
package struct Exemption: Sendable {
    package var reason: String
    /// An ISO 8601 date, `2027-03-01`: from that day on the case counts again.
    package var until: String?
    /// Names of servers; empty: all.
    package var servers: [String]
    package var location: SourceLocation

    package init(reason: String, until: String? = nil, servers: [String] = [], location: SourceLocation) {
        self.reason = reason
        self.until = until
        self.servers = servers
        self.location = location
    }
}

/// Repeat the request until the case holds.
package struct Poll: Sendable {
    /// Seconds between two requests.
    package var retryAfter: Double
    package var retryLimit: Int
    package var location: SourceLocation

    package init(retryAfter: Double, retryLimit: Int, location: SourceLocation) {
        self.retryAfter = retryAfter
        self.retryLimit = retryLimit
        self.location = location
    }
}
