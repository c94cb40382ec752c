/// Turns the text between a string's quotes into the string.
enum StringDecoding {
    /// Resolves the escapes of text that the reader accepted: behind a backslash there is always what it needs.
    static func decode(_ text: UnsafePointer<UInt8>, count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            // No escape is shorter than what it stands for, so the buffer never runs out.
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

    /// Reads the four digits that the reader saw there.
    private static func hex(_ digits: UnsafePointer<UInt8>) -> UInt32 {
        var value: UInt32 = 0
        for at in 0..<4 { value = value << 4 | UInt32(HexDigit.value(digits[at]) ?? 0) }
        return value
    }
}
