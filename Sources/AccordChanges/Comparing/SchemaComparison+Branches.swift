// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension SchemaComparison {
    /// Returns the pairs of equal schemas, and of schemas that describe the same thing: with the same value of the
    /// discriminator, the same name, the same constants, the same required properties or mostly the same properties.
    ///
    /// - Parameter isUnion: whether the schemas are alternatives. Schemas in `allOf` must be equal, have the same name or
    ///   be similar without a name.
    func paired(
        _ left: [Schema], _ right: [Schema], _ old: FlatSchema, _ new: FlatSchema, _ direction: MessageDirection,
        isUnion: Bool
    ) -> (pairs: [(old: Schema, new: Schema)], removed: [Schema], added: [Schema]) {
        var (before, after) = (left.map { Branch($0, old, self) }, right.map { Branch($0, new, self) })
        var pairs: [(old: Schema, new: Schema)] = []
        func pair(_ isSame: (Branch, Branch) -> Bool) {
            before.removeAll { branch in
                guard let index = after.firstIndex(where: { isSame(branch, $0) }) else { return false }
                pairs.append((branch.schema, after.remove(at: index).schema))
                return true
            }
        }
        // A discriminator without a mapping has the names as its values, so equal schemas may be different alternatives.
        let hasNames = isUnion && [old, new].allSatisfy { $0["discriminator"] != nil }
        pair { areEqual($0.schema, $1.schema, direction) && (!hasNames || $0.name == $1.name) }
        if isUnion { pair { !$0.mapped.isDisjoint(with: $1.mapped) } }
        pair { $0.name != nil && $0.name == $1.name }
        if isUnion {
            pair { areEqual($0.schema, $1.schema, direction) }
            pair { $0.hasSameConstants(as: $1) }
            pair { !$0.required.isEmpty && $0.required == $1.required && $0.isCompatible(with: $1) }
        }
        pair { (isUnion || $0.name == nil && $1.name == nil) && $0.isSimilar(to: $1) && $0.isCompatible(with: $1) }
        let kinds = [left, right].map { $0.filter { !$0.isNull } }
        if isUnion, kinds.allSatisfy({ $0.count == 1 }), kinds[0] != left || kinds[1] != right {
            pair { !$0.schema.isNull && !$1.schema.isNull }
        }
        // The schema without a name beside a reference.
        if !isUnion, [before, after].allSatisfy({ $0.count { $0.name == nil } == 1 }) {
            pair { $0.name == nil && $1.name == nil && $0.isCompatible(with: $1) }
        }
        return (pairs, before.map(\.schema), after.map(\.schema))
    }
}

extension Schema {
    /// The name of an alternative in messages, or `nil` if it has no name.
    var title: String? { name.map { "“\($0)”" } }

    /// The last part of the `$ref` of an alternative, the name of a schema in `components`, or the title.
    var name: String? {
        if let reference = source["$ref"]?.string { return Self.lastPart(reference) }
        let tokens = source.pointer.tokens
        let isNamed = tokens.dropLast() == ["components", "schemas"]
        return (isNamed ? tokens.last : nil) ?? source["title"]?.string
    }
}

/// The facts by which an alternative is recognized.
private struct Branch {
    let schema: Schema
    let name: String?
    /// The values of the discriminator that select the alternative.
    let mapped: Set<String>
    let required: Set<String>
    let types: Set<String>
    let properties: Set<String>
    /// The values that `const` or `enum` allows for a property. The key of the alternative itself is empty.
    let constants: [String: Set<JSON>]

    init(_ schema: Schema, _ union: FlatSchema, _ comparison: SchemaComparison) {
        self.schema = schema
        let flat = comparison.flat(schema)
        name = schema.name
        mapped = Set(union.mapped(schema))
        required = flat.required
        types = Set(flat.types).subtracting(["null"])
        let members = flat.map("properties")
        properties = Set(members.map(\.name))
        var constants: [String: Set<JSON>] = [:]
        for (name, member) in [(name: "", schema: schema)] + members {
            if let values = comparison.flat(member).listed { constants[name] = Set(values.map { JSON($0) }) }
        }
        self.constants = constants
    }

    /// Returns whether a property of both alternatives has a common constant, and no property has different constants.
    func hasSameConstants(as other: Branch) -> Bool {
        isCompatible(with: other)
            && constants.contains { name, values in other.constants[name].map { !values.isDisjoint(with: $0) } ?? false
            }
    }

    /// Returns whether the alternatives have a common type, and no required property with different constants.
    func isCompatible(with other: Branch) -> Bool {
        (types.isEmpty || other.types.isEmpty || !types.isDisjoint(with: other.types))
            && constants.allSatisfy { name, values in other.constants[name].map { !values.isDisjoint(with: $0) } ?? true
            }
    }

    /// Returns whether the alternatives have at least half of their properties in common, or are of the same scalar
    /// type.
    func isSimilar(to other: Branch) -> Bool {
        let common = properties.intersection(other.properties).count
        return common * 2 >= properties.union(other.properties).count && (common > 0 || !types.isEmpty)
    }
}
