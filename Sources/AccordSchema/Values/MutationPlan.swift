// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Collects changes of a document, validates each changed document, and selects as many changes as requested.
package struct MutationPlan {
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
        /// Whether the changed document is valid, or `nil` if it isn't JSON.
        var isValid: Bool?
    }

    let schemas: ExampleSchemas
    let document: JSONDocument
    let places: [MutationPlace]
    /// Whether the document is valid. If it isn't, a change is validated together with the rest of the document.
    private let isValid: Bool
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
        isValid = schemas.accepts(document.root, schemas.root)
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
        with text: String, expecting expectation: Expectation
    ) {
        let edit = Edit(range: place.value.byteRange, bytes: Array(text.utf8))
        add(mutation, ifValid: valid, at: place.pointer, variant, [edit], expecting: expectation)
    }

    /// Returns the changes for which the validator gave the required result, in the order of the catalogue.
    package func finished(limit: Int) -> [SchemaMutation] {
        var confirmedByOrder: [Int: [Draft]] = [:]
        // Use the order of the catalogue, so that ids are the same in every run. Drafts of
        // different mutations can have the same `mutationIfValid`, and become changes of this mutation.
        for (_, drafts) in drafts.sorted(by: { $0.key.order < $1.key.order }) {
            for draft in Self.sample(drafts, Self.mostDrafts) {
                guard let draft = confirmed(draft) else { continue }
                confirmedByOrder[draft.mutation.order, default: []].append(draft)
            }
        }
        let orders = confirmedByOrder.keys.sorted()
        let share = Self.share(orders.map { confirmedByOrder[$0]?.count ?? 0 }, limit: limit)
        return orders.flatMap { Self.sample(confirmedByOrder[$0] ?? [], share).map { change(of: $0) } }
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

    /// Returns the draft with its mutation and its result. Returns `nil` if the validator didn't give the required
    /// result, or if the draft changes nothing.
    private func confirmed(_ draft: Draft) -> Draft? {
        let size = draft.edits.reduce(document.bytes.count) { $0 + $1.bytes.count - $1.range.count }
        guard size <= Self.mostBytes, draft.edits.contains(where: { document.bytes[$0.range] != $0.bytes[...] }) else {
            return nil
        }
        var confirmed = draft
        confirmed.isValid = verdict(draft.edits)
        switch draft.expectation {
        case .any: break
        case .notJSON: if confirmed.isValid != nil { return nil }
        case .valid: if confirmed.isValid != true { return nil }
        case .invalid: if confirmed.isValid != false { return nil }
        }
        if confirmed.isValid == true, let mutation = draft.mutationIfValid { confirmed.mutation = mutation }
        return confirmed
    }

    private func change(of draft: Draft) -> SchemaMutation {
        let value = places[place(around: draft.edits) { _ in true }].value
        return SchemaMutation(
            mutation: draft.mutation, place: draft.place, variant: draft.variant,
            bytes: edited(0..<document.bytes.count, draft.edits), isValid: draft.isValid,
            keepsValue: draft.isValid == true && parsed(edited(value.byteRange, draft.edits)) == value)
    }

    /// Returns whether the edited document satisfies the schema, or `nil` if it isn't JSON.
    ///
    /// Only the part of the document that decides the result is read and validated: in most schemas, the changed value.
    func verdict(_ edits: [Edit]) -> Bool? {
        let place = places[place(around: edits) { isValid && $0.deciding != nil }]
        guard let changed = parsed(edited(place.value.byteRange, edits)) else { return nil }
        return (place.deciding ?? []).allSatisfy { schemas.accepts(changed, $0) }
    }

    /// Whether the schemas of a place allow a value, although the document is invalid at a different place.
    func allows(_ text: String, at place: MutationPlace) -> Bool {
        guard !isValid, let value = parsed(Array(text.utf8)) else { return false }
        return place.clauses.allSatisfy { schemas.accepts(value, $0) }
    }

    /// Returns the document with a different value at a JSON Pointer, or `nil` if the schema doesn't allow this value.
    package func document(replacing pointer: JSONPointer, with value: JSON) -> [UInt8]? {
        guard let range = document.root.value(at: pointer)?.byteRange else { return nil }
        let edit = Edit(range: range, bytes: JSONWriter.compactBytes(value))
        return verdict([edit]) == true ? edited(0..<document.bytes.count, [edit]) : nil
    }

    /// Returns the index of the innermost place that encloses all edits and meets a condition. The index of the root
    /// is 0.
    private func place(around edits: [Edit], where condition: (MutationPlace) -> Bool) -> Int {
        guard let start = edits.first?.range.lowerBound, let end = edits.last?.range.upperBound else { return 0 }
        // The places are sorted by their positions in the text.
        var place = places.sortedPrefix { $0.value.byteRange.lowerBound <= start }.indices.last
        while let index = place, index > 0 {
            let range = places[index].value.byteRange
            let isWithin = range.lowerBound < start && end < range.upperBound
            if isWithin || range == start..<end, condition(places[index]) { return index }
            place = places[index].container
        }
        return 0
    }

    /// Returns a part of the document after edits in ascending order, which must be within this part.
    func edited(_ range: Range<Int>, _ edits: [Edit]) -> [UInt8] {
        var bytes: [UInt8] = []
        var at = range.lowerBound
        for edit in edits {
            bytes += document.bytes[at..<edit.range.lowerBound]
            bytes += edit.bytes
            at = edit.range.upperBound
        }
        return bytes + document.bytes[at..<range.upperBound]
    }

    private func parsed(_ bytes: [UInt8]) -> JSONValue? {
        let limits = JSONLimits(maximumDepth: 20_000)
        return (try? JSONDocument(parsing: bytes, file: "<mutation>", limits: limits))?.root
    }
}
