import AccordContract
import AccordSchema

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

extension ExchangeRecord {
    /// The largest number of bytes of a body in a report.
    package static let bodyLimit: Int = 64 * 1024

    /// Creates a record of a request and its response, with secrets masked and long bodies cut.
    ///
    /// - Parameters:
    ///   - version: The version of HTTP, such as `1.1`, or `nil` if it is unknown.
    ///   - failure: The reason why the response is missing or incomplete.
    package init(
        request: HTTPRequest, response: HTTPResponse?, version: String? = nil, failure: String? = nil,
        timing: Timing? = nil,
        masking: Masking = .none, bodyLimit: Int = ExchangeRecord.bodyLimit
    ) {
        self.init(
            request: Request(
                method: masking.mask(request.method), url: masking.mask(request.url),
                headers: request.headers.map(masking.mask),
                body: Body(request.body, masking: masking, limit: bodyLimit)),
            response: response.map {
                Response(
                    version: version, status: $0.status, headers: $0.headers.map(masking.mask),
                    body: Body($0.body, masking: masking, limit: bodyLimit))
            },
            failure: failure.map(masking.mask), timing: timing)
    }
}

extension ExchangeRecord.Body {
    /// Creates a body for a report, or returns `nil` if there is none.
    ///
    /// Secrets are masked before the bytes are cut or encoded as base64, so that no part of a secret remains.
    package init?(_ bytes: [UInt8], masking: Masking = .none, limit: Int = ExchangeRecord.bodyLimit) {
        guard !bytes.isEmpty else { return nil }
        let read = bytes.count > limit + masking.longestSpelling
        let masked = masking.mask(read ? Array(bytes[..<(limit + masking.longestSpelling)]) : bytes)
        let isCut = bytes.count > limit
        let shown = isCut ? masked.prefix(limit) : masked[...]
        if let text = Self.text(shown, isCut: isCut) {
            self.init(text: text, size: bytes.count, isCut: isCut)
        } else {
            self.init(base64: Base64.encode(shown), size: bytes.count, isCut: isCut)
        }
    }

    /// Returns the bytes as text, or `nil` if they aren't UTF-8. A character that was cut is dropped.
    private static func text(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard isCut else { return nil }
        for dropped in 1...3 where bytes.count > dropped {
            if let text = String(validating: bytes.dropLast(dropped), as: UTF8.self) { return text }
        }
        return nil
    }
}
