import AccordJSON

/// The characters of a URL's path, RFC 3986 section 3.3.
package enum PathText {
    /// Letters, digits, `-._~`, the sub-delimiters, `:`, `@` and `/`.
    package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (isUnreserved(UInt8(scalar.value)) || "!$&'()*+,;=:@/".unicodeScalars.contains(scalar))
    }

    package static func isName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar != "~" && isUnreserved(UInt8(scalar.value))
    }

    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    package static func percentEncoded(_ scalar: Unicode.Scalar) -> String {
        var text = ""
        for byte in String(Character(scalar)).utf8 {
            text += "%"
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16, uppercase: true)
        }
        return text
    }

    /// Unreserved characters plain, hexadecimal digits in upper case: equal paths are equal texts.
    package static func normalized(_ text: String) -> String {
        guard text.utf8.contains(0x25) else { return text }
        return String(decoding: normalized(Array(text.utf8)), as: UTF8.self)
    }

    package static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x25) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == 0x25, index + 2 < bytes.count,
                let high = HexDigit.value(bytes[index + 1]), let low = HexDigit.value(bytes[index + 2])
            else {
                result.append(byte)
                index += 1
                continue
            }
            let decoded = high << 4 | low
            if isUnreserved(decoded) {
                result.append(decoded)
            } else {
                result.append(0x25)
                result.append(HexDigit.upper(high))
                result.append(HexDigit.upper(low))
            }
            index += 3
        }
        return result
    }

    /// Every percent-encoded byte as it is.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(0x25) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count,
                let high = HexDigit.value(bytes[index + 1]), let low = HexDigit.value(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
