import AccordJSON

extension Explainer {
    /// The members of an object that count: of a key that comes twice the last one.
    func members(_ node: Int) -> [JSONMember] {
        let object = value(node)
        guard checker.tables.hasDuplicateKeys else { return Array(object.members) }
        return object.members.filter { !checker.tables.isOverridden($0.value.node - 1, in: node) }
    }

    mutating func explainProperties(_ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.object, node) else { return }
        for member in members(node) where goesOn() {
            guard let schema = value[member.key] else { continue }
            explain(schema, at: member.key, in: member.key, member.value.node)
        }
    }

    mutating func explainPatternProperties(_ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.object, node) else { return }
        for member in members(node) {
            for entry in value.members where goesOn() && matches(entry.key, member) {
                explain(entry.value, at: member.key, in: entry.key, member.value.node)
            }
        }
    }

    private mutating func matches(_ source: String, _ member: JSONMember) -> Bool {
        guard let pattern = program.patternBySource[source] else { return false }
        return checker.checkPattern(Int(pattern), member.value.node - 1)
    }

    /// Whether a member is one that `properties` or `patternProperties` beside a keyword are about.
    mutating func isNamed(_ member: JSONMember, _ words: ExplainedWords) -> Bool {
        if words[.properties]?[member.key] != nil { return true }
        guard let patterns = words[.patternProperties] else { return false }
        for entry in patterns.members where matches(entry.key, member) { return true }
        return false
    }

    mutating func explainAdditionalProperties(_ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        guard isTrueOfAny(.object, node) else { return }
        for member in members(node) where goesOn() {
            if isNamed(member, words) { continue }
            if value.bool == false {
                addUnknownProperty("additionalProperties", value, member, words)
            } else {
                explain(value, at: member.key, member.value.node)
            }
        }
    }

    /// A property that isn't allowed, with the one that was perhaps meant.
    mutating func addUnknownProperty(
        _ keyword: String, _ value: JSONValue, _ member: JSONMember, _ words: ExplainedWords
    ) {
        instancePath.append(member.key)
        let node = member.value.node
        let names = words[.properties]?.members.prefix(300).map(\.key) ?? []
        let wanted = Array(member.key.lowercased().utf8.prefix(60))
        let nearest = names.filter {
            let distance = EditDistance.between(wanted, Array($0.lowercased().utf8.prefix(60)))
            return distance < 3 && distance * 2 < wanted.count
        }.first
        var message = "the property “\(Wording.clip(member.key))” isn't allowed here"
        if let nearest { message += "; did you mean “\(nearest)”?" }
        let known = names.prefix(8).map { "“\($0)”" }
        let expected =
            known.isEmpty
            ? "no other property"
            : "no property but \(Wording.list(known + (names.count > 8 ? ["others"] : []), "and"))"
        add(
            violation(
                keyword, value, node, expected: expected, actual: "“\(Wording.clip(member.key))”", message: message))
        instancePath.removeLast()
    }

    mutating func explainPropertyNames(_ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.object, node), let schema = child(value) else { return }
        for member in members(node) where goesOn() {
            let key = member.value.node - 1
            if checker.check(schema, key, false) { continue }
            instancePath.append(member.key)
            let causes = collecting { $0.explain(schema, key) }
            let name = "“\(Wording.clip(member.key))”"
            let reason = causes.first.map { ": \($0.message)" } ?? ""
            add(
                violation(
                    "propertyNames", value, member.value.node, expected: "a name that satisfies “propertyNames”",
                    actual: name, message: "the name \(name) isn't allowed\(reason)", causes: causes))
            instancePath.removeLast()
        }
    }

    mutating func explainRequired(_ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.object, node) else { return }
        let object = self.value(node)
        for name in value.elements where goesOn() {
            guard let key = name.string, object[key] == nil else { continue }
            addMissing("required", name, key, node, "")
        }
    }

    private mutating func addMissing(
        _ keyword: String, _ value: JSONValue, _ key: String, _ node: Int, _ reason: String
    ) {
        let name = "“\(Wording.clip(key))”"
        add(
            violation(
                keyword, value, node, expected: "the property \(name)", actual: describe(node),
                message: "the property \(name) is missing\(reason)", isWithinKeyword: true))
    }

    mutating func explainMemberCount(_ keyword: Keyword, _ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.object, node), let bound = value.number else { return }
        let count = members(node).count
        let isLeast = keyword == .minProperties
        guard isLeast ? JSONNumber(count) < bound : JSONNumber(count) > bound else { return }
        let limit = bound.int ?? .max
        let wanted = Wording.count(limit, "property")
        add(
            violation(
                keyword.name, value, node, expected: "\(isLeast ? "at least" : "at most") \(wanted)",
                actual: count == 0 ? "none" : "\(count)"))
    }

    mutating func explainDependencies(_ keyword: Keyword, _ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.object, node) else { return }
        let object = self.value(node)
        for entry in value.members where goesOn() && object[entry.key] != nil {
            if entry.value.kind == .array {
                for name in entry.value.elements {
                    guard let key = name.string, object[key] == nil else { continue }
                    addMissing(keyword.name, name, key, node, ": “\(entry.key)” requires it")
                }
            } else {
                explainInPlace(entry.value, entry.key, node)
            }
        }
    }

    mutating func explainUnevaluated(
        _ keyword: Keyword, _ value: JSONValue, _ words: ExplainedWords, _ schema: UInt32, _ node: Int
    ) {
        guard isTrueOfAny(keyword == .unevaluatedItems ? .array : .object, node) else { return }
        var seen: Set<Int> = []
        checker.noteLookedAt(by: schema, node, &seen)
        if keyword == .unevaluatedItems {
            for (index, element) in self.value(node).elements.enumerated() where goesOn() {
                if !seen.contains(element.node) { explain(value, at: String(index), element.node) }
            }
            return
        }
        for member in members(node) where goesOn() && !seen.contains(member.value.node) {
            if value.bool == false {
                addUnknownProperty("unevaluatedProperties", value, member, words)
            } else {
                explain(value, at: member.key, member.value.node)
            }
        }
    }
}
