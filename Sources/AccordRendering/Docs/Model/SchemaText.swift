// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore

/// A description of a schema for readers: its type in words, its constraints, and its nested schemas.
struct SchemaText: Sendable {
    /// A part of the words that describe a type. If the part is the name of a schema, it becomes a link.
    struct Piece: Sendable, Hashable {
        var text: String
        /// The identifier of the named schema in links, or `nil` if this part isn't the name of a schema.
        var schema: String?
    }

    var type: [Piece] = []
    /// Constraints such as `at least 1 character`.
    var constraints: [String] = []
    var description: String?
    var isDeprecated = false
    var properties: [(name: String, isRequired: Bool, schema: SchemaText)] = []
    /// The branches of `oneOf` or `anyOf`.
    var alternatives: [SchemaText] = []
    var alternativesTitle: String?
    /// Whether `properties` and `alternatives` come from a named schema, which the documentation also describes in a
    /// section of its own.
    var isNamed = false

    var typeText: String { type.map(\.text).joined() }

    /// The maximum depth to which nested schemas are described.
    private static let deepest = 8

    /// Describes a schema.
    ///
    /// - Parameter isNamed: Whether the description of a named schema is only its name, not its content.
    init(_ schema: JSONValue, names: SchemaNames, isNamed: Bool = true) {
        self.init(SchemaView(schema), names: names, depth: 0, isNamed: isNamed)
    }

    /// Describes a value, such as a property, to which one or more schemas apply.
    private init(_ shape: SchemaView, names: SchemaNames, depth: Int, isNamed: Bool) {
        let schema = shape.schemas[0]
        guard shape.schemas.allSatisfy({ $0 == schema }) else {
            description = shape.keyword("description")?.string ?? shape.keyword("title")?.string
            isDeprecated = shape.says("deprecated")
            fill(from: shape, names, depth, isNamed: isNamed)
            return
        }
        if isNamed, let name = names.name(of: schema) {
            describe(name, schema, names, depth)
            return
        }
        if let bool = schema.bool {
            type = [Piece(text: bool ? "any value" : "not allowed")]
            return
        }
        description = schema["description"]?.string ?? schema["title"]?.string
        isDeprecated = schema["deprecated"]?.bool == true
        if let reference = schema["$ref"]?.string {
            refer(to: reference, from: schema, names, depth)
            // Keywords next to a `$ref` add constraints to the referenced schema.
            constraints += Self.phrases(of: schema)
            return
        }
        fill(from: shape, names, depth, isNamed: isNamed)
    }

    /// Adds a link to the schema. If `names.expanding(name)` isn't `nil`, also describes the schema's content here.
    private mutating func describe(_ name: String, _ schema: JSONValue, _ names: SchemaNames, _ depth: Int) {
        type = [Piece(text: name, schema: names.slug(of: name))]
        guard depth < Self.deepest, let inner = names.expanding(name) else { return }
        let content = SchemaText(SchemaView(schema), names: inner, depth: depth + 1, isNamed: false)
        description = description ?? content.description
        isDeprecated = isDeprecated || content.isDeprecated
        let isPlain = content.properties.isEmpty && content.alternatives.isEmpty
        constraints = (isPlain ? [content.typeText] : []) + content.constraints
        addContent(of: content)
        self.isNamed = true
    }

    private mutating func addContent(of other: SchemaText) {
        properties = other.properties
        alternatives = other.alternatives
        alternativesTitle = other.alternativesTitle
        isNamed = other.isNamed
    }

    private mutating func refer(to reference: String, from schema: JSONValue, _ names: SchemaNames, _ depth: Int) {
        guard reference.hasPrefix("#"), let pointer = try? JSONPointer(uriFragment: reference),
            let target = schema.document.root.value(at: pointer)
        else {
            type = [Piece(text: reference)]
            return
        }
        if let name = names.name(of: target) {
            describe(name, target, names, depth)
        } else if depth < Self.deepest {
            let outer = description
            self = SchemaText(SchemaView(target), names: names, depth: depth + 1, isNamed: true)
            description = outer ?? description
        } else {
            type = [Piece(text: reference)]
        }
    }

    private mutating func fill(from shape: SchemaView, _ names: SchemaNames, _ depth: Int, isNamed: Bool) {
        type = Self.type(of: shape, names, depth)
        constraints = shape.nodes.filter { names.name(of: $0) == nil || !isNamed }.flatMap(Self.phrases)
        guard depth < Self.deepest else { return }
        func text(_ shape: SchemaView) -> SchemaText {
            SchemaText(shape, names: names, depth: depth + 1, isNamed: true)
        }
        let required = Set(shape.required)
        properties = shape.propertyNames.compactMap { name in
            shape.namedProperty(name).map { (name, required.contains(name), text($0)) }
        }
        let described = Set(properties.map(\.name))
        // Properties that the schema requires but doesn't describe.
        let others = shape.required.filter { !described.contains($0) }
        if !others.isEmpty { constraints.append("with \(others.listed)") }
        if let others = shape.keyword("additionalProperties") ?? shape.keyword("unevaluatedProperties") {
            if others.kind == .object, !others.members.isEmpty {
                properties.append(("other names", false, text(SchemaView(others))))
            } else if others.bool == false, !properties.isEmpty {
                constraints.append("no other properties")
            }
        }
        // Describe an array by the properties of its elements.
        if properties.isEmpty, let items = shape.items, items.schemas.allSatisfy({ $0.kind == .object }) {
            let inner = text(items)
            addContent(of: inner)
            constraints += inner.constraints.map { "each \($0)" }
        }
        for (keyword, title) in [("oneOf", "exactly one of"), ("anyOf", "one or more of")] {
            guard alternatives.isEmpty, let branches = shape.keyword(keyword) else { continue }
            alternatives = branches.elements.map { text(SchemaView($0)) }
            alternativesTitle = title
        }
    }

    private static func type(of shape: SchemaView, _ names: SchemaNames, _ depth: Int) -> [Piece] {
        if let constant = shape.keyword("const") { return [Piece(text: "always \(Self.value(constant))")] }
        if let values = shape.keyword("enum") {
            let shown = values.elements.prefix(20).map(Self.value).joined(separator: ", ")
            return [Piece(text: values.count > 20 ? "one of \(shown), …" : "one of \(shown)")]
        }
        let allowed = shape.textTypes
        let types = JSONType.allCases.filter { allowed.contains($0) && !($0 == .null && allowed.count > 1) }
        var pieces: [Piece] = []
        for type in types {
            if !pieces.isEmpty { pieces.append(Piece(text: " or ")) }
            guard type == .array, let items = shape.items, depth < deepest else {
                pieces.append(Piece(text: type.rawValue))
                continue
            }
            pieces.append(Piece(text: "array of "))
            pieces += SchemaText(items, names: names, depth: depth + 1, isNamed: true).type
        }
        if allowed.contains(.null), allowed.count > 1 { pieces.append(Piece(text: " or null")) }
        if let format = shape.keyword("format")?.string { pieces.append(Piece(text: " (\(format))")) }
        if !pieces.isEmpty { return pieces }
        let isOfObjects = ["properties", "required", "dependentRequired"].contains { shape.keyword($0) != nil }
        return [Piece(text: isOfObjects ? "object" : "any value")]
    }
}

// MARK: Constraints

extension SchemaText {
    /// Returns the constraints of a schema, such as `at least 1 character`.
    private static func phrases(of schema: JSONValue) -> [String] {
        var phrases: [String] = []
        func add(_ keyword: String, _ phrase: (String) -> String) {
            if let value = schema[keyword] { phrases.append(phrase(Self.value(value))) }
        }
        func count(_ keyword: String, _ words: String, _ noun: String, _ plural: String) {
            guard let number = schema[keyword]?.int, !(keyword.hasPrefix("min") && number == 0) else { return }
            phrases.append("\(words) \(number) \(number == 1 ? noun : plural)")
        }
        // In OpenAPI 3.0, `exclusiveMinimum` is a Boolean value.
        let isAbove = schema["exclusiveMinimum"]?.bool == true
        let isBelow = schema["exclusiveMaximum"]?.bool == true
        if !isAbove, !isBelow, let least = schema["minimum"], let most = schema["maximum"] {
            phrases.append("\(value(least)) to \(value(most))")
        } else {
            add("minimum") { isAbove ? "more than \($0)" : "\($0) or more" }
            add("maximum") { isBelow ? "less than \($0)" : "\($0) or less" }
        }
        if schema["exclusiveMinimum"]?.number != nil { add("exclusiveMinimum") { "more than \($0)" } }
        if schema["exclusiveMaximum"]?.number != nil { add("exclusiveMaximum") { "less than \($0)" } }
        add("multipleOf") { "a multiple of \($0)" }
        count("minLength", "at least", "character", "characters")
        count("maxLength", "at most", "character", "characters")
        count("minItems", "at least", "element", "elements")
        count("maxItems", "at most", "element", "elements")
        count("minProperties", "at least", "property", "properties")
        count("maxProperties", "at most", "property", "properties")
        for member in schema["dependentRequired"]?.members.map({ $0 }) ?? [] {
            let needed = names(member.value)
            if !needed.isEmpty { phrases.append("\(member.key) only with \(needed.listed)") }
        }
        if let excluded = schema["not"], excluded.members.count == 1, let names = excluded["required"].map(names) {
            phrases.append(names.count == 1 ? "without \(names[0])" : "not \(names.listed) together")
        }
        if schema["uniqueItems"]?.bool == true { phrases.append("unique elements") }
        if let pattern = schema["pattern"]?.string { phrases.append("matches \(pattern)") }
        add("default") { "default \($0)" }
        if schema["readOnly"]?.bool == true { phrases.append("only in responses") }
        if schema["writeOnly"]?.bool == true { phrases.append("only in requests") }
        if let example = schema["examples"]?.elements.first ?? schema["example"] {
            phrases.append("for example \(value(example))")
        }
        return phrases
    }

    private static func names(_ list: JSONValue) -> [String] { list.elements.compactMap(\.string) }

    /// Returns a value as compact JSON on one line, truncated to 120 characters.
    private static func value(_ value: JSONValue) -> String {
        let text = value.compact
        return text.count > 120 ? "\(text.prefix(119))…" : text
    }
}

/// The names of a contract's named schemas. A schema is identified by its position in its document.
struct SchemaNames: Sendable {
    private var names: [NodeID: String] = [:]
    private var slugs: [String: String] = [:]
    /// The named schemas around the current schema, outermost first. If it is `nil`, a description only links to named
    /// schemas. Otherwise, it also contains their content.
    private var expanded: [String]?

    /// The maximum number of nested named schemas that are described with their content.
    private static let deepest = 2

    init(_ schemas: [NamedSchema]) {
        var taken: Set<String> = []
        for schema in schemas {
            names[NodeID(schema.schema.source)] = schema.name
            slugs[schema.name] = taken.insertUnused(Slug.text(schema.name), separator: "-")
        }
    }

    /// A copy of these names for descriptions that contain the content of named schemas, not only links.
    var inline: SchemaNames {
        var names = self
        names.expanded = []
        return names
    }

    /// Returns a copy of these names for the content of the schema `name`. Returns `nil` if the description must only
    /// link to the schema.
    fileprivate func expanding(_ name: String) -> SchemaNames? {
        guard let expanded, expanded.count < Self.deepest, !expanded.contains(name) else { return nil }
        var names = self
        names.expanded = expanded + [name]
        return names
    }

    func name(of schema: JSONValue) -> String? { names[NodeID(schema)] }
    func slug(of name: String) -> String? { slugs[name] }
}
