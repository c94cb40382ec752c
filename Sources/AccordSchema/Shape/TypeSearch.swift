// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Finds the types that schemas allow. Each schema is read only once.
struct TypeSearch {
    /// Whether a schema without `type` gets the type that keywords such as `properties` imply.
    let readsKeywords: Bool
    private var known: [NodeID: Reading] = [:]

    /// The maximum nesting depth. Deeper schemas are treated as unknown.
    private static let deepest = 64

    init(readsKeywords: Bool) { self.readsKeywords = readsKeywords }

    /// Returns the types that all schemas allow. The set is empty if no schema has `type`.
    mutating func types(of schemas: [JSONValue]) -> Set<JSONType> {
        var reading = Reading()
        for schema in schemas { reading.add(read(schema, depth: 0)) }
        return told(by: reading)
    }

    private func told(by reading: Reading) -> Set<JSONType> {
        reading.types.isEmpty && readsKeywords ? reading.implied : reading.types
    }

    private mutating func read(_ schema: JSONValue, depth: Int) -> Reading {
        let node = NodeID(schema)
        if let knownReading = known[node] { return knownReading }
        guard depth < Self.deepest else { return Reading() }
        // Record an empty result first. If the schema contains itself, the search finds this result and ends.
        known[node] = Reading()
        var reading = Reading(
            types: said(by: schema, depth: depth),
            implied: schema["properties"] != nil
                ? [.object] : schema["items"] != nil || schema["prefixItems"] != nil ? [.array] : [])
        for part in SchemaView.parts(of: schema) { reading.add(read(part, depth: depth + 1)) }
        known[node] = reading
        return reading
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
            let types = told(by: read(branch, depth: depth + 1))
            if types.isEmpty { return [] }
            union.formUnion(types)
        }
        return union
    }

    /// The types that a schema allows together with the schemas in its `allOf` and the target of its `$ref`.
    private struct Reading {
        var types: Set<JSONType> = []
        /// The type that keywords other than `type` imply, such as `object` for `properties`.
        var implied: Set<JSONType> = []

        /// Restricts the types to those that another schema allows. If no type would be left, keeps the previous types.
        mutating func add(_ other: Reading) {
            types = types.isEmpty || other.types.isEmpty ? types.union(other.types) : both(other.types)
            implied = implied == [.object] || other.implied.isEmpty ? implied : other.implied
        }

        private func both(_ other: Set<JSONType>) -> Set<JSONType> {
            var result = types.intersection(other)
            let areIntegers =
                types.contains(.integer) && other.contains(.number)
                || types.contains(.number) && other.contains(.integer)
            if areIntegers { result.insert(.integer) }
            return result.isEmpty ? types : result
        }
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
