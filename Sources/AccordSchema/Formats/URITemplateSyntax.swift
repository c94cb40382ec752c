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
