// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A valid document with one change, and whether the schema still accepts it.
public struct SchemaMutation: Sendable, Hashable, CustomStringConvertible {
    /// The mutation in the catalogue that the change belongs to.
    package let mutation: Mutation
    /// The id of the mutation, such as `drop-required`.
    public var id: String { mutation.id }
    /// The group of the mutation, such as `structure`.
    public var group: String { mutation.group.rawValue }
    /// The location of the change, or `nil` if the change affects the whole text.
    public let place: JSONPointer?
    /// A name that distinguishes changes with the same mutation and location, such as `null` or `cut at 17`. The name
    /// may be empty.
    public let variant: String
    /// The changed document.
    public let bytes: [UInt8]
    /// Whether the changed document satisfies the schema, or `nil` if it isn't JSON.
    public let isValid: Bool?
    /// Whether the changed document is valid and contains the same value, for example in a different notation.
    package let keepsValue: Bool
    /// The standard or convention that determines how a client must handle the change.
    public var reason: String { mutation.rule }

    /// The mutation, the location and the variant. The result is unique among the changes of a document.
    public var description: String {
        var text = id
        if let place { text += ":\(place.tokens.isEmpty ? "root" : place.description)" }
        if !variant.isEmpty { text += ":\(variant)" }
        return text
    }
}

extension Schema {
    /// Returns changed copies of a valid document. A robust client must handle each copy. The order of the copies is
    /// fixed.
    ///
    /// A mutation of the catalogue is left out if it doesn't fit the document or the schema. For example, `wrong-type`
    /// requires a type that the schema rejects, and `drop-optional` requires an optional member.
    ///
    /// - Parameters:
    /// - valid: A valid document.
    /// - limit: The maximum number of changes. There is at least one change per mutation, even beyond the limit.
    /// - excluded: The ids of the mutations to leave out.
    public func mutations(of valid: JSON, limit: Int = 256, excluding excluded: Set<String> = []) -> [SchemaMutation] {
        mutationPlan(of: valid, excluding: Set(excluded.compactMap { Mutation(rawValue: $0) })).finished(limit: limit)
    }

    /// Returns all changes of a valid document, without the mutations in `excluded`.
    package func mutationPlan(of valid: JSON, excluding excluded: Set<Mutation>) -> MutationPlan {
        var plan = MutationPlan(ExampleSchemas(self, mostWork: 10_000_000), JSONDocument(valid), excluding: excluded)
        plan.addTexts()
        plan.addStructures()
        return plan
    }
}
