import AccordJSON

/// A case as written in the contract: a named request with its response.
package struct CaseDefinition: Sendable {
    package enum Audience: String, Sendable, Codable {
        case client, server
    }

    /// Without the operation: `creates a token`, with its row, `creates a token[0]`.
    package var name: String
    package var location: SourceLocation
    package var summary: String?
    package var tags: [String]
    /// nil: both.
    package var appliesTo: Audience?
    package var given: [ProviderState]
    /// Replaces the operation's.
    package var security: [SecurityRequirement]?
    /// Ids of cases of the same contract that come first, `login/creates a token`.
    package var after: [Located<String>]
    /// One for a case with `request` and `response`.
    package var steps: [StepDefinition]
    package var poll: Poll?
    package var client: ClientExpectation?
    package var skip: Exemption?
    package var pending: Exemption?
    /// The row of `each` that fills in `${row.x}`.
    package var row: JSONValue?
    /// Where its values come from.
    package var origin: CaseOrigin

    package init(
        name: String, location: SourceLocation, summary: String? = nil, tags: [String] = [],
        appliesTo: Audience? = nil, given: [ProviderState] = [], security: [SecurityRequirement]? = nil,
        after: [Located<String>] = [], steps: [StepDefinition] = [], poll: Poll? = nil,
        client: ClientExpectation? = nil, skip: Exemption? = nil, pending: Exemption? = nil, row: JSONValue? = nil,
        origin: CaseOrigin = .written
    ) {
        self.name = name
        self.location = location
        self.summary = summary
        self.tags = tags
        self.appliesTo = appliesTo
        self.given = given
        self.security = security
        self.after = after
        self.steps = steps
        self.poll = poll
        self.client = client
        self.skip = skip
        self.pending = pending
        self.row = row
        self.origin = origin
    }
}

/// Where the values of a case come from.
package enum CaseOrigin: String, Sendable, Codable {
    /// From `cases`.
    case written
    /// From the examples of the operation's parameters, bodies and answers.
    case example
    /// Made from the schemas, since there is no example.
    case made
    /// From a link, or from what paths have in common.
    case linked
}

/// A state that a server is in before a case, in Pact's words.
package struct ProviderState: Sendable {
    package var name: String
    package var params: JSONValue?
    package var location: SourceLocation
}

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
