// SPDX-License-Identifier: Apache-2.0
/// Base64 (RFC 4648).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the padded base64 encoding of bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = bytes[...]
        while let first = rest.popFirst() {
            let second = rest.popFirst()
            let third = rest.popFirst()
            result.append(alphabet[Int(first >> 2)])
            result.append(alphabet[Int((first & 3) << 4 | (second ?? 0) >> 4)])
            if let second {
                result.append(alphabet[Int((second & 15) << 2 | (third ?? 0) >> 6)])
            } else {
                result.append(UInt8(ascii: "="))
            }
            result.append(third.map { alphabet[Int($0 & 63)] } ?? UInt8(ascii: "="))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes base64 or base64url (RFC 4648, sections 4 and 5), with or without padding. Returns `nil` for invalid
    /// strings.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "=") }
        return digits.count % 4 == 1 ? nil : decode(digits) { value(of: $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0) }
    }

    /// Decodes base64 with padding (RFC 4648, section 4). Returns `nil` for invalid strings.
    package static func decodePadded(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        return decode(text.dropLast(text.suffix(2).count { $0 == UInt8(ascii: "=") }), value)
    }

    private static func decode(_ digits: some Collection<UInt8>, _ value: (UInt8) -> UInt8?) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x41...0x5A: digit - 0x41
        case 0x61...0x7A: digit - 0x61 + 26
        case 0x30...0x39: digit - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
