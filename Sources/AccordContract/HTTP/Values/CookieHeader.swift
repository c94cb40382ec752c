import AccordJSON

/// The `Cookie` header, RFC 6265 section 4.2.
package enum CookieHeader {
    /// The pairs of a header's line, still encoded, without quotes around a value.
    package static func items(_ line: String) -> [RawItem] {
        line.split(separator: ";").map { piece in
            let text = HeaderGrammar.trimmed(piece)
            guard let equals = text.firstIndex(of: "=") else {
                return RawItem(name: text, value: "", hasEqualsSign: false)
            }
            let value = String(text[text.index(after: equals)...])
            return RawItem(name: String(text[..<equals]), value: HeaderGrammar.unquoted(value))
        }
    }
}
