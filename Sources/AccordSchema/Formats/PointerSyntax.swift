/// The formats `json-pointer` (RFC 6901), `relative-json-pointer` and `uuid` (RFC 9562), and base64 (RFC 4648).
enum PointerSyntax {
    static func isPointer(_ text: ByteScanner) -> Bool {
        var text = text
        guard text.isAtEnd || text.next == 0x2F else { return false }
        while !text.isAtEnd {
            if text.take(0x7E) {
                guard text.take(0x30, or: 0x31) else { return false }
            } else {
                text.at += 1
            }
        }
        return true
    }

    static func isRelativePointer(_ text: ByteScanner) -> Bool {
        var text = text
        if !text.take(0x30) {
            guard text.takeWhile(ASCII.isDigit) > 0 else { return false }
        }
        if text.take(0x23) { return text.isAtEnd }
        return isPointer(text)
    }
}

/// The format `uuid`: 8-4-4-4-12 hexadecimal digits.
enum UUIDSyntax {
    static func isUUID(_ text: ByteScanner) -> Bool {
        guard text.end - text.at == 36 else { return false }
        for place in 0..<36 {
            let byte = text.base[text.at + place]
            let isDash = place == 8 || place == 13 || place == 18 || place == 23
            guard isDash ? byte == 0x2D : ASCII.isHex(byte) else { return false }
        }
        return true
    }
}

/// Base64 with its padding: OpenAPI's format `byte` and draft 7's `contentEncoding`.
enum Base64Syntax {
    static func isBase64(_ text: ByteScanner) -> Bool {
        var text = text
        guard (text.end - text.at) % 4 == 0 else { return false }
        text.takeWhile { ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2F }
        let padding = text.takeWhile { $0 == 0x3D }
        return padding <= 2 && text.isAtEnd
    }

    /// Decodes valid base64.
    static func decode(_ text: ByteScanner) -> [UInt8] {
        var text = text
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        while !text.isAtEnd, text.next != 0x3D {
            buffer = buffer << 6 | UInt32(value(text.next))
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
            text.at += 1
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case 0x2B: 62
        default: 63
        }
    }
}
