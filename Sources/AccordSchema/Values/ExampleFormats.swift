// SPDX-License-Identifier: Apache-2.0
/// Example strings for each `format`.
enum ExampleFormats {
    /// Returns example strings of a format, in the order in which they are tried. The list is empty for an unknown
    /// format.
    static func values(of format: String) -> [String] { ExampleWords.formats[format] ?? [] }

    /// Returns a string that violates a format.
    static func violation(of format: String) -> String? { ExampleWords.formats["not \(format)"]?.first }

    /// Returns a string of a format with the given length.
    static func value(of format: String, length: Int) -> String? {
        func filled(_ start: String, _ end: String = "") -> String? {
            let missing = length - start.utf8.count - end.utf8.count
            return missing < 0 ? nil : start + String(repeating: "a", count: missing) + end
        }
        switch format {
        case "email", "idn-email":
            // The local part of an address has at most 64 characters, and a label has at most 63.
            if length <= 76 { return filled("", "@example.com") }
            return name(length - 65).map { String(repeating: "a", count: 64) + "@" + $0 }
        case "hostname", "idn-hostname": return name(length)
        case "uri", "iri", "url", "uri-reference", "iri-reference", "uri-template":
            return filled("https://example.com/")
        case "json-pointer": return filled("/")
        case "relative-json-pointer": return filled("1/")
        case "regex", "password", "binary": return filled("a")
        case "date-time":
            let digits = length - 21
            return digits > 0 ? "2024-05-17T09:30:00." + String(repeating: "0", count: digits) + "Z" : nil
        case "byte", "base64": return length % 4 == 0 ? String(repeating: "A", count: length) : nil
        default: return nil
        }
    }

    /// Returns a host name of the given length. Its labels have at most 50 letters.
    private static func name(_ length: Int) -> String? {
        guard length > 0 else { return nil }
        var text = ""
        while text.utf8.count < length {
            let left = length - text.utf8.count
            let label = left > 52 ? 50 : left > 51 ? 49 : left
            text += String(repeating: "a", count: label)
            if text.utf8.count < length { text += "." }
        }
        return text
    }

    /// Returns the smallest and the largest number of an integer format.
    static func range(of format: String) -> (low: String, high: String)? {
        let integers: [String: any FixedWidthInteger.Type] = [
            "int8": Int8.self, "uint8": UInt8.self, "int16": Int16.self, "uint16": UInt16.self, "int32": Int32.self,
            "uint32": UInt32.self, "int64": Int64.self, "uint64": UInt64.self,
        ]
        return integers[format].map { ("\($0.min)", "\($0.max)") }
    }
}
