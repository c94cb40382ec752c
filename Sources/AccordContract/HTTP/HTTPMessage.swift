// SPDX-License-Identifier: Apache-2.0
/// A header field of a request or response.
package struct HTTPField: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Returns whether the field has the given name, ignoring case (RFC 9110 section 5.1).
    package func isNamed(_ name: String) -> Bool { self.name.isFieldName(name) }

    /// Returns whether the field describes how a message is sent: its encoding and its connection. A document that
    /// requires such a field can't be met by each message.
    package static func isFraming(_ name: String) -> Bool {
        ["content-encoding", "transfer-encoding", "connection", "keep-alive", "trailer", "upgrade"]
            .contains(name.lowercased())
    }
}

extension Parameter {
    /// Whether the parameter is a header field that describes how a message is sent.
    package var isFraming: Bool { place == .header && HTTPField.isFraming(name) }
}

extension String {
    /// Returns whether two field names are equal, ignoring case (RFC 9110 section 5.1).
    package func isFieldName(_ name: String) -> Bool {
        utf8.count == name.utf8.count && utf8.elementsEqual(name.utf8) { Self.lowered($0) == Self.lowered($1) }
    }

    /// Whether a header field with this name has an idempotency key (draft-ietf-httpapi-idempotency-key-header).
    package var isIdempotencyKey: Bool { isFieldName("Idempotency-Key") }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension [HTTPField] {
    /// Returns the values of all fields with the given name, in order.
    package func values(_ name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }

    /// Returns the values that the lines of a field represent: one for each `Set-Cookie`, and one for all lines of
    /// another field (RFC 9110 section 5.3).
    package func combinedValues(_ name: String) -> [String] {
        let lines = values(name)
        return lines.isEmpty || name.isFieldName("Set-Cookie") ? lines : [lines.joined(separator: ", ")]
    }

    /// Returns the value of the first field with the given name.
    package func first(_ name: String) -> String? { first { $0.isNamed(name) }?.value }
}

/// A user name and a password for a Digest challenge (RFC 7616).
package struct DigestCredentials: Sendable, Hashable {
    package var username: String
    package var password: String

    package init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

/// An HTTP request, with the URL, the header fields and the body that the client sends.
package struct HTTPRequest: Sendable, Hashable {
    package var method: String
    /// The absolute URL of the request, percent-encoded.
    package var url: String
    package var headers: [HTTPField]
    package var body: [UInt8]
    /// The user name and password for a server that requires Digest authentication.
    package var digest: DigestCredentials?
    /// Whether the receiver has decoded the `Content-Encoding` of the body.
    package var isDecoded = false

    package init(method: String, url: String, headers: [HTTPField] = [], body: [UInt8] = []) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }

    /// Decodes the `Content-Encoding` of the body, if it isn't decoded yet.
    package mutating func decode() throws(ContentCoding.Failure) {
        if isDecoded { return }
        body = try ContentCoding.decoded(body, headers)
        isDecoded = true
    }

    /// The request with the decoded body, or the unchanged request if the body can't be decoded.
    package var decodedIfPossible: HTTPRequest {
        var request = self
        try? request.decode()
        return request
    }
}

/// An HTTP response, with the header fields and the body that the client receives.
package struct HTTPResponse: Sendable, Hashable {
    package var status: Int
    package var headers: [HTTPField]
    package var body: [UInt8]
    /// Whether the receiver has decoded the `Content-Encoding` of the body.
    package var isDecoded = false
    /// The events or lines of a response from a socket, if the response's media type is a stream.
    package var stream: ReceivedStream?

    package init(status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Functions that return whether an HTTP method is safe or idempotent (RFC 9110 section 9.2).
package enum HTTPMethod {
    /// Returns whether a method is safe, which means read-only.
    package static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

    /// Returns whether the method is idempotent: repeated requests have the same effect as one.
    package static func isIdempotent(_ method: String) -> Bool {
        isSafe(method) || method == "PUT" || method == "DELETE"
    }

    /// Returns whether a request with this method and without a body has `Content-Length: 0` (RFC 9110 section 8.6).
    package static func requiresLength(_ method: String) -> Bool { ["POST", "PUT", "PATCH"].contains(method) }

    /// The HTTP methods from IANA's registry that a contract may contain.
    package static let registered: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "QUERY", "ACL", "BIND", "CHECKOUT", "COPY",
        "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL", "MOVE", "PROPFIND", "PROPPATCH", "REBIND",
        "REPORT", "SEARCH", "UNBIND", "UNLINK", "UNLOCK",
    ]
}

/// A pattern for the status codes of a documented response: `200`, `4XX` or `default`.
package enum StatusPattern: Sendable, Hashable, CustomStringConvertible {
    case exact(Int)
    /// All status codes with one first digit: 4 means `4XX`.
    case range(Int)
    case any

    /// The status code, or `nil` if the pattern covers several status codes.
    package var code: Int? { if case .exact(let code) = self { code } else { nil } }

    package func covers(_ status: Int) -> Bool {
        switch self {
        case .exact(let code): code == status
        case .range(let hundreds): status / 100 == hundreds
        case .any: true
        }
    }

    /// Whether all status codes of the pattern are in a range of whole classes, such as `400...499`. For `default`, it is
    /// true for any range.
    package func isWithin(_ statuses: ClosedRange<Int>) -> Bool {
        switch self {
        case .exact(let code): statuses.contains(code)
        case .range(let hundreds): statuses.contains(hundreds * 100)
        case .any: true
        }
    }

    package var description: String {
        switch self {
        case .exact(let code): String(code)
        case .range(let hundreds): "\(hundreds)XX"
        case .any: "default"
        }
    }
}
