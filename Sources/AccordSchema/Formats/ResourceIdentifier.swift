// SPDX-License-Identifier: Apache-2.0
/// The formats `uri`, `uri-reference` (RFC 3986), `iri` and `iri-reference` (RFC 3987).
struct ResourceIdentifier {
    private var text: ByteScanner
    private let isInternational: Bool

    static func isValid(_ text: ByteScanner, isReference: Bool, isInternational: Bool) -> Bool {
        var identifier = ResourceIdentifier(text: text, isInternational: isInternational)
        return identifier.takeAll(isReference: isReference)
    }

    private mutating func takeAll(isReference: Bool) -> Bool {
        let hasScheme = takeScheme()
        guard hasScheme || isReference else { return false }
        if text.next == 0x2F, text.at + 1 < text.end, text.base[text.at + 1] == 0x2F {
            text.at += 2
            guard takeAuthority() else { return false }
            guard text.isAtEnd || text.next == 0x2F || text.next == 0x3F || text.next == 0x23 else { return false }
        } else if !hasScheme {
            // The first segment of a relative path must not contain a colon, because a colon ends a scheme.
            takeCharacters { Self.isPathByte($0) && $0 != 0x3A && $0 != 0x2F }
            if text.next == 0x3A { return false }
        }
        takeCharacters(Self.isPathByte)
        if text.take(0x3F) { takeCharacters(isQuery: true) { Self.isPathByte($0) || $0 == 0x3F } }
        if text.take(0x23) { takeCharacters { Self.isPathByte($0) || $0 == 0x3F } }
        return text.isAtEnd
    }

    private mutating func takeScheme() -> Bool {
        let start = text.at
        guard ASCII.isLetter(text.next) else { return false }
        text.takeWhile { ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
        if text.take(0x3A) { return true }
        text.at = start
        return false
    }

    private mutating func takeAuthority() -> Bool {
        let start = text.at
        takeCharacters { Self.isUnreservedOrSubDelimiter($0) || $0 == 0x3A }
        if !text.take(0x40) { text.at = start }
        if text.take(0x5B) {
            guard let close = text.place(of: 0x5D) else { return false }
            guard Self.isAddressLiteral(text.part(from: text.at, to: close)) else { return false }
            text.at = close + 1
        } else {
            takeCharacters(Self.isUnreservedOrSubDelimiter)
        }
        if text.take(0x3A) { text.takeWhile(ASCII.isDigit) }
        return true
    }

    private static func isAddressLiteral(_ text: ByteScanner) -> Bool {
        var future = text
        guard future.take(0x76, or: 0x56) else { return NetworkAddress.isIPv6(text) }
        guard future.takeWhile(ASCII.isHex) > 0, future.take(0x2E) else { return false }
        return future.takeWhile { isUnreservedOrSubDelimiter($0) || $0 == 0x3A } > 0 && future.isAtEnd
    }

    /// Consumes ASCII characters for which `allows` returns `true`, percent-encoded bytes and, in an IRI, non-ASCII
    /// characters.
    private mutating func takeCharacters(isQuery: Bool = false, _ allows: (UInt8) -> Bool) {
        while !text.isAtEnd {
            let byte = text.next
            if byte < 0x80, allows(byte) {
                text.at += 1
            } else if byte == 0x25 {
                guard text.takePercentEncoded() else { return }
            } else {
                guard byte >= 0x80, isInternational else { return }
                let start = text.at
                let scalar = text.takeScalar()
                guard Self.isInternational(scalar) || isQuery && Self.isPrivate(scalar) else {
                    text.at = start
                    return
                }
            }
        }
    }

    private static func isUnreservedOrSubDelimiter(_ byte: UInt8) -> Bool {
        if ASCII.isAlphanumeric(byte) { return true }
        switch byte {
        case 0x21, 0x24, 0x26...0x2E, 0x3B, 0x3D, 0x5F, 0x7E: return true
        default: return false
        }
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        isUnreservedOrSubDelimiter(byte) || byte == 0x3A || byte == 0x40 || byte == 0x2F
    }

    /// Returns whether a scalar is in `ucschar` of RFC 3987.
    private static func isInternational(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
        case 0x10000...0xDFFFF: scalar & 0xFFFF < 0xFFFE
        case 0xE1000...0xEFFFD: true
        default: false
        }
    }

    /// Returns whether a scalar is in `iprivate` of RFC 3987.
    private static func isPrivate(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
        default: false
        }
    }
}

/// The format `uri-template` (RFC 6570, section 2).
enum URITemplateSyntax {
    static func isTemplate(_ text: ByteScanner) -> Bool {
        var text = text
        while !text.isAtEnd {
            if text.take(0x7B) {
                guard takeExpression(&text) else { return false }
            } else if text.next == 0x25 {
                guard text.takePercentEncoded() else { return false }
            } else {
                guard isLiteral(text.takeScalar()) else { return false }
            }
        }
        return true
    }

    private static func isLiteral(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F...0x9F: false
        case 0xD800...0xDFFF, 0xFDD0...0xFDEF, 0xFFF0...0xFFFF: false
        default: scalar & 0xFFFE != 0xFFFE
        }
    }

    private static func takeExpression(_ text: inout ByteScanner) -> Bool {
        switch text.next {
        case 0x2B, 0x23, 0x2E, 0x2F, 0x3B, 0x3F, 0x26: text.at += 1
        default: break
        }
        repeat {
            guard takeName(&text) else { return false }
            if text.take(0x3A) {
                guard text.next != 0x30 else { return false }
                let digits = text.takeWhile(ASCII.isDigit)
                guard digits >= 1, digits <= 4 else { return false }
            } else {
                _ = text.take(0x2A)
            }
        } while text.take(0x2C)
        return text.take(0x7D)
    }

    private static func takeName(_ text: inout ByteScanner) -> Bool {
        repeat {
            var count = 0
            while !text.isAtEnd {
                if text.next == 0x25 {
                    guard text.takePercentEncoded() else { return false }
                } else if ASCII.isAlphanumeric(text.next) || text.next == 0x5F {
                    text.at += 1
                } else {
                    break
                }
                count += 1
            }
            guard count > 0 else { return false }
        } while text.take(0x2E)
        return true
    }
}
