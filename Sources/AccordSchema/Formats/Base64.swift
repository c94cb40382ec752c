// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Base64 (RFC 4648).
package enum Base64 {
    /// Returns the padded base64 encoding of bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> String { Data(bytes).base64EncodedString() }

    /// Decodes base64 or base64url (RFC 4648, sections 4 and 5), with or without padding. Returns `nil` for invalid
    /// strings.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "=") }.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
        return decodePadded(digits + [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4))
    }

    /// Decodes base64 with padding (RFC 4648, section 4). Returns `nil` for invalid strings.
    package static func decodePadded(_ text: some Collection<UInt8>) -> [UInt8]? {
        Data(base64Encoded: Data(text)).map { Array($0) }
    }
}
