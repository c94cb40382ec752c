extension PathParser {
    var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    /// Takes a run of scalars if all of it is there.
    mutating func take(_ word: String) -> Bool {
        guard scalars[at...].starts(with: word.unicodeScalars) else { return false }
        at += word.unicodeScalars.count
        return true
    }

    mutating func skipSpace() {
        while let scalar = next, Self.isSpace(scalar) { at += 1 }
    }

    func string(from start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<at])) }

    func failure(_ reason: String, at place: Int? = nil) -> JSONPathError {
        JSONPathError(text: text, column: (place ?? at) + 1, reason: reason)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

    static func isLowerCase(_ scalar: Unicode.Scalar) -> Bool { scalar >= "a" && scalar <= "z" }

    /// Whether a scalar may stand in a name without quotes.
    static func isName(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !first
        default: scalar.value >= 0x80
        }
    }

    /// Reads a quoted string.
    mutating func parseString() throws(JSONPathError) -> String {
        let quote = scalars[at]
        let start = at
        at += 1
        var result = String.UnicodeScalarView()
        while let scalar = next {
            at += 1
            if scalar == quote { return String(result) }
            if scalar == "\\" {
                result.append(try parseEscape(quote))
            } else if scalar.value < 0x20 {
                throw failure("a control character in a string must be escaped", at: at - 1)
            } else {
                result.append(scalar)
            }
        }
        throw failure("the string that starts at column \(start + 1) has no closing quote")
    }

    private mutating func parseEscape(_ quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
        let start = at - 1
        guard let letter = next else { throw failure("the query ends within an escape") }
        at += 1
        switch letter {
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "/", "\\", quote: return letter
        case "u":
            var value = try parseHex()
            if value & 0xFC00 == 0xD800, take("\\"), take("u") {
                let low = try parseHex()
                if low & 0xFC00 == 0xDC00 { value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF) }
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw failure("half of a surrogate pair is no character: write both halves", at: start)
            }
            return scalar
        default:
            throw failure("this isn't an escape: after a backslash comes \(quote) \\ / b f n r t or u", at: start)
        }
    }

    private mutating func parseHex() throws(JSONPathError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = next, scalar.isASCII, let digit = HexDigit.value(UInt8(scalar.value)) else {
                throw failure("\\u is followed by four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }
}
