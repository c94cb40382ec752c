// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A request and its response in the form that reports show. Secrets are masked.
package struct ExchangeRecord: Record, Sendable, Hashable {
    /// A body as text, or as base64 if it isn't UTF-8. A long body is truncated.
    package struct Body: Record, Sendable, Hashable {
        package var text: String?
        package var base64: String?
        /// The number of bytes of the complete body.
        package var size: Int
        package var isCut: Bool

        package static let shape = RecordShape<Self>(
            ("text", \.text), ("base64", \.base64), ("size", \.size), ("isCut", \.isCut),
            make: Self.init(text:base64:size:isCut:))
    }

    package struct Request: Record, Sendable, Hashable {
        package var method: String
        package var url: String
        package var headers: [HTTPField]
        package var body: Body?

        package static let shape = RecordShape<Self>(
            ("method", \.method), ("url", \.url), ("headers", \.headers), ("body", \.body),
            make: Self.init(method:url:headers:body:))
    }

    /// A received stream: the number of its events or lines, and the first and last of them.
    package struct Stream: Record, Sendable, Hashable {
        package struct Item: Record, Sendable, Hashable {
            /// The index of the event or line in the stream, starting at 0.
            package var index: Int
            /// The milliseconds from the start of the request until the event or line was complete.
            package var milliseconds: Int
            /// The event or line, or its beginning if it is long.
            package var text: String

            package static let shape = RecordShape<Self>(
                ("index", \.index), ("milliseconds", \.milliseconds), ("text", \.text),
                make: Self.init(index:milliseconds:text:))
        }

        package var count: Int
        /// The reason why Accord closed the connection, or `nil` if the server ended the stream.
        package var closing: ReceivedStream.Closing?
        package var items: [Item]

        package static let shape = RecordShape<Self>(
            ("count", \.count), ("closing", \.closing), ("items", \.items), make: Self.init(count:closing:items:))
    }

    package struct Response: Record, Sendable, Hashable {
        /// The version of HTTP, such as `1.1`, or `nil` if it is unknown.
        package var version: String?
        package var status: Int
        package var headers: [HTTPField]
        package var body: Body?
        package var stream: Stream?

        package static let shape = RecordShape<Self>(
            ("version", \.version), ("status", \.status), ("headers", \.headers), ("body", \.body),
            ("stream", \.stream),
            make: Self.init(version:status:headers:body:stream:))
    }

    /// The end of each phase of the request, in seconds after the start of the request, as libcurl measures it.
    package struct Timing: Record, Sendable, Hashable {
        package static let zero = Timing()

        package var nameLookup = 0.0
        package var connect = 0.0
        package var tlsHandshake = 0.0
        package var firstByte = 0.0
        package var total = 0.0

        package static let shape = RecordShape<Self>(
            ("nameLookup", \.nameLookup), ("connect", \.connect), ("tlsHandshake", \.tlsHandshake),
            ("firstByte", \.firstByte), ("total", \.total),
            make: Self.init(nameLookup:connect:tlsHandshake:firstByte:total:))
    }

    package var request: Request
    /// The response. If there is no response, it is `nil`, and `failure` contains the reason.
    package var response: Response?
    package var failure: String?
    package var timing: Timing?

    package init(request: Request, response: Response?, failure: String? = nil, timing: Timing? = nil) {
        (self.request, self.response, self.failure, self.timing) = (request, response, failure, timing)
    }

    package static let shape = RecordShape<Self>(
        ("request", \.request), ("response", \.response), ("failure", \.failure), ("timing", \.timing),
        make: Self.init(request:response:failure:timing:))
}

extension HTTPField: Record {
    package static let shape = RecordShape<Self>(("name", \.name), ("value", \.value), make: HTTPField.init(_:_:))
}

extension ReceivedStream.Closing: RecordValue {}

extension ExchangeRecord {
    /// The maximum number of bytes of a body in a report.
    package static let bodyLimit: Int = 64 * 1024

    /// Creates a record of a request and its response. Masks secrets, and truncates long bodies.
    ///
    /// - Parameters:
    ///   - version: The version of HTTP, such as `1.1`, or `nil` if it is unknown.
    ///   - failure: The reason why the response is missing or incomplete.
    package init(
        request: HTTPRequest, response: HTTPResponse?, version: String? = nil, failure: String? = nil,
        timing: Timing? = nil, masking: Masking = .none, bodyLimit: Int = ExchangeRecord.bodyLimit
    ) {
        self.init(
            request: Request(
                method: masking.mask(request.method), url: masking.mask(request.url),
                headers: request.headers.map(masking.mask),
                body: Body(request.body, masking: masking, limit: bodyLimit)),
            response: response.map {
                Response(
                    version: version, status: $0.status, headers: $0.headers.map(masking.mask),
                    body: Body($0.body, masking: masking, limit: bodyLimit),
                    stream: Stream($0, masking: masking))
            },
            failure: failure.map(masking.mask), timing: timing)
    }
}

extension ExchangeRecord.Stream {
    /// The maximum number of bytes of an event or line in a report.
    private static let itemLimit = 256

    /// Returns `nil` if the response isn't a stream.
    fileprivate init?(_ response: HTTPResponse, masking: Masking) {
        guard let stream = response.stream else { return nil }
        let items = stream.items.map { item in
            let bytes = Array(response.body[item.bytes.clamped(to: response.body.indices)])
            let body = ExchangeRecord.Body(bytes, masking: masking, limit: Self.itemLimit)
            let whole = body?.text ?? body?.base64 ?? ""
            let text = String(whole.drop(while: \.isNewline).trimmingEnd(while: \.isNewline))
            return Item(
                index: item.index, milliseconds: item.milliseconds, text: body?.isCut == true ? text + "…" : text)
        }
        self.init(count: stream.count, closing: stream.closing, items: items)
    }

    /// Describes the first and last `most` events or lines of the stream, each with its time. The last element
    /// describes the end of the stream.
    package func lines(most: Int = 3) -> [String] {
        let shown = items.count <= 2 * most ? items : Array(items.prefix(most) + items.suffix(most))
        return shown.map { "item \($0.index) after \($0.milliseconds) ms: \($0.text.lines.joined(separator: " ⏎ "))" }
            + [ending]
    }

    /// A description of the end of the stream: the number of items, and whether Accord or the server closed the
    /// connection.
    package var ending: String {
        let items = count.counted("item")
        return switch closing {
        case nil: "\(items), then the server ended the stream"
        case .count: "\(items), then Accord closed the connection at the documented number of items"
        case .duration: "\(items), then Accord closed the connection after the documented time"
        case .timeout: "\(items), then Accord closed the connection at the time limit"
        case .size: "\(items), then Accord closed the connection at the size limit"
        }
    }
}

extension ExchangeRecord.Body {
    /// Creates a body for a report. Returns `nil` if the body is empty.
    ///
    /// Secrets are masked before the body is truncated or encoded as base64, so that no part of a secret remains.
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

    /// Returns the bytes as text, or `nil` if they aren't UTF-8. If the body is truncated, omits an incomplete last
    /// character.
    private static func text(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> String? {
        if let text = String(utf8: bytes) { return text }
        guard isCut else { return nil }
        for dropped in 1...3 where bytes.count > dropped {
            if let text = String(utf8: bytes.dropLast(dropped)) { return text }
        }
        return nil
    }
}
