// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Finds the types that schemas allow. Each schema is read only once.
struct TypeSearch {
    /// Whether a schema without `type` gets the type that keywords such as `properties` imply.
    let readsKeywords: Bool
    private var known: [NodeID: Set<JSONType>] = [:]

    /// The maximum nesting depth. Deeper schemas are treated as unknown.
    private static let deepest = 64

    init(readsKeywords: Bool) { self.readsKeywords = readsKeywords }

    /// Returns the types that all schemas of a view allow. The set is empty if no schema has `type`.
    mutating func types(of view: SchemaView) -> Set<JSONType> { told(common(view.schemas, depth: 0), by: view) }

    private func told(_ types: Set<JSONType>, by view: @autoclosure () -> SchemaView) -> Set<JSONType> {
        guard types.isEmpty, readsKeywords else { return types }
        let view = view()
        if view.keyword("properties") != nil { return [.object] }
        return view.keyword("items") ?? view.keyword("prefixItems") != nil ? [.array] : []
    }

    /// Restricts types to the types that schemas allow.
    private mutating func common(
        _ schemas: [JSONValue], from types: Set<JSONType> = [], depth: Int
    ) -> Set<JSONType> {
        schemas.reduce(into: types) { types, schema in
            let others = read(schema, depth: depth)
            types = types.isEmpty || others.isEmpty ? types.union(others) : Self.both(types, others)
        }
    }

    /// Returns the types that a schema allows together with the schemas in its `allOf` and the target of its `$ref`.
    private mutating func read(_ schema: JSONValue, depth: Int) -> Set<JSONType> {
        let node = NodeID(schema)
        if let types = known[node] { return types }
        guard depth < Self.deepest else { return [] }
        // Record an empty result first. If the schema contains itself, the search finds this result and ends.
        known[node] = []
        let types = common(SchemaView.parts(of: schema), from: said(by: schema, depth: depth), depth: depth + 1)
        known[node] = types
        return types
    }

    /// Returns the types that a schema allows, without regard to its `allOf` and `$ref`.
    private mutating func said(by schema: JSONValue, depth: Int) -> Set<JSONType> {
        if let type = schema["type"] {
            let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
            return Set(names.compactMap(JSONType.init(rawValue:)))
        }
        if let constant = schema["const"] { return [JSONType(of: constant)] }
        if let values = schema["enum"] { return Set(values.elements.map { JSONType(of: $0) }) }
        guard let branches = schema["anyOf"] ?? schema["oneOf"] else { return [] }
        var union: Set<JSONType> = []
        for branch in branches.elements {
            let own = read(branch, depth: depth + 1)
            let types = told(own, by: SchemaView(branch))
            if types.isEmpty { return [] }
            union.formUnion(types)
        }
        return union
    }

    /// Returns the common types of two sets, or the first set if they have no type in common.
    private static func both(_ types: Set<JSONType>, _ others: Set<JSONType>) -> Set<JSONType> {
        var result = types.intersection(others)
        let areIntegers =
            types.contains(.integer) && others.contains(.number)
            || types.contains(.number) && others.contains(.integer)
        if areIntegers { result.insert(.integer) }
        return result.isEmpty ? types : result
    }
}

/// The type names of JSON Schema's keyword `type`.
package enum JSONType: String, Sendable, Hashable, CaseIterable {
    case null, boolean, integer, number, string, array, object
}

extension JSONType {
    /// Creates the type of a value. The type of a number without a fraction is `integer`.
    package init(of value: JSONValue) {
        self =
            switch value.kind {
            case .null: .null
            case .bool: .boolean
            case .number: value.number?.isInteger == true ? .integer : .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }
}
