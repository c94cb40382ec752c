import AccordJSON

/// A scalar as HTML and XML have it: by name, or by number, decimal or hexadecimal.
extension ScalarSpelling {
    private static let names: [(Unicode.Scalar, String)] = [
        ("&", "amp;"), ("<", "lt;"), (">", "gt;"), ("\"", "quot;"), ("'", "apos;"),
    ]
    /// `0000115` and `x000073`: what pads a number has an end.
    private static let mostDigits = 7

    /// Where an entity for the scalar ends that begins at `start`, with `&amp;` for its `&` too, as in HTML within HTML.
    static func entities(of scalar: Unicode.Scalar, in text: [UInt8], from start: Int) -> [Int] {
        var ends: [Int] = []
        for ampersand in ["&", "&amp;"] where matches(text, start, ampersand) {
            let inner = start + ampersand.utf8.count
            for (named, name) in names where named == scalar && matches(text, inner, name) {
                ends.append(inner + name.utf8.count)
            }
            if let end = number(scalar.value, in: text, from: inner) { ends.append(end) }
        }
        return ends
    }

    /// `#115;`, `#x73;`
    private static func number(_ value: UInt32, in text: [UInt8], from start: Int) -> Int? {
        guard matches(text, start, "#") else { return nil }
        let isHex = matches(text, start + 1, "x") || matches(text, start + 1, "X")
        let first = start + (isHex ? 2 : 1)
        var end = first
        var read: UInt32 = 0
        while end < text.count, end - first < mostDigits, let digit = HexDigit.value(text[end]) {
            if !isHex && digit > 9 { return nil }
            read = read * (isHex ? 16 : 10) + UInt32(digit)
            end += 1
        }
        return end > first && read == value && matches(text, end, ";") ? end + 1 : nil
    }
}
