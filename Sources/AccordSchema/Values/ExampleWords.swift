// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Realistic strings and numbers for the names of properties.
enum ExampleWords {
    /// Returns the strings for a property's name. The list is empty for an unknown name.
    static func texts(for name: String) -> [String] { find(name, in: texts) }

    /// Returns numbers that suit a property of this name, for use as examples.
    static func numbers(for name: String) -> [String] { find(name, in: numbers) }

    /// The example strings for properties whose name isn't known.
    static let plain: [String] =
        "amber birch cedar delta ember fjord grove harbor indigo juniper kestrel lagoon maple nimbus orchid pebble"
        .split(separator: " ").map(String.init)

    /// Returns the words of a name in lower case. The names `createdAt`, `created_at` and `Created-At` have the same
    /// words.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for scalar in name.unicodeScalars {
            let isUpper = scalar.value &- 0x41 < 26
            let isPart = isUpper || scalar.value &- 0x61 < 26 || scalar.value &- 0x30 < 10 || scalar.value > 0x7F
            if !isPart || isUpper && wasLower {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isPart { word.unicodeScalars.append(scalar) }
            wasLower = isPart && !isUpper
        }
        if !word.isEmpty { words.append(word) }
        return words.map { $0.lowercased() }
    }

    /// Returns the strings for a property of an object. For example, the `name` of an author differs from the `name` of
    /// a shop.
    static func texts(for name: String, of owner: String) -> [String] {
        guard words(of: name) == ["name"], var last = words(of: owner).last else { return texts(for: name) }
        if last.hasSuffix("s") { last.removeLast() }
        return people.contains(last) ? texts(for: "full name") : texts(for: name)
    }

    private static let people: Set<String> = [
        "user", "author", "owner", "customer", "contact", "person", "people", "employee", "member", "assignee",
        "sender", "recipient", "creator", "editor", "reviewer", "patient", "student", "teacher", "manager", "profile",
    ]

    /// Looks up the whole name, then its last words, then the singular of its last word.
    private static func find(_ name: String, in table: [String: [String]]) -> [String] {
        let words = words(of: name).suffix(4)
        for count in 0..<words.count {
            if let examples = table[words.dropFirst(count).joined(separator: " ")] { return examples }
        }
        guard let last = words.last, last.utf8.count > 3, last.hasSuffix("s") else { return [] }
        return table[String(last.dropLast())] ?? []
    }

    /// The example strings of each format. The key `not date` has a string that isn't a `date`.
    static let formats: [String: [String]] = table(exampleFormats)

    private static let texts: [String: [String]] = table(exampleTexts)

    private static let numbers: [String: [String]] = table(exampleNumbers)

    private static func table(_ text: String) -> [String: [String]] {
        var table: [String: [String]] = [:]
        for line in text.lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            // The empty text is a JSON Pointer.
            let values = parts[1].dropFirst().split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            for name in parts[0].split(separator: "|") { table[String(name)] = values }
        }
        return table
    }
}

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
