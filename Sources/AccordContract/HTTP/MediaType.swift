// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A media type, RFC 9110 section 8.3.
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// The lowercased type, such as `application`.
    package var type: String
    /// The lowercased subtype, such as `problem+json`, or `*` in a range.
    package var subtype: String
    /// The parameters with lowercased names and unquoted values, in order.
    package var parameters: [Parameter]

    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package static let json = MediaType(type: "application", subtype: "json", parameters: [])

    package init(type: String, subtype: String, parameters: [Parameter]) {
        (self.type, self.subtype, self.parameters) = (type, subtype, parameters)
    }

    package var essence: String { "\(type)/\(subtype)" }

    package var description: String { essence + parameters.map { "; \($0.name)=\($0.value)" }.joined() }

    /// Returns the value of a parameter, such as `charset`. The argument must be lowercase.
    package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Whether the type is text, including JSON and XML.
    package var isText: Bool { type == "text" || isXML || subtype == "javascript" || isJSON }
    /// Whether a body of the type is bytes, such as an image, rather than text.
    package var isBinary: Bool {
        guard !isText else { return false }
        return ["image", "audio", "video", "font"].contains(type)
            || ["octet-stream", "pdf", "zip", "gzip", "x-gzip", "x-tar", "wasm"].contains(subtype)
    }
    /// Whether the type is a table in plain text (RFC 4180).
    package var isTable: Bool { subtype == "csv" || subtype == "tab-separated-values" }
    /// Whether the type is `application/xml`, `text/xml` or `…+xml` (RFC 7303).
    package var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }
    /// Whether Accord varies each property of the body by itself.
    package var hasProperties: Bool { isJSON || isForm }
    /// Whether the type is `application/x-www-form-urlencoded`.
    package var isForm: Bool { type == "application" && subtype == "x-www-form-urlencoded" }
    /// Whether the type is `multipart/…`.
    package var isMultipart: Bool { type == "multipart" }
    /// Whether the type is `text/event-stream`.
    package var isEventStream: Bool { type == "text" && subtype == "event-stream" }
    /// Whether the type is a sequence of JSON values: NDJSON, JSON Lines, `stream+json` or a JSON text sequence.
    package var isLines: Bool {
        ["x-ndjson", "ndjson", "jsonl", "x-jsonlines", "json-seq", "jsonlines", "stream+json"].contains(subtype)
    }
    /// Whether the type is a stream of server-sent events or JSON values.
    package var isStream: Bool { isEventStream || isLines }

    /// The media type itself, or a type of a range, such as `image/png` of `image/*`. It is `nil` for `*/*` and
    /// `application/*`: the content decides.
    package var sample: MediaType? {
        guard subtype == "*" else { return self }
        let subtypes = [
            "text": "plain", "image": "png", "audio": "mpeg", "video": "mp4", "font": "woff2", "multipart": "form-data",
        ]
        return subtypes[type].map { MediaType(type: type, subtype: $0, parameters: parameters) }
    }

    /// A greater number for a range that covers fewer media types: with a type, a subtype, more parameters.
    package var specificity: Int { (type == "*" ? 0 : 1_000) + (subtype == "*" ? 0 : 1_000) + parameters.count }

    /// Returns whether this range, such as `text/*`, contains the media type `other`. `other` must have all parameters
    /// of the range, with equal values. JSON is in UTF-8 without a charset, too (RFC 8259 section 8.1).
    package func covers(_ other: MediaType) -> Bool {
        guard type == "*" || type == other.type else { return false }
        guard subtype == "*" || subtype == other.subtype else { return false }
        return parameters.allSatisfy { parameter in
            guard parameter.name == "charset" else { return other.parameter(parameter.name) == parameter.value }
            let charset = other.parameter("charset") ?? (other.isJSON ? "utf-8" : nil)
            return charset?.lowercased() == parameter.value.lowercased()
        }
    }
}

extension MediaType {
    /// Parses a media type, such as `text/html; charset=utf-8` (RFC 9110 section 8.3.1).
    package init?(parsing text: String) {
        // The most frequent media type needs no parsing.
        if text.isExactly("application/json") {
            self = .json
            return
        }
        let pieces = HeaderGrammar.split(text, on: UInt8(ascii: ";")).map { HeaderGrammar.trimmed($0) }
        let names = (pieces.first ?? "").split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.count == 2, names.allSatisfy(HeaderGrammar.isToken) else { return nil }
        var parameters: [Parameter] = []
        // RFC 9110 section 5.6.6 allows an empty parameter.
        for piece in pieces.dropFirst() where !piece.isEmpty {
            guard let equals = piece.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let (name, value) = (String(piece[..<equals]), String(piece[piece.utf8.index(after: equals)...]))
            guard HeaderGrammar.isToken(name), HeaderGrammar.isToken(value) || HeaderGrammar.isQuoted(value) else {
                return nil
            }
            parameters.append(Parameter(name: name.lowercased(), value: HeaderGrammar.unquoted(value)))
        }
        self.init(type: names[0].lowercased(), subtype: names[1].lowercased(), parameters: parameters)
    }

    /// Whether the type is `application/json`, `text/json` or `…+json`.
    package var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") && !isLines }
}

extension [HTTPField] {
    /// The media type in `Content-Type`, or `nil` if the field is missing or invalid.
    package var mediaType: MediaType? { first("Content-Type").flatMap { MediaType(parsing: $0) } }
}
