// SPDX-License-Identifier: Apache-2.0
/// The formats `hostname` (RFC 1123, with A-labels of RFC 5890) and `idn-hostname` (RFC 5890).
enum Hostname {
    private static let maximumLength: Int = 253
    static let maximumLabelLength: Int = 63

    /// Returns whether a string is a host name of RFC 1123.
    ///
    /// - Parameter keepsALabels: whether only A-labels may have hyphens at both the third and the fourth position.
    static func isHostname(_ text: ByteScanner, keepsALabels: Bool = true) -> Bool {
        let labels = text.rest.split(separator: 0x2E, omittingEmptySubsequences: false)
        return text.rest.count <= maximumLength
            && labels.allSatisfy { label in
                label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D }
                    && isLabel(text.part(from: text.at + label.startIndex, to: text.at + label.endIndex), keepsALabels)
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

/// The formats `email` (RFC 5321, Mailbox) and `idn-email` (RFC 6531).
enum EmailAddress {
    static func isEmail(_ text: ByteScanner, isInternational: Bool) -> Bool {
        guard let at = text.rest.lastIndex(of: 0x40), at <= 64 else { return false }
        let local = isInternational ? FormatPatterns.internationalLocalPart : FormatPatterns.localPart
        guard local.matches(text.part(from: text.at, to: text.at + at)) else { return false }
        let domain = text.part(from: text.at + at + 1, to: text.end)
        if FormatPatterns.addressLiteral.matches(domain) { return true }
        if !isInternational { return Hostname.isHostname(domain) }
        return Hostname.isInternationalHostname(domain) || isUnnormalized(domain)
    }

    /// Returns whether each label of a domain has at least one scalar, and only allowed scalars. Labels needn't be
    /// normalized, because RFC 6531 leaves normalization to the sender.
    private static func isUnnormalized(_ domain: ByteScanner) -> Bool {
        String(decoding: domain.rest, as: UTF8.self).unicodeScalars
            .split(separator: ".", omittingEmptySubsequences: false)
            .allSatisfy { label in
                !label.isEmpty
                    && label.allSatisfy { scalar in
                        scalar.isASCII
                            ? ASCII.isAlphanumeric(UInt8(scalar.value)) || scalar == "-"
                            : IDNALabel.isAllowed(scalar.value)
                    }
            }
    }
}
