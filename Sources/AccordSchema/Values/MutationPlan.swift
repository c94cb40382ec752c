// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Collects changes of a document, validates each changed document, and selects as many changes as requested.
struct MutationPlan {
    /// A change of the document's text.
    struct Edit {
        var range: Range<Int>
        var bytes: [UInt8]
    }

    /// The result that the validator must give for the changed document. A change with a different result is dropped.
    enum Expectation { case valid, invalid, notJSON, any }

    private struct Draft {
        var mutation: Mutation
        /// The mutation to use in place of `mutation` if the schema accepts the changed document.
        var mutationIfValid: Mutation?
        var place: JSONPointer?
        var variant: String
        var edits: [Edit]
        var expectation: Expectation
    }

    let schemas: ExampleSchemas
    let document: JSONDocument
    let places: [MutationPlace]
    private var drafts: [Mutation: [Draft]] = [:]

    /// The maximum number of changes to validate for each mutation of the catalogue.
    private static let mostDrafts: Int = 1_000
    /// The maximum size of a changed document in bytes.
    static let mostBytes: Int = 8_000_000

    /// The mutations of the catalogue to leave out.
    let excluded: Set<Mutation>

    init(_ schemas: ExampleSchemas, _ document: JSONDocument, excluding excluded: Set<Mutation> = []) {
        self.schemas = schemas
        self.document = document
        self.excluded = excluded
        places = MutationPlaces(schemas, root: document.root).places
    }

    /// Adds a change that consists of edits in ascending order.
    mutating func add(
        _ mutation: Mutation, ifValid valid: Mutation? = nil, at place: JSONPointer? = nil, _ variant: String = "",
        _ edits: [Edit], expecting expectation: Expectation
    ) {
        guard !excluded.contains(mutation) else { return }
        let draft = Draft(
            mutation: mutation, mutationIfValid: valid, place: place, variant: variant, edits: edits,
            expectation: expectation)
        drafts[mutation, default: []].append(draft)
    }

    /// Adds a change that replaces the whole text.
    mutating func add(_ mutation: Mutation, _ variant: String = "", text: [UInt8], expecting expectation: Expectation) {
        add(mutation, variant, [Edit(range: 0..<document.bytes.count, bytes: text)], expecting: expectation)
    }

    /// Adds a change that replaces one value.
    mutating func replace(
        _ mutation: Mutation, ifValid valid: Mutation? = nil, _ place: MutationPlace, _ variant: String,
        with text: String,
        expecting expectation: Expectation
    ) {
        let edit = Edit(range: place.value.byteRange, bytes: Array(text.utf8))
        add(mutation, ifValid: valid, at: place.pointer, variant, [edit], expecting: expectation)
    }

    /// Returns the changes for which the validator gave the required result, in the order of the catalogue.
    func finished(limit: Int) -> [SchemaMutation] {
        var changesByOrder: [Int: [SchemaMutation]] = [:]
        // Use the order of the catalogue, so that ids are the same in every run. Drafts of
        // different mutations can have the same `mutationIfValid`, and become changes of this mutation.
        for (_, drafts) in drafts.sorted(by: { $0.key.order < $1.key.order }) {
            for draft in Self.sample(drafts, Self.mostDrafts) {
                guard let (order, mutation) = carriedOut(draft) else { continue }
                changesByOrder[order, default: []].append(mutation)
            }
        }
        let orders = changesByOrder.keys.sorted()
        let share = Self.share(orders.map { changesByOrder[$0]?.count ?? 0 }, limit: limit)
        return orders.flatMap { Self.sample(changesByOrder[$0] ?? [], share) }
    }

    /// Returns the maximum number of changes per mutation, so that the total doesn't exceed a limit.
    private static func share(_ counts: [Int], limit: Int) -> Int {
        var share = counts.max() ?? 0
        while share > 1, counts.reduce(0, { $0 + min($1, share) }) > limit { share -= 1 }
        return share
    }

    /// Returns `count` elements at even distances, starting with the first element.
    private static func sample<Element>(_ elements: [Element], _ count: Int) -> [Element] {
        if elements.count <= count { return elements }
        return (0..<count).map { elements[$0 * elements.count / count] }
    }

    private func carriedOut(_ draft: Draft) -> (order: Int, mutation: SchemaMutation)? {
        var bytes: [UInt8] = []
        var at = 0
        for edit in draft.edits {
            bytes += document.bytes[at..<edit.range.lowerBound]
            bytes += edit.bytes
            at = edit.range.upperBound
        }
        bytes += document.bytes[at...]
        guard bytes.count <= Self.mostBytes, bytes != document.bytes else { return nil }
        let isValid = verdict(bytes)
        switch draft.expectation {
        case .any: break
        case .notJSON: if isValid != nil { return nil }
        case .valid: if isValid != true { return nil }
        case .invalid: if isValid != false { return nil }
        }
        let entry = isValid == true ? draft.mutationIfValid ?? draft.mutation : draft.mutation
        let mutation = SchemaMutation(
            mutation: entry, place: draft.place, variant: draft.variant, bytes: bytes,
            isValid: isValid)
        return (entry.order, mutation)
    }

    /// Returns whether the edited document satisfies the schema, or `nil` if it isn't JSON.
    func verdict(of edit: Edit) -> Bool? {
        var bytes = document.bytes
        bytes.replaceSubrange(edit.range, with: edit.bytes)
        return verdict(bytes)
    }

    private func verdict(_ bytes: [UInt8]) -> Bool? {
        let limits = JSONLimits(maximumDepth: 20_000)
        guard let changed = try? JSONDocument(parsing: bytes, file: "<mutation>", limits: limits) else { return nil }
        return schemas.accepts(changed.root, schemas.root)
    }
}
