import AccordContract

/// A request with its response, secrets masked, as reports show it.
package struct ExchangeRecord: Sendable, Hashable {
    /// A body as text, or as base64 where it isn't UTF-8; cut where it is long.
    package struct Body: Sendable, Hashable {
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

    package struct Request: Sendable, Hashable {
        package var method: String
        package var url: String
        package var headers: [HTTPField]
        package var body: Body?
    }

    package struct Response: Sendable, Hashable {
        /// HTTP's version, `1.1`, where it is known.
        package var version: String?
        package var status: Int
        package var headers: [HTTPField]
        package var body: Body?
    }

    /// Seconds since the request began, as libcurl counts them.
    package struct Timing: Sendable, Hashable {
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
