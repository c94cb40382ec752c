extension JSONPointer {
    /// Reads the form that follows `#` in a URI (RFC 6901, section 6), with or without the `#`.
    public init(uriFragment: String) throws(JSONPointerError) {
        let fragment = uriFragment.utf8.first == 0x23 ? uriFragment.utf8.dropFirst() : uriFragment.utf8[...]
        var bytes: [UInt8] = []
        var rest = fragment
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(HexDigit.value), let low = rest.popFirst().flatMap(HexDigit.value)
            else {
                let column = uriFragment.unicodeScalars.prefix { $0 != "%" }.count + 1
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
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
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
