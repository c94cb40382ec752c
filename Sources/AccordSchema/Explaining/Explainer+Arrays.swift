import AccordJSON

extension Explainer {
    mutating func explainItems(_ keyword: Keyword, _ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        guard isTrueOfAny(.array, node) else { return }
        let elements = self.value(node).elements
        if value.kind == .array {
            for (index, (schema, element)) in zip(value.elements, elements).enumerated() where goesOn() {
                explain(schema, at: String(index), in: String(index), element.node)
            }
            return
        }
        var skipped = 0
        if keyword == .additionalItems {
            guard let items = words[.items], items.kind == .array else { return }
            skipped = items.count
        } else if keyword == .items, let prefix = words[.prefixItems] {
            skipped = prefix.count
        }
        for (index, element) in elements.enumerated() where index >= skipped {
            guard goesOn() else { return }
            explain(value, at: String(index), element.node)
        }
    }

    mutating func explainCount(_ keyword: Keyword, _ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.array, node), let bound = value.number else { return }
        let count = self.value(node).count
        let isLeast = keyword == .minItems
        guard isLeast ? JSONNumber(count) < bound : JSONNumber(count) > bound else { return }
        let wanted = Wording.count(bound.int ?? .max, "element")
        add(
            violation(
                keyword.name, value, node, expected: "\(isLeast ? "at least" : "at most") \(wanted)",
                actual: count == 0 ? "none" : "\(count)"))
    }

    mutating func explainUnique(_ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.array, node), value.bool == true, let pair = checker.tables.repeatedElements(node) else {
            return
        }
        let element = self.value(node)[pair.second].map { Wording.short($0, limit: 40) } ?? ""
        add(
            violation(
                "uniqueItems", value, node, expected: "elements that all differ",
                actual: "\(element) at index \(pair.first) and again at index \(pair.second)"))
    }

    mutating func explainContains(_ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        guard isTrueOfAny(.array, node), let schema = child(value) else { return }
        let least = words[.minContains]?.number ?? JSONNumber(1)
        let most = words[.maxContains]?.number
        var found = 0
        for element in self.value(node).elements where checker.check(schema, element.node, false) { found += 1 }
        if JSONNumber(found) < least {
            let isPlain = words[.minContains] == nil
            let causes = closestElement(value, node)
            let expected = isPlain ? "an element that satisfies “contains”" : "at least \(least) such elements"
            add(
                violation(
                    isPlain ? "contains" : "minContains", words[.minContains] ?? value, node, expected: expected,
                    actual: found == 0 ? "none among \(describe(node))" : "\(found)", causes: causes))
        } else if let most, JSONNumber(found) > most, let bound = words[.maxContains] {
            add(
                violation(
                    "maxContains", bound, node, expected: "at most \(most) elements that satisfy “contains”",
                    actual: "\(found)"))
        }
    }

    /// What is wrong with the element that comes closest to a schema.
    private mutating func closestElement(_ value: JSONValue, _ node: Int) -> [SchemaViolation] {
        guard let schema = child(value) else { return [] }
        var best: (closeness: Closeness, causes: [SchemaViolation])?
        for (index, element) in self.value(node).elements.prefix(16).enumerated() {
            guard goesOn() else { break }
            if checker.check(schema, element.node, false) { continue }
            let causes = collecting { $0.explain(value, at: String(index), element.node) }
            let closeness = closeness(of: schema, element.node, causes, depth: instancePath.count + 1)
            if best.map({ $0.closeness < closeness }) ?? true { best = (closeness, causes) }
        }
        return best?.causes ?? []
    }
}
