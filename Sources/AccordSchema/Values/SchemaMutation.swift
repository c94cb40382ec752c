// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A valid document with one change, and whether the schema still accepts it.
public struct SchemaMutation: Sendable, Hashable, CustomStringConvertible {
    /// The entry in the catalogue of mutations.
    package let mutation: Mutation
    /// The id of the entry, such as `drop-required`.
    public var id: String { mutation.id }
    /// The group of the entry, such as `structure`.
    public var group: String { mutation.group.rawValue }
    /// The location of the change, or `nil` if the change affects the whole text.
    public let place: JSONPointer?
    /// A name that distinguishes changes with the same entry and place, such as `null` or `cut at 17`. The name may be
    /// empty.
    public let variant: String
    /// The changed document.
    public let bytes: [UInt8]
    /// Whether the changed document satisfies the schema, or `nil` if it isn't JSON.
    public let isValid: Bool?
    /// The standard or convention on which the requirement for a client is based.
    public var reason: String { mutation.rule }

    /// The entry, the location and the variant. Together they are unique within a document.
    public var description: String {
        var text = id
        if let place { text += ":\(place.tokens.isEmpty ? "root" : place.description)" }
        if !variant.isEmpty { text += ":\(variant)" }
        return text
    }
}

extension Schema {
    /// Returns changes of a valid document that a robust reader must handle. Their order is fixed.
    ///
    /// An entry of the catalogue is left out if it doesn't fit the document or the schema. For example, `wrong-type`
    /// needs a type that the schema rejects. `drop-optional` needs a member that the schema doesn't require.
    ///
    /// - Parameters:
    /// - valid: A valid document.
    /// - limit: The maximum number of changes, but at least one per entry. Places are selected at even distances.
    /// - excluded: The catalogue entries to leave out.
    public func mutations(
        of valid: JSON, limit: Int = 256, excluding excluded: Set<String> = []
    ) -> [SchemaMutation] {
        mutations(of: valid, limit: limit, excluding: Set(excluded.compactMap { Mutation(rawValue: $0) }))
    }

    /// Returns the changes of a valid document. Takes the excluded catalogue entries as values instead of ids.
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
