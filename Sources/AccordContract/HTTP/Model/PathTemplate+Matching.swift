extension PathTemplate {
    /// The parameters' texts, still percent-encoded, if a URL's path is one that this template describes.
    ///
    /// `%7e` and `~` are the same; an encoded slash is never a slash; a parameter has at least one character.
    package func match(_ path: String) -> [String: String]? {
        let bytes = Percent.normalized(Array(path.utf8))
        var spans: [String: Range<Int>] = [:]
        guard match(parts[...], bytes, from: 0, &spans) else { return nil }
        return spans.mapValues { String(decoding: bytes[$0], as: UTF8.self) }
    }

    private func match(
        _ parts: ArraySlice<Part>, _ bytes: [UInt8], from start: Int, _ spans: inout [String: Range<Int>]
    ) -> Bool {
        guard let part = parts.first else { return start == bytes.count }
        let rest = parts.dropFirst()
        switch part {
        case .literal(let text):
            guard bytes[start...].starts(with: text.utf8) else { return false }
            return match(rest, bytes, from: start + text.utf8.count, &spans)
        case .parameter(let name, let holdsSlashes):
            let slash = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            let limit = holdsSlashes ? bytes.count : slash
            // The longest first, as RFC 6570's reverse: `{name}.{type}` cuts at the last dot.
            for end in stride(from: limit, to: start, by: -1) where match(rest, bytes, from: end, &spans) {
                spans[name] = start..<end
                return true
            }
            return false
        }
    }

    /// The same for every template that describes the same paths: the names are left out.
    package var shape: String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .parameter(_, let holdsSlashes): text += holdsSlashes ? "{+}" : "{}"
            }
        }
        return text
    }
}
