extension TapeReader {
    /// Scans from behind the opening quote to behind the closing one; the answer is whether there are escapes.
    @inline(__always)
    mutating func scanString() throws(ReadFailure) -> Bool {
        let first = at
        var escaped = false
        while true {
            // Eight bytes at a time while none of them is a quote, a backslash, a control or beyond ASCII.
            while at &+ 8 <= count {
                // The condition says that eight bytes are there.
                let word = UnsafeRawPointer(text + at).loadUnaligned(as: UInt64.self).littleEndian
                let stop = Self.stops(word)
                if stop != 0 {
                    at &+= stop.trailingZeroBitCount >> 3
                    break
                }
                at &+= 8
            }
            guard at < count else { throw unclosedString(first - 1) }
            let byte = text[at]
            if byte == 0x22 {
                at &+= 1
                return escaped
            }
            if byte == 0x5C {
                escaped = true
                try scanEscape(in: first - 1)
            } else if byte < 0x20 {
                throw controlCharacter(byte, in: first - 1)
            } else if byte < 0x80 {
                at &+= 1
            } else {
                try scanUTF8()
            }
        }
    }

    /// The high bit of each byte that ends plain text; borrows only ever mark bytes above the first one marked.
    @inline(__always)
    private static func stops(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ 0x2222_2222_2222_2222
        let slash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let isQuote = (quote &- ones) & ~quote
        let isSlash = (slash &- ones) & ~slash
        let isControl = (word &- 0x2020_2020_2020_2020) & ~word
        return (isQuote | isSlash | isControl | word) & 0x8080_8080_8080_8080
    }

    private mutating func scanEscape(in string: Int) throws(ReadFailure) {
        guard at &+ 1 < count else { throw unclosedString(string) }
        switch text[at &+ 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            at &+= 2
        case 0x75:
            let unit = try scanHex(at &+ 2, in: string)
            if unit & 0xFC00 == 0xDC00 {
                throw ReadFailure(
                    at, "\\u escape is the second half of a surrogate pair without the first: it is no character")
            }
            if unit & 0xFC00 == 0xD800 {
                let low = at &+ 6
                guard low &+ 1 < count, text[low] == 0x5C, text[low &+ 1] == 0x75,
                    try scanHex(low &+ 2, in: string) & 0xFC00 == 0xDC00
                else {
                    throw ReadFailure(
                        at,
                        "\\u escape is the first half of a surrogate pair: the second, \\uDC00 to \\uDFFF, must follow")
                }
                at &+= 12
            } else {
                at &+= 6
            }
        default:
            throw ReadFailure(
                at, "this isn't an escape: after a backslash comes one of \" \\ / b f n r t or u with four hex digits")
        }
    }

    private func scanHex(_ from: Int, in string: Int) throws(ReadFailure) -> UInt32 {
        var value: UInt32 = 0
        for place in from..<from + 4 {
            guard place < count else { throw unclosedString(string) }
            guard let digit = HexDigit.value(text[place]) else {
                throw ReadFailure(place, "a \\u escape needs four hexadecimal digits")
            }
            value = value << 4 | UInt32(truncatingIfNeeded: digit)
        }
        return value
    }

    /// Scans one scalar beyond ASCII, in its one well-formed encoding (Unicode, table 3-7).
    private mutating func scanUTF8() throws(ReadFailure) {
        let length = UTF8Sequence.length(text + at, available: count - at)
        guard length > 0 else {
            throw ReadFailure(at, "this byte isn't UTF-8: save the text in UTF-8")
        }
        at &+= length
    }

    /// The hash of the key just scanned, its escapes resolved.
    func decodedHash(_ start: Int) -> UInt32 {
        let key = StringDecoding.decode(text + start + 1, count: at - start - 2)
        return key.utf8Buffer { KeyHash.hash($0, count: $1, seed: seed) }
    }
}
