// SPDX-License-Identifier: Apache-2.0
import AccordJSON

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
