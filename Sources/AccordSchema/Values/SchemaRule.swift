// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The constraints of one schema. Subschemas are represented by their indexes in a ``SchemaGraph``.
package struct SchemaRule {
    /// The compiled schema.
    package var schema: Schema
    /// Whether the rule differs from its schema, because a search needs a schema without some of its keywords.
    package var isDerived = false
    /// The value of a Boolean schema: `true` accepts every value, and `false` accepts none.
    package var always: Bool?
    package var types = Set(JSONKind.allCases)
    /// The values that `enum` and `const` allow, or `nil` if all values are allowed.
    package var allowed: [JSON]?

    /// The limits of numbers, such as `minimum`. An integer is a multiple of 1, and a format such as `int32` is a range.
    var number = NumberLimits()

    /// The limits of the number of characters, elements or members, for each type of value that has them.
    package var counts: [JSONKind: CountLimits] = [:]

    /// The pattern of strings, and the format if the validator checks it.
    var tests: [TextTest] = []
    /// The format, even if the validator doesn't check it, and the encoding and media type of the content.
    var format: String?
    var encoding: String?
    var mediaType: String?

    package var prefix: [Int] = []
    package var items: Int?
    var isUnique = false
    var contains: Int?
    /// The limits of the number of elements that satisfy the schema in `contains`.
    var containedCount = CountLimits()

    package var properties: [(name: String, schema: Int)] = []
    package var patterns: [(pattern: ECMAPattern, schema: Int)] = []
    package var additional: Int?
    /// The schema in `unevaluatedProperties` of an opaque rule.
    var unevaluated: Int?
    /// The index of the schema in `propertyNames`, which all property names must match.
    var names: Int?
    /// The properties that messages of this direction lack: `readOnly` in requests, `writeOnly` in responses.
    var hidden: Set<String> = []
    package var required: [String] = []
    /// The schemas that an object with a property must satisfy: `dependentSchemas` and `dependentRequired`.
    var dependents: [(name: String, schema: Int)] = []

    /// The indexes of the schemas in `allOf` and of the target of `$ref`.
    package var all: [Int] = []
    package var any: [[Int]] = []
    package var one: [[Int]] = []
    var not: [Int] = []
    /// The indexes of the schemas that a dynamic reference can refer to, if there are several.
    var possible: [Int] = []
    /// Whether the schema has a keyword that the graph doesn't represent, such as `unevaluatedProperties`.
    var isOpaque = false

    /// The types that a sender sends: without `type`, the objects of `properties` or the arrays of `items`.
    var sentTypes: Set<JSONKind> {
        guard types.count == JSONKind.allCases.count else { return types }
        return !properties.isEmpty ? [.object] : items != nil || !prefix.isEmpty ? [.array] : types
    }

    /// Whether the schema has keywords for the members of objects, such as `properties`.
    var describesMembers: Bool { !properties.isEmpty || !hidden.isEmpty || !patterns.isEmpty || additional != nil }

    /// Returns the schema of a property in `properties`.
    package func property(_ name: String) -> Int? { properties.first { $0.name == name }?.schema }

    /// Returns the schemas of the member with a name.
    func member(_ name: String) -> [Int] {
        let own = [property(name)].compactMap(\.self)
        let described = own + patterns.filter { $0.pattern.matches(in: name) }.map(\.schema)
        return described.isEmpty && !hidden.contains(name) ? [additional].compactMap(\.self) : described
    }

    /// Returns the schema of the element at an index.
    func element(_ index: Int) -> Int? { index < prefix.count ? prefix[index] : items }

    /// Replaces the index of each subschema with the index that a closure returns.
    mutating func mapSchemas(_ change: (Int) -> Int) {
        for part in [\Self.items, \.contains, \.additional, \.unevaluated, \.names] {
            self[keyPath: part] = self[keyPath: part].map(change)
        }
        for list in [\Self.prefix, \.all, \.not, \.possible] { self[keyPath: list] = self[keyPath: list].map(change) }
        for unions in [\Self.any, \.one] { self[keyPath: unions] = self[keyPath: unions].map { $0.map(change) } }
        for index in properties.indices { properties[index].schema = change(properties[index].schema) }
        for index in patterns.indices { patterns[index].schema = change(patterns[index].schema) }
        for index in dependents.indices { dependents[index].schema = change(dependents[index].schema) }
    }
}

extension SchemaRule {
    /// Reads the constraints of a schema.
    ///
    /// - Parameters:
    ///   - direction: the direction of the message. Requests contain no `readOnly` properties, and responses contain no
    ///     `writeOnly` properties.
    ///   - isKept: returns whether to read a keyword. If it returns `false` for a keyword, the rule is derived.
    ///   - index: returns the index of a subschema or of the target of a reference.
    ///   - add: adds a derived rule, and returns its index.
    package init(
        _ schema: Schema, _ direction: MessageDirection, keeping isKept: ((String) -> Bool)? = nil,
        index: (Schema) -> Int, add: (SchemaRule) -> Int
    ) {
        self.schema = schema
        isDerived = isKept != nil
        always = schema.source.bool
        guard always == nil else { return }
        let words = isKept.map { isKept in schema.keywords.filter { isKept($0.key) } } ?? schema.keywords
        func part(_ value: JSONValue?) -> Int? { value.flatMap { schema.part(at: $0) }.map(index) }
        func parts(_ value: JSONValue?) -> [Int] { value?.elements.compactMap { part($0) } ?? [] }
        readTypes(words)
        number.add(hasBooleanExclusives: schema.hasBooleanExclusives) { words[$0] }
        for (kind, noun) in [(JSONKind.string, "Length"), (.array, "Items"), (.object, "Properties")] {
            counts[kind] = CountLimits(words["min\(noun)"], words["max\(noun)"])
        }
        if let pattern = words["pattern"]?.string.flatMap({ schema.program.pattern($0) }) {
            tests.append(.pattern(pattern))
        }
        format = words["format"]?.string
        encoding = words["contentEncoding"]?.string
        mediaType = words["contentMediaType"]?.string
        // OpenAPI 3.1 has `contentEncoding: base64` in place of `format: byte`.
        var tested = encoding == "base64" ? "byte" : nil
        if let value = words["format"], let name = format, schema.asserts(format: name) {
            if number.add(format: value) {
                number.divide(by: JSONNumber(1), place: value)
            } else {
                tested = name
            }
        }
        if let tested { tests.append(.format(tested)) }

        if let list = words["prefixItems"] ?? words["items"], list.kind == .array {
            prefix = parts(list)
            items = part(words["prefixItems"] == nil ? words["additionalItems"] : words["items"])
        } else {
            items = part(words["items"])
        }
        isUnique = words["uniqueItems"]?.bool == true
        if let contained = part(words["contains"]) {
            containedCount = CountLimits(words["minContains"], words["maxContains"])
            if words["minContains"] == nil { containedCount.raise(to: 1) }
            if containedCount != CountLimits() { contains = contained }
        }

        let access = schema.contains(direction.hidden) ? direction.hidden.keyword : nil
        for member in words["properties"]?.distinctMembers ?? [] {
            if let access, SchemaView(member.value).says(access) {
                hidden.insert(member.key)
            } else if let child = part(member.value) {
                properties.append((member.key, child))
            }
        }
        for member in words["patternProperties"]?.distinctMembers ?? [] {
            guard let child = part(member.value), let pattern = schema.program.pattern(member.key) else { continue }
            patterns.append((pattern, child))
        }
        additional = part(words["additionalProperties"])
        names = part(words["propertyNames"])
        required = words["required"]?.elements.compactMap(\.string).filter { !hidden.contains($0) } ?? []

        all = parts(words["allOf"])
        for reference in Schema.references.compactMap({ words[$0] }) {
            let targets = schema.targets(of: reference)
            if targets.count == 1 { all.append(index(targets[0])) } else { isOpaque = true }
            if targets.count > 1 { possible += targets.map(index) }
        }
        for (keyword, union) in [("anyOf", \SchemaRule.any), ("oneOf", \SchemaRule.one)] {
            guard let list = words[keyword] else { continue }
            // People read `{nullable: true}` beside other alternatives as null.
            let branches = list.elements.compactMap { schema.part(at: $0) }.map {
                $0.isNull && $0.isOpen ? Self.null ?? $0 : $0
            }.map(index)
            if branches.count == 1 { all += branches } else { self[keyPath: union] = [branches] }
        }
        if words["nullable"]?.bool == true, words["type"] == nil, let null = Self.null.map(index) {
            // The validator applies the subschemas to all values except null.
            any = any.map { $0 + [null] } + all.map { [$0, null] }
            one = one.map { $0 + [null] }
            all = []
        }
        not = [part(words["not"])].compactMap(\.self)
        readConditions(words, part) { change in add(SchemaRule(deriving: change, from: schema)) }
        let opaque = ["unevaluatedItems", "unevaluatedProperties"]
        if opaque.contains(where: { words[$0] != nil && words[$0]?.bool != true }) { isOpaque = true }
        closeUnevaluated(words, part, index)
        if isOpaque { unevaluated = part(words["unevaluatedProperties"]) }
    }

    /// Creates a rule that has no constraints apart from those that a closure adds.
    package init(deriving change: (inout SchemaRule) -> Void, from schema: Schema) {
        self.init(schema: schema)
        isDerived = true
        change(&self)
    }

    /// Reads the keywords that require something on a condition. The value meets the requirement, or it doesn't meet the
    /// condition.
    private mutating func readConditions(
        _ words: [String: JSONValue], _ part: (JSONValue?) -> Int?, _ derive: ((inout SchemaRule) -> Void) -> Int
    ) {
        let (then, otherwise) = (part(words["then"]), part(words["else"]))
        if then ?? otherwise != nil, let test = part(words["if"]) {
            let open = derive { $0.always = true }
            let tested = words["if"]?["properties"]?.distinctMembers.map { (name: $0.key, schema: open) } ?? []
            any.append([
                derive { $0.all = [test] + [then].compactMap(\.self) },
                derive { rule in
                    (rule.all, rule.not) = ([otherwise].compactMap(\.self), [test])
                    // A sender can send the properties that the condition tests.
                    rule.properties = tested
                },
            ])
        }
        for keyword in ["dependentRequired", "dependencies", "dependentSchemas"] {
            for member in words[keyword]?.distinctMembers ?? [] {
                let isList = member.value.kind == .array && keyword != "dependentSchemas"
                let names = isList ? member.value.elements.compactMap(\.string) : []
                let consequence = isList ? derive { ($0.types, $0.required) = ([.object], names) } : part(member.value)
                if let consequence { dependents.append((member.key, consequence)) }
            }
        }
    }

    private static let null = try? Schema.compile(["type": "null"])
    private static let anything = try? Schema.compile(true)

    private mutating func readTypes(_ words: [String: JSONValue]) {
        if let value = words["type"] {
            let names = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
            types = Set(
                JSONKind.allCases.filter { kind in
                    names.contains(kind.description) || kind == .number && names.contains("integer")
                })
            let integer = ([value] + value.elements).first { $0.string == "integer" }
            if let integer, !names.contains("number") { number.divide(by: JSONNumber(1), place: integer) }
            if words["nullable"]?.bool == true { types.insert(.null) }
        }
        var values = words["enum"].flatMap { $0.kind == .array ? $0.elements.map { JSON($0) } : nil }
        if let constant = words["const"].map({ JSON($0) }) { values = values?.filter { $0 == constant } ?? [constant] }
        allowed = values
    }

    /// Reads `unevaluatedProperties` as `additionalProperties`, and `unevaluatedItems` as `items`. Does nothing if the
    /// schema has other subschemas that may evaluate properties or elements, such as `allOf`.
    private mutating func closeUnevaluated(
        _ words: [String: JSONValue], _ part: (JSONValue?) -> Int?, _ index: (Schema) -> Int
    ) {
        guard isOpaque, let names = Self.evaluated(schema), let anything = Self.anything else { return }
        let isAlone = Self.parts(of: schema).isEmpty
        guard isAlone || words["unevaluatedItems"] == nil else { return }
        for name in names where !isAlone && property(name) == nil && !hidden.contains(name) {
            properties.append((name, index(anything)))
        }
        // `unevaluatedItems` doesn't apply to elements that match `contains`.
        guard words["unevaluatedItems"] == nil || items != nil || contains == nil else { return }
        additional = additional ?? part(words["unevaluatedProperties"])
        items = items ?? part(words["unevaluatedItems"])
        isOpaque = false
    }
}

extension SchemaRule {
    /// Returns the target of `$ref` and the schemas in `allOf`.
    package static func parts(of schema: Schema) -> [Schema] {
        let words = schema.keywords
        return [words["$ref"].flatMap { schema.target(of: $0) }].compactMap(\.self)
            + (words["allOf"]?.elements.compactMap { schema.part(at: $0) } ?? [])
    }

    /// Returns the names of the properties that a schema always evaluates, or `nil` if this depends on the value.
    private static func evaluated(_ schema: Schema, depth: Int = 0) -> [String]? {
        let words = schema.keywords
        var keywords = ["anyOf", "oneOf", "if", "dependentSchemas", "dependencies", "$dynamicRef", "$recursiveRef"]
        if depth > 0 { keywords += ["patternProperties", "additionalProperties", "unevaluatedProperties"] }
        guard depth < 8, keywords.allSatisfy({ words[$0] == nil }) else { return nil }
        var names = words["properties"]?.distinctMembers.map(\.key) ?? []
        for part in parts(of: schema) {
            guard let more = evaluated(part, depth: depth + 1) else { return nil }
            names += more
        }
        return names
    }
}

/// The direction of a message: request, response or neither.
package enum MessageDirection: String, Sendable, Hashable {
    case request, response
    /// The schema doesn't belong to a request or a response.
    case neither

    /// The keyword that excludes a property from messages in this direction: `readOnly` for requests, `writeOnly` for
    /// responses.
    package var hidden: OmittedProperties {
        switch self {
        case .request: .readOnly
        case .response: .writeOnly
        case .neither: .nothing
        }
    }
}
