import AccordJSON

/// A valid document with one thing changed, and whether the schema still accepts it.
public struct SchemaMutation: Sendable, Hashable, CustomStringConvertible {
    /// The entry of the catalogue of mutations that this is a case of.
    package let mutation: Mutation
    /// The entry's id, such as `drop-required`.
    public var id: String { mutation.id }
    /// The entry's group, such as `structure`.
    public var group: String { mutation.group.rawValue }
    /// Where the document was changed; `nil` where the change is to its text as a whole.
    public let place: JSONPointer?
    /// What tells several changes of one entry at one place apart, such as `null` or `cut at 17`; may be empty.
    public let variant: String
    /// The changed document.
    public let bytes: [UInt8]
    /// Whether the document still satisfies the schema, says the validator; `nil` where it isn't JSON any more.
    public let isValid: Bool?
    /// The rule by which a reader of the document is judged, as the catalogue words it.
    public var reason: String { mutation.rule }

    /// The entry, the place and the variant: different for each mutation of a document.
    public var description: String {
        var text = id
        if let place { text += ":\(place.tokens.isEmpty ? "root" : place.description)" }
        if !variant.isEmpty { text += ":\(variant)" }
        return text
    }
}

extension Schema {
    /// The changes of a valid document that a robust reader of it has to withstand, in a fixed order.
    ///
    /// An entry of the catalogue is left out where the document has no place for it, and a change that isn't what its
    /// entry says (a `wrong-type` that the schema allows, a `drop-optional` that it doesn't) isn't listed. There are
    /// no more than `limit`, but at least one of each entry; of an entry with too many places some are taken evenly.
    /// `excluded` are entries that aren't wanted.
    public func mutations(
        of valid: JSON, limit: Int = 256, excluding excluded: Set<String> = []
    ) -> [SchemaMutation] {
        mutations(of: valid, limit: limit, excluding: Set(excluded.compactMap { Mutation(rawValue: $0) }))
    }

    /// As the public function does, with the catalogue's own type.
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
