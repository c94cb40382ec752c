// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A mistake in percent-encoding that explains why a value is wrong.
struct EncodingCause: Sendable, Hashable {
    enum Component: Sendable {
        /// The part of the request that contains the value. In a `formQuery`, + is a space; in other queries, + is a
        /// plus sign (RFC 3986).
        case path, query, formQuery, form
    }

    /// A description of the mistake. Messages show it after the parameter's name.
    var message: String
    var advice: String

    /// Returns the mistake by which a client encoded `value` as `text`. Returns `nil` if encoding isn't the cause.
    static func of(_ text: String, meaning value: String, in component: Component) -> EncodingCause? {
        let decoded = Percent.decodeText(text)
        if let cause = bare(text, decoded, value, component) { return cause }
        if !decoded.isExactly(value), decoded.utf8.contains(UInt8(ascii: "%")) {
            if Percent.decodeText(decoded).isExactly(value) {
                return EncodingCause(
                    message: "was percent-encoded twice",
                    advice: "Encode each value once: pass unencoded values to URLComponents.queryItems, "
                        + "or encoded values to percentEncodedQuery.")
            }
            if component == .form, Form.decode(decoded).isExactly(value) {
                return EncodingCause(message: "was form-encoded twice", advice: "Form-encode each value once.")
            }
        }
        if let latin = latin1(text), latin.isExactly(value) {
            return EncodingCause(
                message: "was encoded as ISO-8859-1", advice: "Convert the text to UTF-8, and percent-encode the bytes."
            )
        }
        if decoded == value, !decoded.isExactly(value) {
            return EncodingCause(
                message: "is in a different Unicode normal form",
                advice: "Send the text unchanged: remove the code that normalizes the text.")
        }
        if Percent.encode(value, keeping: .webQuery) == text || text.isExactly(value) {
            return EncodingCause(
                message: "was sent without percent-encoding",
                advice: "Percent-encode every character except A-Z, a-z, 0-9 and -._~.")
        }
        return nil
    }

    /// Returns the mistake if the client confused plus signs and spaces, and the texts are otherwise equal.
    private static func bare(
        _ text: String, _ decoded: String, _ value: String, _ component: Component
    ) -> EncodingCause? {
        guard text.utf8.contains(UInt8(ascii: "+")), spaced(decoded).isExactly(spaced(value)) else { return nil }
        if component == .form || component == .formQuery {
            return EncodingCause(
                message: component == .form
                    ? "contains an unencoded +, which a form reads as a space"
                    : "contains an unencoded +, but the server decodes the query as a form and reads + as a space",
                advice: component == .form
                    ? "Encode + as %2B: .urlQueryAllowed doesn't encode +."
                    : "Encode + as %2B: URLComponents.queryItems and .urlQueryAllowed don't encode +.")
        }
        guard !decoded.isExactly(value) else { return nil }
        return EncodingCause(
            message: "contains + for a space, but in a \(component == .path ? "path" : "query"), + is a plus sign",
            advice: component == .path
                ? "Encode a space as %20."
                : "Encode a space as %20. If the server reads + as a space, set “queryEncoding” to “form”.")
    }

    /// Returns the text with each plus sign replaced by a space.
    private static func spaced(_ text: String) -> String { text.replacing("+", with: " ") }

    private static func latin1(_ text: String) -> String? {
        let bytes = Percent.decode(text)
        guard bytes.contains(where: { $0 > 127 }), String(utf8: bytes) == nil else { return nil }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }
}
