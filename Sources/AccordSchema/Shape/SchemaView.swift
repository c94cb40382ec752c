// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A simple view of a schema: the types that the schema allows, its properties, and the schema of its elements.
///
/// The view follows references within the document, and reads the schemas in `allOf`. It ignores the branches of
/// `anyOf`, `oneOf` and similar keywords. The view reads each schema only once, because a schema can contain itself.
package struct SchemaView: Sendable {
    /// The schemas for which the view was created. For example, the view of a property has two schemas if two schemas
    /// in `allOf` define the property.
    package let schemas: [JSONValue]
    /// All schemas that the view reads: ``schemas``, the targets of their references, and the schemas in their `allOf`.
    /// A schema precedes the schemas that it refers to or contains.
    package let nodes: [JSONValue]

    /// Reads a schema and the schemas that it refers to in its document.
    package init(_ schema: JSONValue) { self.init(schemas: [schema]) }

    /// Reads several schemas that apply to the same value. Returns `nil` if there is none.
    private init?(all schemas: [JSONValue]) {
        if schemas.isEmpty { return nil }
        self.init(schemas: schemas)
    }

    private init(schemas: [JSONValue]) {
        self.schemas = schemas
        var nodes: [JSONValue] = []
        var known: Set<NodeID> = []
        var pending: [JSONValue] = schemas.reversed()
        while let node = pending.popLast() {
            guard known.insert(NodeID(node)).inserted else { continue }
            nodes.append(node)
            pending += Self.parts(of: node).reversed()
        }
        self.nodes = nodes
    }

    /// Returns the schemas that apply together with a schema: the target of a local `$ref`, and the schemas in `allOf`.
    static func parts(of schema: JSONValue) -> [JSONValue] {
        var parts: [JSONValue] = []
        if let reference = schema["$ref"]?.string, reference.hasPrefix("#"),
            let pointer = try? JSONPointer(uriFragment: reference), let target = schema.document.root.value(at: pointer)
        {
            parts.append(target)
        }
        if let all = schema["allOf"] { parts += all.elements }
        return parts
    }

    /// Returns the schemas in `components` that inherit from a schema with a discriminator, but no union. The
    /// discriminator selects one of them by its name. The key is the node of the schema with the discriminator.
    static func children(in document: JSONDocument) -> [Int: [Heir]] {
        var children: [Int: [Heir]] = [:]
        for (name, child) in document.root["components"]?["schemas"]?.distinctMembers.map({ ($0.key, $0.value) }) ?? []
        where child["allOf"] != nil {
            let heir = Heir(name: name, selector: child["x-ms-discriminator-value"]?.string, schema: child)
            for parent in SchemaView(child).nodes.dropFirst()
            where parent["discriminator"] != nil && parent["oneOf"] == nil && parent["anyOf"] == nil {
                children[parent.node, default: []].append(heir)
            }
        }
        return children
    }

    /// A schema that inherits from a schema with a discriminator.
    struct Heir: Sendable {
        let name: String
        /// The value that selects the schema in the documents of Azure, instead of its name.
        let selector: String?
        let schema: JSONValue
    }

    /// Returns the value of a keyword in the first of the ``nodes`` that has the keyword.
    package func keyword(_ name: String) -> JSONValue? { nodes.lazy.compactMap { $0[name] }.first }

    /// Returns whether at least one of the ``nodes`` has the keyword with the value `true`.
    package func says(_ keyword: String) -> Bool { nodes.contains { $0[keyword]?.bool == true } }

    /// The types that all ``nodes`` allow. The set is empty if none of the nodes specifies types.
    package var types: Set<JSONType> {
        var search = TypeSearch(readsKeywords: false)
        return search.types(of: self)
    }

    /// The types in `type`. Without `type`, the type that another keyword implies, such as `object` for `properties`.
    package var impliedTypes: Set<JSONType> {
        var search = TypeSearch(readsKeywords: true)
        return search.types(of: self)
    }

    /// The types of a value that is written as text: ``impliedTypes``, and null if `nullable` allows it.
    package var textTypes: Set<JSONType> {
        let types = impliedTypes
        return types.isEmpty || !says("nullable") ? types : types.union([.null])
    }

    /// The schema of the array's elements.
    package var items: SchemaView? { SchemaView(all: nodes.compactMap { $0["items"] }) }

    /// The names in `properties` of all ``nodes``, in the order of the nodes.
    package var propertyNames: [String] { nodes.flatMap { $0["properties"]?.members.map(\.key) ?? [] }.distinct }

    /// Returns the schema of a property in `properties`.
    package func namedProperty(_ name: String) -> SchemaView? {
        SchemaView(all: nodes.compactMap { $0["properties"]?[name] })
    }

    /// Returns the schema of a property. If `properties` doesn't contain the property, returns the schema in
    /// `additionalProperties`, or `nil` if there is none.
    package func property(_ name: String) -> SchemaView? {
        namedProperty(name)
            ?? SchemaView(all: nodes.compactMap { $0["additionalProperties"] }.filter { $0.kind == .object })
    }

    /// Returns the schema of a property. If only an alternative of `oneOf` or `anyOf` has the property, returns the schema
    /// in the first one.
    package func propertyOfAny(_ name: String) -> SchemaView? {
        let alternatives = nodes.lazy.flatMap { node in
            ["oneOf", "anyOf"].flatMap { node[$0]?.elements.map { SchemaView($0) } ?? [] }
        }
        return property(name) ?? alternatives.compactMap { $0.namedProperty(name) }.first
    }

    /// The names in `required`, in the order of the nodes.
    package var required: [String] { nodes.flatMap { $0["required"]?.elements.compactMap(\.string) ?? [] } }

    /// Whether properties that aren't in `properties` are allowed: none of the ``nodes`` contains
    /// `additionalProperties: false` or `unevaluatedProperties: false`.
    package var isOpen: Bool {
        !nodes.contains { $0["additionalProperties"]?.bool == false || $0["unevaluatedProperties"]?.bool == false }
    }

    /// Whether an object may have any members: it has no `properties`, or `additionalProperties` allows others.
    package var isFreeForm: Bool {
        isOpen && impliedTypes.isSubset(of: [.object, .null])
            && (propertyNames.isEmpty || nodes.contains { $0["additionalProperties"] != nil })
    }

    /// Whether the schema has an example, a default or a constant. Editors of Swagger documents write “string” in place of
    /// an example of a text.
    package var statesValue: Bool {
        if keyword("const") != nil { return true }
        let examples = keyword("examples")?.elements.map(\.self) ?? []
        let values = ["example", "default"].compactMap { keyword($0) } + examples
        return values.contains { $0.string != "string" || keyword("enum") != nil }
    }

    /// Returns the schema that applies at a location in an instance, or `nil` if there is none.
    package func place(_ pointer: JSONPointer) -> SchemaView? {
        var view = self
        for token in pointer.tokens {
            guard let next = view.property(token) ?? view.items else { return nil }
            view = next
        }
        return view
    }
}

/// A value in an instance that a schema marks with a keyword such as `readOnly`.
package struct MarkedPlace {
    /// The location, from the root of the instance.
    package var pointer: JSONPointer
    /// The value in the instance.
    package var value: JSONValue
    /// The keyword's value in the schema.
    package var keyword: JSONValue
}

extension SchemaView {
    /// Returns the values in an instance that the schema marks with a keyword, in document order. Returns at most 20
    /// values, and ignores values that are nested 64 or more levels deep.
    ///
    /// - Parameter keyword: A keyword such as `readOnly`.
    package func places(markedWith keyword: String, in value: JSONValue) -> [MarkedPlace] {
        var places: [MarkedPlace] = []
        search(keyword, value, .root, &places)
        return places
    }

    private func search(
        _ keyword: String, _ value: JSONValue, _ pointer: JSONPointer, unions: Int = 0, _ places: inout [MarkedPlace]
    ) {
        guard pointer.tokens.count < 64, places.count < 20 else { return }
        if let flag = nodes.lazy.compactMap({ $0[keyword] }).first(where: { $0.bool == true }) {
            places.append(MarkedPlace(pointer: pointer, value: value, keyword: flag))
            return
        }
        switch value.kind {
        case .object:
            for member in value.members {
                property(member.key)?.search(keyword, member.value, pointer.appending(member.key), &places)
            }
        case .array:
            guard let items else { return }
            for (index, element) in value.elements.enumerated() {
                items.search(keyword, element, pointer.appending(index), &places)
            }
        case .null, .bool, .number, .string: break
        }
        guard unions < 3, value.kind == .object else { return }
        for union in nodes.flatMap({ [$0["oneOf"], $0["anyOf"]] }).compactMap(\.self) {
            let branches = union.elements.map { SchemaView($0) }
            let found = branches.map { branch in
                var marked: [MarkedPlace] = []
                branch.search(keyword, value, pointer, unions: unions + 1, &marked)
                return marked
            }
            // Each alternative must mark the value, except for alternatives without a schema for the value.
            for place in found.joined() where !places.contains(where: { $0.value.node == place.value.node }) {
                let inner = JSONPointer(tokens: Array(place.pointer.tokens.dropFirst(pointer.tokens.count)))
                let isMarked = zip(branches, found).allSatisfy { branch, marked in
                    branch.place(inner) == nil || marked.contains { $0.pointer == place.pointer }
                }
                if isMarked { places.append(place) }
            }
        }
    }
}
