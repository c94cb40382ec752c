// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The values by which one change of a schema shows: the sender's schema accepts them, and the reader's schema rejects
/// them because of the change.
enum Claim: Hashable {
    /// One value, such as a new value of an enumeration.
    case equals(JSON)
    /// The objects without a property.
    case lacks(String)
    /// The objects with a property.
    case has(String)
    /// The values that violate one of these keywords of the reader's schema.
    case violates([String])
    /// The values of an alternative, with all of its properties. The tag selects the alternative.
    case meets(Schema, tag: Tag? = nil)
    /// The values that the constants of an alternative select, but that violate the alternative.
    case misses(Schema)
    /// The values that match several alternatives of the reader's `oneOf`. They may combine the properties of the
    /// sender's alternatives.
    case matchesSeveral
    /// The values that violate a schema in the `allOf` of the reader's schema.
    case violatesPart(Schema)
    /// All values that the reader's schema rejects.
    case whole

    /// The property of a discriminator, and one of its values.
    struct Tag: Hashable {
        var name: String
        var value: String
    }
}

/// A step from a value to a value inside it.
enum PathStep: Hashable {
    case property(String)
    /// A property that the schema doesn't declare by name. The name matches the pattern, if there is one.
    case member(pattern: String?)
    /// An element of an array, or any element after the elements that have schemas of their own.
    case element(Int, isFirstOfMany: Bool = false)

    /// The step in the pointer of a change: the property's name, the element's index, or `*`.
    var token: String {
        switch self {
        case .property(let name): name
        case .element(let index, false): String(index)
        case .element, .member: "*"
        }
    }

    /// The name of the property, or `nil` if the step leads to an element.
    var name: String? {
        switch self {
        case .property(let name): name
        case .member(nil): "key"
        case .member(let pattern?): (try? ECMAPattern(pattern)).flatMap(MemberScope.matching) ?? "key"
        case .element: nil
        }
    }

    /// The step in a value: the property's name or the element's index.
    var instanceToken: String { name ?? String(index) }

    /// The index of the element.
    var index: Int { if case .element(let index, _) = self { index } else { 0 } }
}

extension InclusionSearch {
    /// The largest number of rules for searches of a single change.
    private static let mostRules = 400_000

    /// Searches for a value that shows a change. If possible, the reader's schema rejects the value only because of the
    /// change: it would accept the value without the change.
    ///
    /// - Parameter witness: the schema that accepts the value, and the schema that rejects the value.
    mutating func value(showing claim: Claim, _ witness: Witness) -> SearchResult {
        let (reader, direction) = (witness.outer, witness.direction)
        guard var literals = senders(witness), let whole = search.graph.number(reader, direction) else {
            return .unknown
        }
        switch claim {
        case .lacks(let name): literals += [Literal(schema: object([])), .not(object([name]))]
        case .has(let name): literals.append(Literal(schema: object([name])))
        case .violates(let words):
            let context = Set(words.flatMap { Self.context[$0] ?? [] }).subtracting(words)
            let kept = context.union(words)
            let open = anything()
            literals.append(
                .not(
                    derived(reader, direction, keeping: kept.contains) { rule in
                        if context.contains("properties") {
                            for index in rule.properties.indices { rule.properties[index].schema = open }
                            for index in rule.patterns.indices { rule.patterns[index].schema = open }
                        }
                        if context.contains("prefixItems") { rule.prefix = rule.prefix.map { _ in open } }
                    }))
            // A property that no document declares shows more than one that a different change adds or removes.
            guard words == ["additionalProperties"] else { break }
            let names = declaredNames(literals[0].schema).subtracting(declaredNames(whole))
            let undeclared = search.value(meeting: literals + names.sorted().map { .not(object([$0])) })
            if undeclared.value != nil { return undeclared }
        case .matchesSeveral:
            literals[0].isSender = false
            literals.append(.not(derived(reader, direction, keeping: { $0 == "oneOf" }) { _ in }))
        case .violatesPart(let part):
            guard let number = search.graph.number(part, direction) else { return .unknown }
            literals.append(.not(number))
        case .meets(let alternative, let tag):
            guard let number = search.graph.number(alternative, direction) else { return .unknown }
            literals.append(Literal(schema: number, isSender: true))
            let tagged = tag.map { literals + [Literal(schema: object([$0.name], constant(.string($0.value))))] }
            if let tagged, search.value(meeting: tagged).value != nil { literals = tagged }
            let names = declaredNames(number).sorted()
            if names.isEmpty { break }
            let full = literals + [Literal(schema: object(names))]
            // An open alternative of the reader may accept each of these values.
            for requirements in [full + [.not(whole)], full] {
                let result = search.value(meeting: requirements)
                if result.value != nil { return result }
            }
        case .misses(let alternative):
            guard let number = search.graph.number(alternative, direction) else { return .unknown }
            literals += [.not(number), .not(whole)]
            let tags = constants(number)
            let known =
                tags.isEmpty ? .none : search.value(meeting: literals + tags.map { Literal(schema: object([$0], $1)) })
            if known.value != nil { return known }
        case .equals, .whole: return .unknown
        }
        let reverted = derived(reader, direction, keeping: { !claim.words.contains($0) }) { rule in
            if case .lacks(let name) = claim { rule.required.removeAll { $0 == name } }
        }
        let isolated = literals + [Literal(schema: reverted)]
        let result = search.value(meeting: isolated)
        guard let value = result.value else { return search.value(meeting: literals) }
        guard case .violates(["type"]) = claim, value == [] || value == [:] else { return result }
        // Elements or members tell more about a changed type than an empty value.
        let filled = blank { $0.counts[value.kind] = CountLimits(atLeast: 1) }
        let full = search.value(meeting: isolated + [Literal(schema: filled)])
        return full.value == nil ? result : full
    }

    /// Searches for a value of the sender that contains `part` at a path. If possible, the reader's schema accepts the
    /// value except for this part. If `part` is `nil`, any value fits there.
    mutating func value(holding part: JSON?, at path: ArraySlice<PathStep>, _ witness: Witness) -> SearchResult {
        if path.isEmpty, let part { return .some(part) }
        guard let senders = senders(witness), let outer = search.graph.number(witness.outer, witness.direction) else {
            return .unknown
        }
        let literals = senders + [Literal(schema: holder(of: part, path))]
        let result = search.value(meeting: literals + [Literal(schema: opened(outer, path, depth: 0))])
        return result.value == nil ? search.value(meeting: literals) : result
    }

    /// Returns the requirements of the sender: its schema, and the other keywords of its union.
    private mutating func senders(_ witness: Witness) -> [Literal]? {
        guard let inner = search.graph.number(witness.inner, witness.direction), search.rules.count < Self.mostRules
        else {
            return nil
        }
        let unions = ["oneOf", "anyOf", "unevaluatedProperties", "unevaluatedItems"]
        let rest = witness.union.map { derived($0, witness.direction, keeping: { !unions.contains($0) }) { _ in } }
        return ([inner] + [rest].compactMap(\.self)).map { Literal(schema: $0, isSender: true) }
    }

    // MARK: Derived rules

    /// The keywords without which a keyword has a different meaning.
    private static let context: [String: [String]] = [
        "additionalProperties": ["properties", "patternProperties"],
        "unevaluatedProperties": ["properties", "patternProperties"], "items": ["prefixItems"],
        "minContains": ["contains"], "maxContains": ["contains"], "minimum": ["exclusiveMinimum"],
        "maximum": ["exclusiveMaximum"], "exclusiveMinimum": ["minimum"], "exclusiveMaximum": ["maximum"],
        "type": ["nullable"], "if": ["then", "else"], "then": ["if"], "else": ["if"],
    ]

    private mutating func blank(_ change: (inout SchemaRule) -> Void) -> Int {
        search.add(SchemaRule(deriving: change, from: search.rules[0].schema))
    }

    private mutating func anything() -> Int { blank { $0.always = true } }

    private mutating func constant(_ value: JSON) -> Int { blank { $0.allowed = [value] } }

    private mutating func object(_ names: [String], _ member: Int? = nil) -> Int {
        blank { rule in
            rule.types = [.object]
            rule.required = names
            rule.properties = member.map { member in names.map { ($0, member) } } ?? []
        }
    }

    /// Adds a copy of a schema that has only some of its keywords, also in `allOf` and in the targets of references.
    private mutating func derived(
        _ schema: Schema, _ direction: MessageDirection, keeping isKept: @escaping (String) -> Bool,
        known: Set<Schema> = [], _ change: (inout SchemaRule) -> Void
    ) -> Int {
        let open = anything()
        guard !known.contains(schema) else { return open }
        var rule = SchemaRule(
            schema, direction, keeping: { isKept($0) && $0 != "$ref" && $0 != "allOf" },
            index: { search.graph.number($0, direction) ?? open }, add: { search.add($0) })
        for part in SchemaRule.parts(of: schema) {
            rule.all.append(derived(part, direction, keeping: isKept, known: known.union([schema]), change))
        }
        change(&rule)
        return search.add(rule)
    }

    /// Adds a rule that requires `part` at a path.
    private mutating func holder(of part: JSON?, _ path: ArraySlice<PathStep>) -> Int {
        guard let step = path.first else { return part.map { constant($0) } ?? anything() }
        let inner = holder(of: part, path.dropFirst())
        if let name = step.name { return object([name], inner) }
        let open = anything()
        return blank { rule in
            rule.types = [.array]
            rule.prefix = [Int](repeating: open, count: step.index) + [inner]
            rule.counts[.array] = CountLimits(atLeast: step.index + 1)
        }
    }

    /// Adds a copy of a schema that accepts any value at a path, also in the alternatives and in `allOf`.
    private mutating func opened(_ number: Int, _ path: ArraySlice<PathStep>, depth: Int) -> Int {
        guard let step = path.first else { return anything() }
        var rule = search.rules[number]
        guard rule.always == nil, depth < 5 else { return number }
        let rest = path.dropFirst()
        if let name = step.name {
            var isCovered = false
            for index in rule.properties.indices where rule.properties[index].name == name {
                rule.properties[index].schema = opened(rule.properties[index].schema, rest, depth: 0)
                isCovered = true
            }
            for index in rule.patterns.indices where rule.patterns[index].pattern.matches(in: name) {
                rule.patterns[index].schema = opened(rule.patterns[index].schema, rest, depth: 0)
                isCovered = true
            }
            if !isCovered { rule.additional = rule.additional.map { opened($0, rest, depth: 0) } }
        } else if step.index < rule.prefix.count {
            rule.prefix[step.index] = opened(rule.prefix[step.index], rest, depth: 0)
        } else {
            rule.items = rule.items.map { opened($0, rest, depth: 0) }
        }
        rule.all = rule.all.map { opened($0, path, depth: depth + 1) }
        rule.any = (rule.any + rule.one).map { branches in branches.map { opened($0, path, depth: depth + 1) } }
        rule.one = []
        rule.isDerived = true
        return search.add(rule)
    }

    /// Returns the properties that have `const` or `enum` in a schema, also in `allOf`.
    private func constants(_ number: Int, depth: Int = 0) -> [(name: String, schema: Int)] {
        let rule = search.rules[number]
        return rule.properties.filter { search.rules[$0.schema].allowed != nil }
            + (depth < 5 ? rule.all.flatMap { constants($0, depth: depth + 1) } : [])
    }

    /// Returns the names in `properties` of a schema, also in its alternatives and in `allOf`.
    private func declaredNames(_ number: Int, depth: Int = 0) -> Set<String> {
        let rule = search.rules[number]
        let names = Set(rule.properties.map(\.name))
        guard depth < 5 else { return names }
        return (rule.all + (rule.any + rule.one).joined()).reduce(into: names) {
            $0.formUnion(declaredNames($1, depth: depth + 1))
        }
    }
}

extension Claim {
    /// The keywords without which the reader's schema accepts the values of the claim.
    fileprivate var words: Set<String> {
        switch self {
        case .has: ["additionalProperties", "unevaluatedProperties"]
        case .violates(let words): Set(words)
        case .matchesSeveral: ["oneOf"]
        case .meets: ["oneOf", "anyOf"]
        case .equals, .lacks, .misses, .violatesPart, .whole: []
        }
    }
}
