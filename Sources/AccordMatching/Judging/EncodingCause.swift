/// Why a text on the wire doesn't mean what it should: the mistakes in encoding that people make.
struct EncodingCause: Sendable, Hashable {
    enum Component: Sendable {
        case path, query, form
    }

    /// What happened, to follow the parameter's name.
    var message: String
    var advice: String

    /// The mistake by which `text`, as it is on the wire, came of `value`; nil where it is no matter of encoding.
    static func of(_ text: String, meaning value: String, in component: Component) -> EncodingCause? {
        let decoded = Percent.decodeText(text)
        if decoded.utf8.contains(UInt8(ascii: "%")), Percent.decodeText(decoded).isExactly(value) {
            return EncodingCause(
                message: "was percent-encoded twice",
                advice: "Encode once: give URLComponents the plain value, or set percentEncodedQuery, not both.")
        }
        if component == .form, Form.decode(decoded).isExactly(value), decoded.contains("%") {
            return EncodingCause(message: "was encoded twice", advice: "Encode each value once.")
        }
        if component != .query, text.utf8.contains(UInt8(ascii: "+")) {
            if component == .path, Form.decode(text).isExactly(value) {
                return EncodingCause(
                    message: "was sent with + for a space; in a path + is a plus",
                    advice: "Encode a space as %20.")
            }
            if component == .form, decoded.isExactly(value) {
                return EncodingCause(
                    message: "was sent with a bare +, which a form reads as a space",
                    advice: "Encode + as %2B: `.urlQueryAllowed` doesn't.")
            }
        }
        if let latin = latin1(text), latin.isExactly(value) {
            return EncodingCause(
                message: "was encoded as ISO-8859-1", advice: "Percent-encode the bytes of UTF-8.")
        }
        if decoded == value, !decoded.isExactly(value) {
            return EncodingCause(
                message: "has the same letters in another Unicode normal form",
                advice: "Send the text as it is given, without normalising it.")
        }
        if Percent.encode(value, keeping: .webQuery) == text || text.isExactly(value) {
            return EncodingCause(
                message: "was sent without percent-encoding",
                advice: "Percent-encode every character outside A-Z a-z 0-9 - . _ ~.")
        }
        return nil
    }

    private static func latin1(_ text: String) -> String? {
        let bytes = Percent.decode(text)
        guard bytes.contains(where: { $0 > 127 }), String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }
}
