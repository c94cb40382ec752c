extension JSONPointer {
    /// Reads the form that follows `#` in a URI (RFC 6901, section 6), with or without the `#`.
    ///
    /// Throws a ``JSONPointerError`` for a bad escape of either kind and for bytes that aren't UTF-8.
    public init(uriFragment: String) throws(JSONPointerError) {
        var rest = uriFragment.utf8[...]
        if rest.first == 0x23 { rest.removeFirst() }
        var bytes: [UInt8] = []
        while let byte = rest.first {
            let place = rest.startIndex
            rest.removeFirst()
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(HexDigit.value), let low = rest.popFirst().flatMap(HexDigit.value)
            else {
                let column = uriFragment.unicodeScalars.distance(from: uriFragment.startIndex, to: place) + 1
                throw JSONPointerError(
                    text: uriFragment, column: column, reason: "% is followed by two hexadecimal digits")
            }
            bytes.append(high << 4 | low)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSONPointerError(text: uriFragment, column: 1, reason: "the percent-encoded bytes aren't UTF-8")
        }
        tokens = try Self.parse(text)
    }

    /// The pointer as the fragment of a URI, its `#` included.
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

    /// Whether a fragment may hold the byte as it is (RFC 3986, section 3.5).
    private static func isFragmentByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
        }
    }

    static func parse(_ text: String) throws(JSONPointerError) -> [String] {
        if text.isEmpty { return [] }
        var tokens: [String] = []
        var token = String.UnicodeScalarView()
        var afterTilde = false
        var column = 0
        for scalar in text.unicodeScalars {
            column += 1
            if column == 1 {
                guard scalar == "/" else {
                    throw JSONPointerError(text: text, column: 1, reason: "a pointer is empty or starts with /")
                }
                continue
            }
            if afterTilde {
                guard scalar == "0" || scalar == "1" else { break }
                token.append(scalar == "0" ? "~" : "/")
                afterTilde = false
                continue
            }
            switch scalar {
            case "~": afterTilde = true
            case "/":
                tokens.append(String(token))
                token = String.UnicodeScalarView()
            default: token.append(scalar)
            }
        }
        if afterTilde {
            throw JSONPointerError(
                text: text, column: column, reason: "~ is followed by 0 or 1: write ~0 for ~ and ~1 for /")
        }
        tokens.append(String(token))
        return tokens
    }
}
