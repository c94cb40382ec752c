// SPDX-License-Identifier: Apache-2.0
/// The formats `hostname` (RFC 1123, with A-labels of RFC 5890) and `idn-hostname` (RFC 5890).
enum Hostname {
    private static let maximumLength: Int = 253
    static let maximumLabelLength: Int = 63

    /// Returns whether a string is a host name of RFC 1123. Hyphens may be anywhere inside of a label.
    static func isPlainHostname(_ text: ByteScanner) -> Bool { isHostname(text, keepsALabels: false) }

    static func isHostname(_ text: ByteScanner, keepsALabels: Bool = true) -> Bool {
        guard !text.isAtEnd, text.end - text.at <= maximumLength else { return false }
        var text = text
        while true {
            let start = text.at
            text.takeWhile { ASCII.isAlphanumeric($0) || $0 == 0x2D }
            guard isLabel(text.part(from: start, to: text.at), keepsALabels) else { return false }
            if text.isAtEnd { return true }
            guard text.take(0x2E) else { return false }
        }
    }

    /// Returns whether a string of letters, digits and hyphens is a valid label. An A-label must decode to a valid
    /// U-label.
    private static func isLabel(_ label: ByteScanner, _ keepsALabels: Bool) -> Bool {
        let count = label.end - label.at
        guard count >= 1, count <= maximumLabelLength else { return false }
        guard label.base[label.at] != 0x2D, label.base[label.end - 1] != 0x2D else { return false }
        guard keepsALabels, count >= 4, label.base[label.at + 2] == 0x2D, label.base[label.at + 3] == 0x2D else {
            return true
        }
        // Only A-labels may have hyphens at both the third and the fourth position.
        guard let scalars = IDNALabel.decode(aLabel: label) else { return false }
        return IDNALabel.isValid(scalars)
    }

    static func isInternationalHostname(_ text: ByteScanner) -> Bool {
        var text = text
        var labels: [[UInt32]] = [[]]
        while !text.isAtEnd {
            let scalar = text.takeScalar()
            switch scalar {
            case 0x2E, 0x3002, 0xFF0E, 0xFF61: labels.append([])
            default: labels[labels.count - 1].append(scalar)
            }
        }
        var length = -1
        var unicodeLabels: [[UInt32]] = []
        for label in labels {
            guard !label.isEmpty, label.count <= maximumLength else { return false }
            if label.allSatisfy({ $0 < 0x80 }) {
                length += label.count + 1
                let bytes = label.map { UInt8(truncatingIfNeeded: $0) }
                // The closure uses the buffer only while `bytes` is alive.
                let decoded: [UInt32]? = bytes.withUnsafeBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return nil }
                    let scanner = ByteScanner(base, to: buffer.count)
                    guard isHostname(scanner), !bytes.contains(0x2E) else { return nil }
                    return IDNALabel.isALabel(scanner) ? IDNALabel.decode(aLabel: scanner) : label
                }
                guard let decoded else { return false }
                unicodeLabels.append(decoded)
            } else {
                guard IDNALabel.isValid(label), let encoded = Punycode.encode(label) else { return false }
                guard encoded.count + 4 <= maximumLabelLength else { return false }
                length += encoded.count + 5
                unicodeLabels.append(label)
            }
        }
        guard length <= maximumLength else { return false }
        // The rule of RFC 5893 applies to all labels if at least one of them is written from right to left.
        let isBidirectional = unicodeLabels.contains { $0.contains(where: BidirectionalRule.isRightToLeft) }
        return !isBidirectional || unicodeLabels.allSatisfy(BidirectionalRule.allows)
    }
}

/// The formats `ipv4` (RFC 2673) and `ipv6` (RFC 4291).
enum NetworkAddress {
    static func isIPv4(_ text: ByteScanner) -> Bool {
        var text = text
        for part in 0..<4 {
            if part > 0, !text.take(0x2E) { return false }
            let start = text.at
            let digits = text.takeWhile(ASCII.isDigit)
            guard digits >= 1, digits <= 3, digits == 1 || text.base[start] != 0x30 else { return false }
            text.at = start
            guard let value = text.takeNumber(digits: digits), value <= 255 else { return false }
        }
        return text.isAtEnd
    }

    static func isIPv6(_ text: ByteScanner) -> Bool {
        var text = text
        var groups = 0
        var isCompressed = false
        if text.take(0x3A) {
            guard text.take(0x3A) else { return false }
            isCompressed = true
        }
        while !text.isAtEnd {
            let start = text.at
            let digits = text.takeWhile(ASCII.isHex)
            if text.next == 0x2E {
                guard isIPv4(text.part(from: start, to: text.end)) else { return false }
                groups += 2
                text.at = text.end
                break
            }
            guard digits >= 1, digits <= 4 else { return false }
            groups += 1
            if text.isAtEnd { break }
            guard text.take(0x3A), !text.isAtEnd else { return false }
            if text.take(0x3A) {
                if isCompressed { return false }
                isCompressed = true
            }
        }
        return isCompressed ? groups < 8 : groups == 8
    }
}
