import AccordSchema

/// The credentials of an `Authorization` field whose scheme is `Basic`, RFC 7617.
package struct BasicCredentials: Sendable, Hashable {
    /// The scheme as it was spelled: it compares without case.
    package let scheme: String
    /// `user:password`, decoded.
    package let bytes: [UInt8]

    /// nil where the field's value has another scheme, or isn't base64.
    package init?(_ value: String) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let decoded = Base64.decode(String(parts[1])) else {
            return nil
        }
        (scheme, bytes) = (String(parts[0]), decoded)
    }

    /// `user:password`; nil where it isn't UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The field's value for `user:password`.
    package static func fieldValue(_ text: String) -> String { "Basic \(Base64.encode(Array(text.utf8)))" }
}
