// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A `multipart/form-data` body, RFC 7578.
package struct Multipart: Sendable, Hashable {
    /// One part of a multipart body, with its header fields and its body.
    package struct Part: Sendable, Hashable {
        package var headers: [HTTPField]
        package var body: [UInt8]

        package init(headers: [HTTPField], body: [UInt8]) {
            self.headers = headers
            self.body = body
        }

        /// The name of the part: the parameter `name` of its `Content-Disposition` field.
        package var name: String? { disposition("name") }

        /// The file name: the parameter `filename*` (RFC 8187) or else `filename`, percent-decoded.
        package var filename: String? {
            if let extended = disposition("filename*") {
                let pieces = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
                if pieces.count == 3 { return Percent.decodeText(pieces[2]) }
            }
            return disposition("filename")
        }

        package var mediaType: MediaType? { headers.mediaType }

        /// A quoted parameter of `Content-Disposition` that contains an unescaped quotation mark or line break. This
        /// character ends the parameter's value too early.
        package struct TornParameter: Sendable, Hashable {
            package var name: String
            /// Whether the value ends at a line break instead of a quotation mark. Receivers read the text after the
            /// line break as a new header field.
            package var endsAtLineBreak: Bool
        }

        /// The first parameter of `Content-Disposition` that contains an unescaped quotation mark or line break.
        package var tornParameter: TornParameter? {
            for (name, written) in parameters {
                let value = Array(written.utf8)
                let quote = UInt8(ascii: "\"")
                guard value.first == quote, value.count < 2 || value.last != quote else { continue }
                return TornParameter(name: name, endsAtLineBreak: !value.dropFirst().contains(quote))
            }
            return nil
        }

        private func disposition(_ name: String) -> String? {
            parameters.first { $0.name == name }.map { HeaderGrammar.unquoted($0.value) }
        }

        /// The parameters of `Content-Disposition`, with their names in lower case and their values as written.
        private var parameters: [(name: String, value: String)] {
            HeaderGrammar.split(headers.first("Content-Disposition") ?? "", on: UInt8(ascii: ";")).dropFirst()
                .compactMap { piece in
                    guard let equals = piece.firstIndex(of: "=") else { return nil }
                    let value = HeaderGrammar.trimmed(piece[piece.index(after: equals)...])
                    return (HeaderGrammar.trimmed(piece[..<equals]).lowercased(), value)
                }
        }
    }

    /// The reason why a body isn't valid `multipart/form-data`.
    package struct Failure: Error, Sendable, Hashable {
        package var reason: String
        /// The offset of the mistake in the body, in bytes.
        package var offset: Int
    }

    package var parts: [Part]

    package init(parts: [Part]) { self.parts = parts }

    /// Reads a body with its boundary, RFC 2046 section 5.1.1. Preamble and epilogue are ignored.
    package init(parsing body: [UInt8], boundary: String) throws(Failure) {
        let delimiter = Array("--\(boundary)".utf8)
        guard !boundary.isEmpty else { throw Failure(reason: "the boundary is empty", offset: 0) }
        guard var line = Self.delimiterLine(delimiter, in: body, from: 0) else {
            guard let found = body.firstIndex(of: delimiter, from: 0) else {
                throw Failure(reason: "the body doesn't contain the boundary “\(boundary)”", offset: 0)
            }
            throw Failure(reason: "a line break is missing after the boundary", offset: found + delimiter.count)
        }
        var parts: [Part] = []
        while !line.isLast {
            guard let next = Self.delimiterLine(delimiter, in: body, from: line.end - 2) else {
                throw Failure(reason: "the boundary after the last part is missing", offset: line.end)
            }
            parts.append(try Self.part(body, line.end, max(line.end, next.start - 2)))
            line = next
        }
        self.parts = parts
    }

    /// Returns the next line that separates parts: the delimiter, `--` if it is the last one, and blanks. A line that
    /// only begins with the delimiter belongs to a part.
    private static func delimiterLine(
        _ delimiter: [UInt8], in body: [UInt8], from start: Int
    ) -> (start: Int, end: Int, isLast: Bool)? {
        var position = start
        while let found = body.firstIndex(of: delimiter, from: position) {
            position = found + 1
            guard found == 0 || body[..<found].suffix(2).elementsEqual(lineEnd) else { continue }
            var end = found + delimiter.count
            let isLast = body[end...].starts(with: "--".utf8)
            if isLast { end += 2 }
            while end < body.count, body[end] == 0x20 || body[end] == 0x09 { end += 1 }
            if body[end...].starts(with: lineEnd) { return (found, end + 2, isLast) }
            if isLast, end == body.count || body[end] == 0x0A { return (found, end, isLast) }
        }
        return nil
    }

    /// Returns the bytes of the body, with the boundary around each part.
    package func bytes(boundary: String) -> [UInt8] {
        var result: [UInt8] = []
        for part in parts {
            result += "--\(boundary)\r\n".utf8
            for field in part.headers { result += "\(field.name): \(field.value)\r\n".utf8 }
            result += Self.lineEnd
            result += part.body
            result += Self.lineEnd
        }
        return result + "--\(boundary)--\r\n".utf8
    }

    private static let lineEnd = Array("\r\n".utf8)

    /// Returns a name with `%0D` in place of CR and `%0A` in place of LF, as browsers write names (HTML section
    /// 4.10.21.8). An unescaped line break would start a new header field.
    package static func withoutLineBreaks(_ name: String) -> String {
        // Iterate over scalars, because Swift treats CR LF as one character.
        name.unicodeScalars.reduce(into: "") { written, scalar in
            switch scalar {
            case "\r": written += "%0D"
            case "\n": written += "%0A"
            default: written.unicodeScalars.append(scalar)
            }
        }
    }

    private static func part(_ body: [UInt8], _ start: Int, _ end: Int) throws(Failure) -> Part {
        var headers: [HTTPField] = []
        var position = start
        while position < end {
            let line = body.firstIndex(of: lineEnd, from: position) ?? end
            if line == position { return Part(headers: headers, body: Array(body[min(position + 2, end)..<end])) }
            let text = String(decoding: body[position..<min(line, end)], as: UTF8.self)
            guard let colon = text.firstIndex(of: ":") else {
                throw Failure(reason: "invalid header field “\(text)”", offset: position)
            }
            let value = HeaderGrammar.trimmed(text[text.index(after: colon)...])
            headers.append(HTTPField(String(text[..<colon]), value))
            position = line + 2
        }
        return Part(headers: headers, body: [])
    }
}
