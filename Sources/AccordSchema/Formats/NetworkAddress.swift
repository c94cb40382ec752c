/// The formats `ipv4` (RFC 2673) and `ipv6` (RFC 4291).
enum NetworkAddress {
    static func isIPv4(_ text: ByteScanner) -> Bool {
        var text = text
        for part in 0..<4 {
            if part > 0, !text.take(0x2E) { return false }
            let start = text.at
            let digits = text.takeWhile(ASCII.isDigit)
            guard digits >= 1, digits <= 3, digits == 1 || text.base[start] != 0x30 else { return false }
            text.at = start
            guard let value = text.takeNumber(digits: digits), value <= 255 else { return false }
        }
        return text.isAtEnd
    }

    static func isIPv6(_ text: ByteScanner) -> Bool {
        var text = text
        var groups = 0
        var isCompressed = false
        if text.take(0x3A) {
            guard text.take(0x3A) else { return false }
            isCompressed = true
        }
        while !text.isAtEnd {
            let start = text.at
            let digits = text.takeWhile(ASCII.isHex)
            if text.next == 0x2E {
                guard isIPv4(text.part(from: start, to: text.end)) else { return false }
                groups += 2
                text.at = text.end
                break
            }
            guard digits >= 1, digits <= 4 else { return false }
            groups += 1
            if text.isAtEnd { break }
            guard text.take(0x3A), !text.isAtEnd else { return false }
            if text.take(0x3A) {
                if isCompressed { return false }
                isCompressed = true
            }
        }
        return isCompressed ? groups < 8 : groups == 8
    }
}
