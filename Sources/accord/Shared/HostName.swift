// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation

/// Validates hosts: a name, an IPv4 address, or an IPv6 address in brackets.
enum HostName {
    static func isHost(_ text: String) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") { return isIPv6(text.dropFirst().dropLast()) }
        return !text.isEmpty
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            }
    }

    /// Returns whether a string is a number from 1 to 65535.
    static func isPort(_ text: some StringProtocol) -> Bool {
        text.allSatisfy(\.isNumber) && Int(text).map((1...65535).contains) ?? false
    }

    /// Returns whether a URL has a valid host, and either a valid port or none.
    static func isAuthority(_ parts: URLParts) -> Bool {
        (parts.host.map(isHost) ?? false) && (parts.port.map(isPort) ?? true)
    }

    /// Returns whether a string is an IPv4 address, or an IPv6 address with or without brackets.
    static func isAddress(_ text: some StringProtocol) -> Bool {
        var ipv4 = in_addr()
        if inet_pton(AF_INET, String(text), &ipv4) == 1 { return true }
        return isIPv6(text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...])
    }

    private static func isIPv6(_ text: some StringProtocol) -> Bool {
        var ipv6 = in6_addr()
        return inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &ipv6) == 1
    }
}
