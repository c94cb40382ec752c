// SPDX-License-Identifier: Apache-2.0
import AccordJSON

// OpenAPI's `discriminator`, a property with the name of the schema that an object has: a branch of `oneOf` or `anyOf`, or
// a schema that inherits from the schema with the discriminator.

extension ExampleSchemas {
    /// Returns the value of a discriminator that selects a branch: the key in `mapping`, or the name of the branch.
    func selector(of branch: Literal, _ words: KeywordValues) -> String? {
        name(of: branch).map { selector(ofName: $0, words) }
    }

    private func selector(ofName name: String, _ words: KeywordValues) -> String {
        let mapping = words[.discriminator]?["mapping"]?.members.map { $0 } ?? []
        return mapping.first { $0.value.string.map(Schema.lastPart) == name }?.key ?? name
    }

    private func name(of branch: Literal) -> String? { source(branch.schema)["$ref"]?.string.map(Schema.lastPart) }

    /// Returns the schemas that inherit from a parent with a discriminator, with the values that select them.
    func heirs(of parent: Literal, _ words: KeywordValues) -> [(schema: Literal, selector: String)] {
        program.parts.children(of: source(parent.schema)).compactMap { heir in
            child(heir.schema, of: parent).map { ($0, heir.selector ?? selector(ofName: heir.name, words)) }
        }
    }

    /// Returns the schemas that inherit from a parent, and that the discriminator of an object selects.
    func heirs(of parent: Literal, _ words: KeywordValues, selectedBy object: JSONValue) -> [Literal] {
        guard let given = words.discriminatorName.flatMap({ object[$0]?.string }) else { return [] }
        let name = selectedName(given, words)
        return program.parts.children(of: source(parent.schema)).filter { $0.selector == given || $0.name == name }
            .compactMap { child($0.schema, of: parent) }
    }

    private func selectedName(_ given: String, _ words: KeywordValues) -> String {
        Schema.lastPart(words[.discriminator]?["mapping"]?[given]?.string ?? given)
    }

    /// Returns whether a value satisfies the root schema, and each discriminator in it names a schema of its object.
    ///
    /// - Parameter path: The only changed part of a value with the right names.
    func admits(_ value: JSONValue, along path: JSONPointer? = nil) -> Bool {
        guard accepts(value, root) else { return false }
        guard program.parts.containsDiscriminator else { return true }
        let places = MutationPlaces(self, root: value, samplesElements: false, along: path).places
        return places.allSatisfy { place in place.clauses.allSatisfy { isNamed(place.value, by: $0) } }
    }

    /// Returns whether the discriminator of a schema names a schema that an object satisfies. Returns `true` if the
    /// object lacks the property, or if a branch has no name.
    private func isNamed(_ object: JSONValue, by clause: Literal) -> Bool {
        let words = words(clause.schema)
        guard let given = words.discriminatorName.flatMap({ object[$0]?.string }) else { return true }
        let branches = children(.oneOf, of: clause) + children(.anyOf, of: clause)
        let names = branches.compactMap(name)
        let hasHeirs = !program.parts.children(of: source(clause.schema)).isEmpty
        guard names.count == branches.count, hasHeirs || !branches.isEmpty else { return true }
        let name = selectedName(given, words)
        let selected = zip(branches, names).filter { $1 == name }.map(\.0)
        return (selected + heirs(of: clause, words, selectedBy: object)).contains { accepts(object, $0) }
    }
}

extension Schema {
    /// Whether a schema of the document has a discriminator.
    package var hasDiscriminator: Bool { program.parts.containsDiscriminator }

    /// Returns the last part of a `$ref` or of a value in `mapping`, the name of a schema.
    package static func lastPart(_ reference: String) -> String {
        reference.utf8.split(separator: 0x2F).last.flatMap { String($0) } ?? reference
    }

    /// Returns whether an instance satisfies the schema, and each discriminator in it names a schema of its object.
    ///
    /// - Parameter path: The only changed part of an instance with the right names.
    package func admits(_ instance: JSON, along path: JSONPointer? = nil) -> Bool {
        guard hasDiscriminator else { return isValid(instance) }
        return ExampleSchemas(self).admits(JSONDocument(instance).root, along: path)
    }
}
