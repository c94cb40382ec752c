import AccordJSON

/// The words of JSON Schema that limit a value, as phrases.
enum SchemaConstraints {
    /// `at least 1 character`, `no more than 100`, …
    static func phrases(of schema: JSONValue) -> [String] {
        var phrases: [String] = []
        func add(_ keyword: String, _ phrase: (String) -> String) {
            if let value = schema[keyword] { phrases.append(phrase(Self.value(value))) }
        }
        func count(_ keyword: String, _ words: String, _ noun: String, _ plural: String) {
            guard let number = schema[keyword]?.int, !(keyword.hasPrefix("min") && number == 0) else { return }
            phrases.append("\(words) \(number) \(number == 1 ? noun : plural)")
        }
        if let least = schema["minimum"], let most = schema["maximum"] {
            phrases.append("\(value(least)) to \(value(most))")
        } else {
            add("minimum") { "\($0) or more" }
            add("maximum") { "\($0) or less" }
        }
        add("exclusiveMinimum") { "more than \($0)" }
        add("exclusiveMaximum") { "less than \($0)" }
        add("multipleOf") { "a multiple of \($0)" }
        count("minLength", "at least", "character", "characters")
        count("maxLength", "at most", "character", "characters")
        count("minItems", "at least", "element", "elements")
        count("maxItems", "at most", "element", "elements")
        count("minProperties", "at least", "property", "properties")
        count("maxProperties", "at most", "property", "properties")
        for member in schema["dependentRequired"]?.members.map({ $0 }) ?? [] {
            let needed = names(member.value)
            if !needed.isEmpty { phrases.append("\(member.key) only with \(joined(needed))") }
        }
        if let excluded = schema["not"], excluded.members.count == 1, let names = excluded["required"].map(names) {
            phrases.append(names.count == 1 ? "without \(names[0])" : "not \(joined(names)) together")
        }
        if schema["uniqueItems"]?.bool == true { phrases.append("no element twice") }
        if let pattern = schema["pattern"]?.string { phrases.append("matches \(pattern)") }
        add("default") { "default \($0)" }
        if schema["readOnly"]?.bool == true { phrases.append("only in responses") }
        if schema["writeOnly"]?.bool == true { phrases.append("only in requests") }
        if let example = schema["examples"]?.elements.first ?? schema["example"] {
            phrases.append("for example \(value(example))")
        }
        return phrases
    }

    /// What must be there of which nothing else is said: `with from`; nil where there is none.
    static func presence(of names: [String]) -> String? {
        names.isEmpty ? nil : "with \(joined(names))"
    }

    private static func names(_ list: JSONValue) -> [String] { list.elements.compactMap(\.string) }

    /// `from`, `from and to`, `from, to and step`
    private static func joined(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// A value in one line.
    static func value(_ value: JSONValue) -> String {
        let text = value.compact
        return text.count > 120 ? "\(text.prefix(119))…" : text
    }
}
