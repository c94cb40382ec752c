// SPDX-License-Identifier: Apache-2.0
extension TapeReader {
    /// Scans the rest of a string after the opening quote, including the closing quote. Returns whether the string
    /// contains escapes.
    @inline(__always)
    mutating func scanString() throws(ReadFailure) -> Bool {
        let first = at
        var escaped = false
        while true {
            // Skips eight bytes at a time if none is a quote, a backslash, a control character or non-ASCII.
            while at &+ 8 <= count {
                // The loop condition guarantees that eight bytes are available.
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

    /// Sets the high bit of the first byte that is a quote, a backslash, a control character or non-ASCII. The bits of
    /// later bytes may be wrong, because each subtraction can borrow from the next byte.
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
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: at &+= 2
        case 0x75:
            let unit = try scanHex(at &+ 2, in: string)
            if unit & 0xFC00 == 0xDC00 {
                throw ReadFailure(
                    at, "this \\u escape is the second half of a surrogate pair: the first half must come before it")
            }
            if unit & 0xFC00 == 0xD800 {
                let low = at &+ 6
                guard low &+ 1 < count, text[low] == 0x5C, text[low &+ 1] == 0x75,
                    try scanHex(low &+ 2, in: string) & 0xFC00 == 0xDC00
                else {
                    throw ReadFailure(
                        at, "this \\u escape is the first half of a surrogate pair: \\uDC00 to \\uDFFF must follow")
                }
                at &+= 12
            } else {
                at &+= 6
            }
        default:
            throw ReadFailure(
                at, "invalid escape: a backslash must be followed by \" \\ / b f n r t or u with four hex digits")
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

    /// Scans a character that has two to four bytes in UTF-8.
    private mutating func scanUTF8() throws(ReadFailure) {
        let length = UTF8Sequence.length(text + at, available: count - at)
        guard length > 0 else { throw ReadFailure(at, "this byte isn't UTF-8: save the text in UTF-8") }
        at &+= length
    }

    /// Returns the hash of the unescaped key from `start` to the current position.
    func decodedHash(_ start: Int) -> UInt32 {
        let key = StringDecoding.decode(text + start + 1, count: at - start - 2)
        return key.utf8Buffer { Bytes.hash($0, count: $1, seed: seed) }
    }
}

extension TapeReader {
    /// Scans a number (RFC 8259, section 6).
    @inline(__always)
    mutating func scanNumber() throws(ReadFailure) {
        let start = at
        if text[at] == 0x2D { at &+= 1 }
        guard isDigit(at) else { throw badNumber(at, "a digit must follow the minus sign", start) }
        if text[at] == 0x30 {
            at &+= 1
            if isDigit(at) { throw badNumber(start, "a number must not have leading zeros: remove the zeros", start) }
        } else {
            skipDigits()
        }
        guard at < count else { return }
        if text[at] == 0x2E {
            at &+= 1
            guard isDigit(at) else { throw badNumber(at, "a digit must follow the decimal point", start) }
            skipDigits()
            guard at < count else { return }
        }
        if text[at] | 0x20 == 0x65 {
            at &+= 1
            if at < count, text[at] == 0x2B || text[at] == 0x2D { at &+= 1 }
            guard isDigit(at) else { throw badNumber(at, "the exponent must contain a digit", start) }
            skipDigits()
        }
    }

    @inline(__always)
    private mutating func skipDigits() { while isDigit(at) { at &+= 1 } }

    @inline(__always)
    private func isDigit(_ place: Int) -> Bool { place < count && text[place] &- 0x30 < 10 }

    private func badNumber(_ place: Int, _ reason: String, _ start: Int) -> ReadFailure {
        if place >= count { return ReadFailure(count, "the text ends within a number: \(reason)", opening: start) }
        return ReadFailure(place, reason)
    }
}

/// Well-formed UTF-8 (Unicode, table 3-7): no overlong forms, no surrogates, nothing beyond U+10FFFF.
enum UTF8Sequence {
    /// Returns the length of a well-formed sequence of two to four bytes, or 0.
    static func length(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
        let lead = bytes[0]
        guard available >= 2 else { return 0 }
        let second = bytes[1]
        switch lead {
        case 0xC2...0xDF: return second & 0xC0 == 0x80 ? 2 : 0
        case 0xE0...0xEF:
            let low: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
            let high: UInt8 = lead == 0xED ? 0x9F : 0xBF
            return second >= low && second <= high && available >= 3 && bytes[2] & 0xC0 == 0x80 ? 3 : 0
        case 0xF0...0xF4:
            let low: UInt8 = lead == 0xF0 ? 0x90 : 0x80
            let high: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
            return second >= low && second <= high && available >= 4 && bytes[2] & 0xC0 == 0x80
                && bytes[3] & 0xC0 == 0x80 ? 4 : 0
        default: return 0
        }
    }
}

/// Unescapes strings.
enum StringDecoding {
    /// Unescapes a text. The reader has accepted the text, so each escape is complete.
    static func decode(_ text: UnsafePointer<UInt8>, count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            // A buffer of `count` bytes is large enough, because an escape is at least as long as its character in
            // UTF-8.
            var written = 0
            var at = 0
            while at < count {
                let byte = text[at]
                at += 1
                guard byte == 0x5C else {
                    buffer[written] = byte
                    written += 1
                    continue
                }
                let letter = text[at]
                at += 1
                guard letter == 0x75 else {
                    buffer[written] = simpleEscape(letter)
                    written += 1
                    continue
                }
                var value = hex(text + at)
                at += 4
                if value & 0xFC00 == 0xD800 {
                    value = 0x10000 + (value & 0x3FF) << 10 + (hex(text + at + 2) & 0x3FF)
                    at += 6
                }
                for byte in UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
                    buffer[written] = byte
                    written += 1
                }
            }
            return written
        }
    }

    private static func simpleEscape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0x62: 0x08
        case 0x66: 0x0C
        case 0x6E: 0x0A
        case 0x72: 0x0D
        case 0x74: 0x09
        default: letter
        }
    }

    /// Reads four hexadecimal digits.
    private static func hex(_ digits: UnsafePointer<UInt8>) -> UInt32 {
        var value: UInt32 = 0
        for at in 0..<4 { value = value << 4 | UInt32(HexDigit.value(digits[at]) ?? 0) }
        return value
    }
}
