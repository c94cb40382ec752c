// SPDX-License-Identifier: Apache-2.0
/// A JSON Pointer (RFC 6901).
public struct JSONPointer: Sendable, CustomStringConvertible {
    /// The unescaped keys and indexes. Empty for the root.
    public var tokens: [String]

    /// The pointer to the root.
    public static let root: JSONPointer = JSONPointer(tokens: [])

    /// Creates a pointer from unescaped tokens.
    public init(tokens: [String]) { self.tokens = tokens }

    /// Reads a pointer such as `/users/0/name`, in which `~1` stands for a slash and `~0` for a tilde.
    ///
    /// - Throws: ``JSONPointerError`` if the string isn't a JSON Pointer.
    public init(parsing text: String) throws(JSONPointerError) { tokens = try Self.parse(text) }

    /// Returns the pointer to a member or an element.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    /// Returns the pointer to an element.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// The pointer to the enclosing value, or `nil` for the root.
    public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast())) }

    /// The pointer as a string, with escapes.
    public var description: String {
        tokens.reduce(into: "") { text, token in
            text += "/" + token.replacingScalars { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
        }
    }

    /// Returns a token such as `12` as an array index. Returns `nil` for other tokens, such as `-` and `01`, and for
    /// more than 18 digits.
    package static func arrayIndex(_ token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, digits.count <= 18, first != 0x30 || digits.count == 1 else { return nil }
        var index = 0
        for digit in digits {
            guard digit &- 0x30 < 10 else { return nil }
            index = index * 10 + Int(digit &- 0x30)
        }
        return index
    }
}

/// The error for a string that isn't a JSON Pointer.
public struct JSONPointerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The invalid string.
    public let text: String
    /// The column of the error, counted in Unicode scalars from 1.
    public let column: Int
    /// The reason for the error, and how to fix it.
    public let reason: String

    /// The string, the column and the reason on one line.
    public var description: String { "“\(text)”, column \(column): \(reason)" }
}

extension JSONPointer {
    /// Reads a pointer in the form of a URI fragment (RFC 6901, section 6), with or without the `#`.
    ///
    /// - Throws: ``JSONPointerError`` for an invalid escape and for bytes that aren't UTF-8.
    public init(uriFragment: String) throws(JSONPointerError) {
        var utf8 = uriFragment.utf8[...]
        if utf8.first == 0x23 { utf8.removeFirst() }
        var bytes: [UInt8] = []
        while let byte = utf8.first {
            let place = utf8.startIndex
            utf8.removeFirst()
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let high = utf8.popFirst().flatMap(HexDigit.value), let low = utf8.popFirst().flatMap(HexDigit.value)
            else {
                let column = uriFragment.unicodeScalars.distance(from: uriFragment.startIndex, to: place) + 1
                throw JSONPointerError(
                    text: uriFragment, column: column, reason: "% must be followed by two hexadecimal digits")
            }
            bytes.append(high << 4 | low)
        }
        guard let text = String(utf8: bytes) else {
            throw JSONPointerError(text: uriFragment, column: 1, reason: "the percent-encoded bytes aren't UTF-8")
        }
        tokens = try Self.parse(text)
    }

    /// The pointer as a URI fragment, including the `#`.
    public var uriFragment: String {
        var bytes: [UInt8] = [0x23]
        for byte in description.utf8 {
            if Self.isFragmentByte(byte) {
                bytes.append(byte)
            } else {
                bytes += [0x25, HexDigit.upper(byte >> 4), HexDigit.upper(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a fragment may contain the byte unescaped (RFC 3986, section 3.5).
    private static func isFragmentByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
        }
    }

    static func parse(_ text: String) throws(JSONPointerError) -> [String] {
        if text.isEmpty { return [] }
        let scalars = Array(text.unicodeScalars)
        guard scalars[0] == "/" else {
            throw JSONPointerError(text: text, column: 1, reason: "a pointer must be empty or start with /")
        }
        let wrong = scalars.indices.first { scalars[$0] == "~" && !["0", "1"].contains(scalars[($0 + 1)...].first) }
        if let wrong {
            throw JSONPointerError(
                text: text, column: min(wrong + 2, scalars.count),
                reason: "~ must be followed by 0 or 1: write ~0 for ~ and ~1 for /")
        }
        return scalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
            let token = String(String.UnicodeScalarView(token))
            return token.utf8.contains(0x7E)
                ? token.replacingBytes("~1", with: "/").replacingBytes("~0", with: "~") : token
        }
    }
}

extension JSONPointer: Hashable, Comparable {
    /// Returns whether two pointers have the same tokens, compared by Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool {
        left.tokens.count == right.tokens.count && zip(left.tokens, right.tokens).allSatisfy { $0.isSame(as: $1) }
    }

    /// Hashes the scalars of the tokens.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(tokens.count)
        for token in tokens { token.hashScalars(into: &hasher) }
    }

    /// Compares pointers token by token: indexes by number, and other tokens by Unicode scalars.
    public static func < (left: Self, right: Self) -> Bool {
        for (ours, theirs) in zip(left.tokens, right.tokens) where !ours.isSame(as: theirs) {
            if let ours = arrayIndex(ours), let theirs = arrayIndex(theirs) { return ours < theirs }
            return ours.precedes(theirs)
        }
        return left.tokens.count < right.tokens.count
    }
}

extension JSONPointer: Codable {
    /// Decodes the pointer from a string.
    ///
    /// - Throws: ``JSONPointerError`` if the string isn't a JSON Pointer.
    public init(from decoder: any Decoder) throws {
        try self.init(parsing: decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the pointer as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension JSONPointer: ExpressibleByStringLiteral {
    /// Creates a pointer from a literal.
    ///
    /// - Precondition: The literal is a valid JSON Pointer.
    public init(stringLiteral text: String) {
        do {
            tokens = try Self.parse(text)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
