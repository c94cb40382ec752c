import AccordJSON

/// What of a value is shown in a finding: never long, never unprintable.
enum Excerpt {
    static let limit = 160

    static func of(_ value: JSON) -> String { cut(value.compact) }

    static func of(_ value: JSONValue) -> String { cut(value.text) }

    static func quoted(_ text: String) -> String { cut(JSON.string(text).compact) }

    /// Text where the bytes are text, else the first of them in hex.
    static func of(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isControl) {
            return cut(text)
        }
        let digits = bytes.prefix(16).map { byte in
            let hex = String(byte, radix: 16, uppercase: true)
            return hex.utf8.count == 1 ? "0\(hex)" : hex
        }
        return digits.joined(separator: " ") + (bytes.count > 16 ? " …" : "") + " (\(count(bytes)))"
    }

    static func count(_ bytes: [UInt8]) -> String { bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes" }

    static func cut(_ text: String) -> String {
        guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.prefix(limit))
        return String(scalars) + "…"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" && scalar != "\t" && scalar != "\r" || scalar.value == 0x7F
    }
}
