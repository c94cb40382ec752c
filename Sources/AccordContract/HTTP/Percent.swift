// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Percent-encodes and percent-decodes UTF-8 text (RFC 3986 section 2.1).
package enum Percent {
    /// Returns a string with all bytes outside `allowed` as uppercase `%XX`.
    package static func encode(_ text: String, keeping allowed: ByteSet = .unreserved) -> String {
        encode(text.utf8, keeping: allowed)
    }

    /// Returns bytes as a string, with all bytes outside `allowed` as uppercase `%XX`.
    package static func encode(_ bytes: some Sequence<UInt8>, keeping allowed: ByteSet = .unreserved) -> String {
        var result: [UInt8] = []
        for byte in bytes { if allowed.contains(byte) { result.append(byte) } else { append(byte, to: &result) } }
        return String(decoding: result, as: UTF8.self)
    }

    /// Adds the uppercase `%XX` of a byte.
    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "%"))
        result.append(HexDigit.upper(byte >> 4))
        result.append(HexDigit.upper(byte & 15))
    }

    /// Returns the decoded bytes. A `%` without two hexadecimal digits is unchanged.
    package static func decode(_ text: some StringProtocol) -> [UInt8] {
        replacingOctets(in: Array(text.utf8)) { byte, result in result.append(byte) }
    }

    /// Returns the bytes, with the result of `replace` in place of each `%XX`.
    private static func replacingOctets(in bytes: [UInt8], _ replace: (UInt8, inout [UInt8]) -> Void) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let byte = octet(in: bytes[...], at: index) {
                replace(byte, &result)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// Returns the decoded string, with U+FFFD for bytes that aren't UTF-8.
    package static func decodeText(_ text: some StringProtocol) -> String {
        let text = String(text)
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(decoding: decode(text), as: UTF8.self)
    }

    /// Returns whether each `%` precedes two hexadecimal digits.
    package static func isWellFormed(_ text: some StringProtocol) -> Bool {
        let text = String(text)
        guard text.utf8.contains(UInt8(ascii: "%")) else { return true }
        let bytes = Array(text.utf8)
        return bytes.indices.allSatisfy { bytes[$0] != UInt8(ascii: "%") || octet(in: bytes[...], at: $0) != nil }
    }

    /// Returns whether the bytes of the percent-decoded text are UTF-8.
    package static func isUTF8(_ text: some StringProtocol) -> Bool {
        let text = String(text)
        return !text.utf8.contains(UInt8(ascii: "%")) || String(utf8: decode(text)) != nil
    }

    /// Returns the normalized string: uppercase digits, and unreserved characters decoded, RFC 3986 section 6.2.2.
    ///
    /// - Parameter decoded: The characters to decode.
    package static func normalized(_ text: some StringProtocol, decoding decoded: ByteSet = .unreserved) -> String {
        let text = String(text)
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(decoding: normalized(Array(text.utf8), decoding: decoded), as: UTF8.self)
    }

    /// Returns the bytes after decoding each `%XX` of a byte in `decoded`. Every other `%XX` gets uppercase digits.
    package static func normalized(_ bytes: [UInt8], decoding decoded: ByteSet = .unreserved) -> [UInt8] {
        replacingOctets(in: bytes) { byte, result in
            if decoded.contains(byte) { result.append(byte) } else { append(byte, to: &result) }
        }
    }

    /// Returns the decoded byte of the `%XX` at an index, or `nil` if no `%XX` starts there.
    package static func octet(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
            let high = HexDigit.value(bytes[index + 1]), let low = HexDigit.value(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }
}

/// A set of ASCII bytes.
package struct ByteSet: Sendable, Hashable, ExpressibleByStringLiteral {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init(stringLiteral text: String) { insert(text) }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    private mutating func insert(_ text: String) {
        for byte in text.utf8 where byte < 128 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    package func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low & (1 << UInt64(byte)) != 0 }
        return byte < 128 && high & (1 << UInt64(byte - 64)) != 0
    }

    package func union(_ other: ByteSet) -> ByteSet { ByteSet(low: low | other.low, high: high | other.high) }

    package func subtracting(_ other: ByteSet) -> ByteSet { ByteSet(low: low & ~other.low, high: high & ~other.high) }

    private static let letters: ByteSet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private static let digits: ByteSet = "0123456789"

    /// The characters that need no encoding anywhere in a URL (RFC 3986 section 2.3).
    package static let unreserved: ByteSet = letters.union(digits).union("-._~")
    /// The characters that a path may contain without encoding (RFC 3986 section 3.3).
    package static let path: ByteSet = segment.union("/")
    /// The characters that a segment of a path may contain without encoding (RFC 3986 section 3.3).
    package static let segment: ByteSet = unreserved.union("!$&'()*+,;=:@")
    /// The characters that a query may contain without encoding (RFC 3986 section 3.4), and brackets, which most
    /// clients don't encode.
    package static let query: ByteSet = unreserved.union("!$&'()*+,;=:@/?%[]")
    /// The characters that the value of a query item may contain without encoding. Servers read `+` as a space.
    static let queryValue: ByteSet = path.union("?").subtracting("&+")
    /// The characters that the WHATWG's URL standard leaves unencoded in a query.
    package static let webQuery: ByteSet = unreserved.union("!$%&'()*+,/:;=?@[\\]^`{|}")
    /// The characters that the WHATWG's URL standard leaves unencoded in a form.
    package static let form: ByteSet = letters.union(digits).union("*-._")
    /// The characters that a token may contain (RFC 9110 section 5.6.2).
    package static let token: ByteSet = letters.union(digits).union("!#$%&'*+-.^_`|~")
    /// The characters that a cookie's value may contain (RFC 6265 section 4.1.1), except `%`. Accord encodes `%`, so
    /// that decoding restores the original value.
    static let cookieOctet: ByteSet = unreserved.union("!#$&'()*+/:<=>?@[]^`{|}")
}
