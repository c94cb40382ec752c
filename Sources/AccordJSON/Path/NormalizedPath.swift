extension JSONValue {
    /// The normalized path (RFC 9535, section 2.7) from the document's root to this value, such as `$['a'][0]`.
    public var normalizedPath: String {
        var path = "$"
        var value = document.root
        for token in pointer.tokens {
            if value.kind == .array {
                path += "[\(token)]"
            } else {
                path += "['"
                for scalar in token.unicodeScalars { path += Self.normalized(scalar) }
                path += "']"
            }
            guard let child = value.value(at: JSONPointer(tokens: [token])) else { break }
            value = child
        }
        return path
    }

    private static func normalized(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\u{8}": return "\\b"
        case "\u{C}": return "\\f"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "'": return "\\'"
        case "\\": return "\\\\"
        default:
            guard scalar.value < 0x20 else { return String(scalar) }
            return "\\u00\(scalar.value >> 4)" + String(scalar.value & 15, radix: 16)
        }
    }
}
