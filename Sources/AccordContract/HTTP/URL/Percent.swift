import AccordJSON

/// Percent-encoding, RFC 3986 section 2.1, on the bytes of UTF-8.
package enum Percent {
    /// The text with every byte outside `allowed` as `%XX`, in capitals.
    package static func encode(_ text: String, keeping allowed: ByteSet = .unreserved) -> String {
        encode(text.utf8, keeping: allowed)
    }

    /// The bytes as text, every one outside `allowed` as `%XX`, in capitals.
    package static func encode(_ bytes: some Sequence<UInt8>, keeping allowed: ByteSet = .unreserved) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if allowed.contains(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(HexDigit.upper(byte >> 4))
                result.append(HexDigit.upper(byte & 15))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The percent-decoded bytes; a `%` without two hex digits is kept as it is.
    package static func decode(_ text: some StringProtocol) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let byte = octet(in: bytes, at: index) {
                result.append(byte)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// The percent-decoded text, bytes that aren't UTF-8 as U+FFFD.
    package static func decodeText(_ text: some StringProtocol) -> String {
        let text = String(text)
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(decoding: decode(text), as: UTF8.self)
    }

    /// False where a `%` isn't followed by two hex digits.
    package static func isWellFormed(_ text: some StringProtocol) -> Bool {
        let text = String(text)
        guard text.utf8.contains(UInt8(ascii: "%")) else { return true }
        let bytes = Array(text.utf8)
        return bytes.indices.allSatisfy { bytes[$0] != UInt8(ascii: "%") || octet(in: bytes, at: $0) != nil }
    }

    /// False where the percent-decoded bytes aren't UTF-8.
    package static func isUTF8(_ text: some StringProtocol) -> Bool {
        !text.utf8.contains(UInt8(ascii: "%")) || String(validating: decode(text), as: UTF8.self) != nil
    }

    /// The same URL text in one spelling: hex digits in capitals, unreserved characters decoded, RFC 3986 section 6.2.2.
    package static func normalized(_ text: some StringProtocol) -> String {
        let text = String(text)
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(decoding: normalized(Array(text.utf8)), as: UTF8.self)
    }

    /// The same for the bytes of a URL.
    package static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard let byte = octet(in: bytes, at: index) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            index += 3
            if ByteSet.unreserved.contains(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), HexDigit.upper(byte >> 4), HexDigit.upper(byte & 15)]
            }
        }
        return result
    }

    private static func octet(in bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let high = HexDigit.value(bytes[index + 1]), let low = HexDigit.value(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }
}
