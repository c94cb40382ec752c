// SPDX-License-Identifier: Apache-2.0
import AccordJSON

// OpenAPI's `discriminator`, a property with the name of the schema that an object has: a branch of `oneOf` or `anyOf`, or
// a schema that inherits from the schema with the discriminator.

extension ExampleSchemas {
    /// Returns the value of a discriminator that selects a branch: the key in `mapping`, or the name of the branch.
    func selector(of branch: Literal, _ words: KeywordValues) -> String? {
        reference(to: branch).flatMap { selector(of: $0, words) }
    }

    private func selector(of reference: String, _ words: KeywordValues) -> String? {
        let mapped = words[.discriminator]?["mapping"]?.members.first { $0.value.string == reference }?.key
        return mapped ?? reference.utf8.split(separator: 0x2F).last.flatMap { String($0) }
    }

    private func reference(to branch: Literal) -> String? { source(branch.schema)["$ref"]?.string }

    /// Returns the schemas that inherit from a parent with a discriminator, with the values that select them.
    func heirs(of parent: Literal, _ words: KeywordValues) -> [(schema: Literal, selector: String)] {
        heirs(of: parent).compactMap { heir in
            (ownSelector(of: heir.schema) ?? selector(of: heir.reference, words)).map { (heir.schema, $0) }
        }
    }

    /// Returns the value that a schema in the documents of Azure has instead of its name.
    private func ownSelector(of heir: Literal) -> String? { source(heir.schema)["x-ms-discriminator-value"]?.string }

    private func heirs(of parent: Literal) -> [(schema: Literal, reference: String)] {
        guard program.parts.containsDiscriminator else { return [] }
        return program.parts.children(of: source(parent.schema)).compactMap { heir in
            child(heir, of: parent).map { ($0, "#\(heir.pointer)") }
        }
    }

    /// Returns the schemas that inherit from a parent, and that the discriminator of an object selects.
    func selected(by object: JSONValue, _ words: KeywordValues, of parent: Literal) -> [Literal] {
        guard let given = words.discriminatorName.flatMap({ object[$0]?.string }) else { return [] }
        return heirs(of: parent, words).filter { $0.selector == given }.map(\.schema)
    }

    /// Returns whether a value satisfies the root schema, and each discriminator in it names a schema of its object.
    func admits(_ value: JSONValue) -> Bool {
        guard accepts(value, root) else { return false }
        guard program.parts.containsDiscriminator else { return true }
        return MutationPlaces(self, root: value).places.allSatisfy { place in
            place.clauses.allSatisfy { isNamed(place.value, by: $0) }
        }
    }

    /// Returns whether the discriminator of a schema names a schema that an object satisfies. Returns `true` if the
    /// object lacks the property, or if a branch has no name.
    private func isNamed(_ object: JSONValue, by clause: Literal) -> Bool {
        let words = words(clause.schema)
        guard let given = words.discriminatorName.flatMap({ object[$0]?.string }) else { return true }
        let branches = children(.oneOf, of: clause) + children(.anyOf, of: clause)
        let named = branches.compactMap { branch in reference(to: branch).map { (schema: branch, reference: $0) } }
        guard named.count == branches.count else { return true }
        let mapped = words[.discriminator]?["mapping"]?[given]?.string ?? given
        let alternatives = named + heirs(of: clause)
        return alternatives.isEmpty
            || alternatives.contains { schema, reference in
                (reference == mapped || reference.hasSuffix("/\(mapped)") || ownSelector(of: schema) == given)
                    && accepts(object, schema)
            }
    }
}

extension Schema {
    /// Returns whether an instance satisfies the schema, and each discriminator in it names a schema of its object.
    package func admits(_ instance: JSON) -> Bool { ExampleSchemas(self).admits(JSONDocument(instance).root) }
}
