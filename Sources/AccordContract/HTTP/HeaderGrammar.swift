// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Functions that parse and write the values of header fields (RFC 9110 section 5.6).
package enum HeaderGrammar {
    /// Splits a field value at a separator that isn't in a quoted string. The pieces keep their whitespace.
    package static func split(_ text: some StringProtocol, on separator: UInt8) -> [String] {
        var pieces: [String] = []
        var piece: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        for byte in text.utf8 {
            if byte == separator, !isQuoted {
                pieces.append(String(decoding: piece, as: UTF8.self))
                piece = []
                continue
            }
            piece.append(byte)
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
        }
        pieces.append(String(decoding: piece, as: UTF8.self))
        return pieces
    }

    /// Returns the trimmed members of a comma-separated list, without empty members.
    package static func list(_ text: some StringProtocol) -> [String] {
        split(text, on: UInt8(ascii: ",")).map { trimmed($0) }.filter { !$0.isEmpty }
    }

    /// Returns a string without surrounding spaces and tabs.
    package static func trimmed(_ text: some StringProtocol) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        return String(decoding: Array(text.utf8).drop(while: isSpace).trimmingEnd(while: isSpace), as: UTF8.self)
    }

    /// Returns whether a string contains a character that ends a header line.
    package static func holdsLineBreak(_ text: String) -> Bool {
        text.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
    }

    /// Returns whether a string is a `token`.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { ByteSet.token.contains($0) }
    }

    /// Returns whether a string begins and ends with a quotation mark.
    package static func isQuoted(_ text: String) -> Bool {
        text.utf8.count >= 2 && text.utf8.first == UInt8(ascii: "\"") && text.utf8.last == UInt8(ascii: "\"")
    }

    /// Returns the content of a quoted string, or any other string unchanged.
    package static func unquoted(_ text: String) -> String {
        guard isQuoted(text) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes[1..<(bytes.count - 1)] {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
                isEscaped = false
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns a token unchanged, or any other string as a quoted string.
    package static func quotedIfNeeded(_ text: String) -> String { isToken(text) ? text : quoted(text) }

    /// Returns the text in quotation marks, as RFC 9110 section 5.6.4 specifies.
    package static func quoted(_ text: String) -> String {
        "\"\(text.replacingScalars { $0 == "\"" || $0 == "\\" ? "\\\($0)" : nil })\""
    }

    /// Returns the encoded name-value pairs of a `Cookie` field (RFC 6265 section 4.2). Quotation marks around values are
    /// removed.
    package static func cookies(_ line: String) -> [RawItem] {
        line.split(separator: ";").map { piece in
            let text = trimmed(piece)
            guard let equals = text.firstIndex(of: "=") else {
                return RawItem(name: text, value: "", hasEqualsSign: false)
            }
            let value = String(text[text.index(after: equals)...])
            return RawItem(name: String(text[..<equals]), value: unquoted(value))
        }
    }
}

/// The credentials of an `Authorization` field with the scheme `Basic`, RFC 7617.
package struct BasicCredentials: Sendable, Hashable {
    /// The scheme as written in the field, such as `Basic` or `basic`.
    package let scheme: String
    /// The bytes of `user:password`, decoded from base64.
    package let bytes: [UInt8]

    /// Reads a field value, or returns `nil` if it has a different scheme or isn't base64.
    package init?(_ value: String) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let decoded = Base64.decode(String(parts[1])) else {
            return nil
        }
        (scheme, bytes) = (String(parts[0]), decoded)
    }

    /// The text `user:password`, or `nil` if the bytes aren't UTF-8.
    package var text: String? { String(utf8: bytes) }

    /// Returns the value of an `Authorization` field for the text `user:password`.
    package static func fieldValue(_ text: String) -> String { "Basic \(Base64.encode(Array(text.utf8)))" }
}

extension Substring {
    /// The text without leading and trailing whitespace.
    package var trimmed: Substring { drop(while: \.isWhitespace).trimmingEnd(while: \.isWhitespace) }
}

extension BidirectionalCollection {
    /// Returns the elements without those at the end that satisfy a condition.
    package func trimmingEnd(while isDropped: (Element) -> Bool) -> SubSequence {
        self[..<(lastIndex { !isDropped($0) }.map { index(after: $0) } ?? startIndex)]
    }
}
