import AccordContract

/// What became of one case.
package struct CaseResult: Sendable {
    package enum Status: String, Sendable {
        case passed, failed, skipped, pending
        /// A case that it needs failed, or there was no server to be asked at all.
        case blocked
        /// The platform can't do what the case needs; `reason` says why.
        case notApplicable
    }

    package enum Origin: String, Sendable {
        case documented, derived
        /// Made from the schemas, of an operation that documents no case.
        case made
    }

    /// `login/creates a token`
    package var id: String
    /// `Specs/todos.json`
    package var file: String
    package var operation: String
    package var origin: Origin
    package var summary: String?
    package var status: Status
    /// Why it was skipped, is pending, blocked or not applicable; of a failure, the case that fails likewise.
    package var reason: String?
    /// Seconds.
    package var duration: Double
    package var assertions: Int
    package var location: SourceLocation
    package var findings: [Finding]
    /// What was sent and received; of passing cases too, up to the limit that the report says.
    package var exchanges: [ExchangeRecord]
    /// The run that it comes from, in a report that was merged from several.
    package var run: RunReport.Kind?
    /// What a client's call depends on in the answer; empty where that wasn't tried.
    package var dependences: [Dependence]

    package init(
        id: String, file: String, operation: String, origin: Origin, summary: String? = nil, status: Status,
        reason: String? = nil, duration: Double = 0, assertions: Int = 0, location: SourceLocation,
        findings: [Finding] = [], exchanges: [ExchangeRecord] = [], run: RunReport.Kind? = nil,
        dependences: [Dependence] = []
    ) {
        self.id = id
        self.file = file
        self.operation = operation
        self.origin = origin
        self.summary = summary
        self.status = status
        self.reason = reason
        self.duration = duration
        self.assertions = assertions
        self.location = location
        self.findings = findings
        self.exchanges = exchanges
        self.run = run
        self.dependences = dependences
    }
}
