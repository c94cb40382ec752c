// SPDX-License-Identifier: Apache-2.0
/// The formats `email` (RFC 5321, Mailbox) and `idn-email` (RFC 6531).
enum EmailAddress {
    static func isEmail(_ text: ByteScanner, isInternational: Bool) -> Bool {
        var text = text
        let start = text.at
        guard text.next == 0x22 ? takeQuotedString(&text, isInternational) : takeDotString(&text, isInternational)
        else { return false }
        guard text.at - start <= 64, text.take(0x40), !text.isAtEnd else { return false }
        if text.next == 0x5B { return isAddressLiteral(text) }
        let domain = text.part(from: text.at, to: text.end)
        if !isInternational { return Hostname.isHostname(domain) }
        return Hostname.isInternationalHostname(domain) || isUnnormalized(domain)
    }

    private static func takeDotString(_ text: inout ByteScanner, _ isInternational: Bool) -> Bool {
        while true {
            guard text.takeWhile({ isAtomByte($0) || isInternational && $0 >= 0x80 }) > 0 else { return false }
            if text.next == 0x40 { return true }
            guard text.take(0x2E) else { return false }
        }
    }

    private static func takeQuotedString(_ text: inout ByteScanner, _ isInternational: Bool) -> Bool {
        guard text.take(0x22) else { return false }
        while !text.isAtEnd {
            if text.take(0x22) { return true }
            if text.take(0x5C) {
                guard text.next >= 0x20, text.next < 0x7F else { return false }
            } else {
                let byte = text.next
                guard byte >= 0x20 && byte < 0x7F || isInternational && byte >= 0x80 else { return false }
            }
            text.at += 1
        }
        return false
    }

    private static func isAtomByte(_ byte: UInt8) -> Bool {
        if ASCII.isAlphanumeric(byte) { return true }
        switch byte {
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E: return true
        default: return false
        }
    }

    private static func isAddressLiteral(_ text: ByteScanner) -> Bool {
        var text = text
        guard text.take(0x5B), text.base[text.end - 1] == 0x5D else { return false }
        let inner = text.part(from: text.at, to: text.end - 1)
        if NetworkAddress.isIPv4(inner) { return true }
        for (offset, byte) in "ipv6:".utf8.enumerated() {
            guard inner.at + offset < inner.end, inner.base[inner.at + offset] | 0x20 == byte | 0x20 else {
                return false
            }
        }
        return NetworkAddress.isIPv6(inner.part(from: inner.at + 5, to: inner.end))
    }

    /// Returns whether each label of a domain has at least one scalar, and only allowed scalars. Labels needn't be
    /// normalized, because RFC 6531 leaves normalization to the sender.
    private static func isUnnormalized(_ domain: ByteScanner) -> Bool {
        var text = domain
        var label: [UInt32] = []
        while !text.isAtEnd {
            let scalar = text.takeScalar()
            if scalar == 0x2E {
                guard !label.isEmpty else { return false }
                label = []
            } else {
                guard scalar >= 0x80 || ASCII.isAlphanumeric(UInt8(truncatingIfNeeded: scalar)) || scalar == 0x2D
                else { return false }
                if scalar >= 0x80, !IDNALabel.isAllowed(scalar) { return false }
                label.append(scalar)
            }
        }
        return !label.isEmpty
    }
}
