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
