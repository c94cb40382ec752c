// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A valid document with one change, and whether the schema still accepts it.
public struct SchemaMutation: Sendable, Hashable, CustomStringConvertible {
    /// The entry of the catalogue of mutations.
    package let mutation: Mutation
    /// The entry's id, such as `drop-required`.
    public var id: String { mutation.id }
    /// The entry's group, such as `structure`.
    public var group: String { mutation.group.rawValue }
    /// The location of the change, or `nil` if the whole text changes.
    public let place: JSONPointer?
    /// A name that distinguishes changes of one entry at one place, such as `null` or `cut at 17`. It may be empty.
    public let variant: String
    /// The changed document.
    public let bytes: [UInt8]
    /// Whether the changed document satisfies the schema, or `nil` if it isn't JSON.
    public let isValid: Bool?
    /// The rule for a reader of the document, as the catalogue words it.
    public var reason: String { mutation.rule }

    /// The entry, the location and the variant, which are unique within a document.
    public var description: String {
        var text = id
        if let place { text += ":\(place.tokens.isEmpty ? "root" : place.description)" }
        if !variant.isEmpty { text += ":\(variant)" }
        return text
    }
}

extension Schema {
    /// Returns the changes of a valid document that a robust reader must handle, in a fixed order.
    ///
    /// An entry of the catalogue is left out if the document has no place for it or the schema disagrees with the
    /// entry: a `wrong-type` that the schema allows, a `drop-optional` that it doesn't.
    ///
    /// - Parameters:
    /// - valid: A valid document.
    /// - limit: The number of changes to return at most, but at least one per entry. Places are selected evenly.
    /// - excluded: The entries to leave out.
    public func mutations(
        of valid: JSON, limit: Int = 256, excluding excluded: Set<String> = []
    ) -> [SchemaMutation] {
        mutations(of: valid, limit: limit, excluding: Set(excluded.compactMap { Mutation(rawValue: $0) }))
    }

    /// Returns the changes of a valid document, as the public function does.
    package func mutations(
        of valid: JSON, limit: Int = 256, excluding excluded: Set<Mutation>
    ) -> [SchemaMutation] {
        let document = JSONDocument(valid)
        var plan = MutationPlan(ExampleSchemas(self), document, excluding: excluded)
        plan.addTexts()
        plan.addStructures()
        return plan.finished(limit: limit)
    }
}
