// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Finds the types that schemas allow. Each schema is read only once.
struct TypeSearch {
    /// Whether a schema without `type` gets the type that keywords such as `properties` imply.
    let readsKeywords: Bool
    /// The types that each schema allows, without regard to its `allOf` and `$ref`.
    var known: [NodeID: Set<JSONType>] = [:]

    /// The maximum number of unions inside each other. Deeper schemas are treated as unknown.
    private static let deepest = 64

    /// Returns the types that all schemas of a view allow. The set is empty if no schema has `type`.
    mutating func types(of view: SchemaView, depth: Int = 0) -> Set<JSONType> {
        let types = view.nodes.reduce(into: Set<JSONType>()) { types, node in
            let others = said(by: node, depth: depth)
            types = types.isEmpty || others.isEmpty ? types.union(others) : Self.both(types, others)
        }
        guard types.isEmpty, readsKeywords else { return types }
        if view.keyword("properties") != nil { return [.object] }
        return view.keyword("items") ?? view.keyword("prefixItems") != nil ? [.array] : []
    }

    private mutating func said(by schema: JSONValue, depth: Int) -> Set<JSONType> {
        if let type = schema["type"] {
            let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
            return Set(names.compactMap(JSONType.init(rawValue:)))
        }
        if let constant = schema["const"] { return [JSONType(of: constant)] }
        if let values = schema["enum"] { return Set(values.elements.map { JSONType(of: $0) }) }
        guard let branches = schema["anyOf"] ?? schema["oneOf"], depth < Self.deepest else { return [] }
        if let types = known[NodeID(schema)] { return types }
        // Record an empty result first. If the schema contains itself, the search finds this result and ends.
        known[NodeID(schema)] = []
        var union: Set<JSONType> = []
        for branch in branches.elements {
            let types = types(of: SchemaView(branch), depth: depth + 1)
            if types.isEmpty { return [] }
            union.formUnion(types)
        }
        known[NodeID(schema)] = union
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
        let isInteger = value.number?.isInteger == true
        self = isInteger ? .integer : JSONType(rawValue: value.kind.description) ?? .null
    }
}
