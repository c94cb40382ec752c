import AccordContract
import AccordMatching

/// What became of one case.
package struct CaseResult: Sendable, Codable {
    package enum Status: String, Sendable, Codable {
        case passed, failed, skipped, pending
        /// A case that it needs failed.
        case blocked
        /// The platform can't do what the case needs; `reason` says why.
        case notApplicable
    }

    package enum Origin: String, Sendable, Codable {
        case documented, derived
    }

    /// `login/creates a token`
    package var id: String
    /// `Specs/todos.json`
    package var file: String
    package var operation: String
    package var origin: Origin
    package var summary: String?
    package var status: Status
    /// Why it was skipped, is pending, blocked or not applicable.
    package var reason: String?
    /// Seconds.
    package var duration: Double
    package var assertions: Int
    package var location: SourceLocation
    package var findings: [Finding]
    /// What was sent and received; of passing cases too, up to the limit that the report says.
    package var exchanges: [ExchangeRecord]

    package init(
        id: String, file: String, operation: String, origin: Origin, summary: String? = nil, status: Status,
        reason: String? = nil, duration: Double = 0, assertions: Int = 0, location: SourceLocation,
        findings: [Finding] = [], exchanges: [ExchangeRecord] = []
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
    }
}

/// A request with its response, secrets masked, as reports show it.
package struct ExchangeRecord: Sendable, Codable, Hashable {
    /// A body as text, or as base64 where it isn't UTF-8; cut where it is long.
    package struct Body: Sendable, Codable, Hashable {
        package var text: String?
        package var base64: String?
        /// Bytes, before anything was cut.
        package var size: Int
        package var isCut: Bool

        package init(text: String? = nil, base64: String? = nil, size: Int, isCut: Bool) {
            self.text = text
            self.base64 = base64
            self.size = size
            self.isCut = isCut
        }
    }

    package struct Request: Sendable, Codable, Hashable {
        package var method: String
        package var url: String
        package var headers: [HTTPField]
        package var body: Body?

        package init(method: String, url: String, headers: [HTTPField], body: Body?) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
        }
    }

    package struct Response: Sendable, Codable, Hashable {
        package var status: Int
        package var headers: [HTTPField]
        package var body: Body?

        package init(status: Int, headers: [HTTPField], body: Body?) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// Seconds since the request began, as libcurl counts them.
    package struct Timing: Sendable, Codable, Hashable {
        package var nameLookup: Double
        package var connect: Double
        package var tlsHandshake: Double
        package var firstByte: Double
        package var total: Double

        package init(nameLookup: Double, connect: Double, tlsHandshake: Double, firstByte: Double, total: Double) {
            self.nameLookup = nameLookup
            self.connect = connect
            self.tlsHandshake = tlsHandshake
            self.firstByte = firstByte
            self.total = total
        }
    }

    package var request: Request
    /// nil: none came; `failure` says why.
    package var response: Response?
    package var failure: String?
    package var timing: Timing?

    package init(request: Request, response: Response?, failure: String? = nil, timing: Timing? = nil) {
        self.request = request
        self.response = response
        self.failure = failure
        self.timing = timing
    }
}
