import AccordJSON

/// The keywords of one schema with their values.
struct SchemaWords {
    private var entries: [(keyword: Keyword, value: JSONValue)] = []

    mutating func add(_ keyword: Keyword, _ value: JSONValue) {
        // Of a key that comes twice the last one counts.
        if let place = entries.firstIndex(where: { $0.keyword == keyword }) {
            entries[place].value = value
        } else {
            entries.append((keyword, value))
        }
    }

    subscript(keyword: Keyword) -> JSONValue? {
        for entry in entries where entry.keyword == keyword { return entry.value }
        return nil
    }

    func hasAny(_ keywords: Keyword...) -> Bool {
        entries.contains { entry in keywords.contains(entry.keyword) }
    }
}
