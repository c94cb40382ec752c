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
