// SPDX-License-Identifier: Apache-2.0
/// Realistic strings and numbers for the names of properties.
enum ExampleWords {
    /// Returns the strings for a property's name. The list is empty for an unknown name.
    static func texts(for name: String) -> [String] { find(name, in: texts) }

    /// Returns numbers that suit a property of this name, for use as examples.
    static func numbers(for name: String) -> [String] { find(name, in: numbers) }

    /// The example strings for properties whose name isn't known.
    static let plain: [String] = split(
        "amber birch cedar delta ember fjord grove harbor indigo juniper kestrel lagoon maple nimbus orchid pebble",
        by: 0x20)

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
        for line in split(text, by: 0x0A) {
            guard let colon = line.utf8.firstIndex(of: 0x3A) else { continue }
            let values = split(String(line[line.utf8.index(colon, offsetBy: 2)...]), by: 0x7C)
            for name in split(String(line[..<colon]), by: 0x7C) { table[name] = values }
        }
        return table
    }

    private static func split(_ text: String, by separator: UInt8) -> [String] {
        text.utf8.split(separator: separator, omittingEmptySubsequences: false).compactMap { String($0) }
    }
}
