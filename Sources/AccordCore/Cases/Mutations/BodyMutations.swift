// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// Adds mutations of a JSON body. Whether a client must accept or reject a mutated body depends on the schema.
enum BodyMutations {
    /// - Parameter selected: The kinds of mutations to apply, or `nil` for all kinds.
    static func add(to maker: inout MutationMaker, only selected: Set<Mutation>?) {
        guard let document = maker.answer.document, let schema = maker.answer.schema ?? anything else { return }
        var seen: Set<String> = []
        var excluded: Set<Mutation> = [.manyElements]
        if let selected { excluded.formUnion(Mutation.allCases.filter { !selected.contains($0) }) }
        if selected == nil { ManyElements.add(to: &maker) }
        for mutation in schema.mutations(of: JSON(document.root), excluding: excluded) {
            var (verdict, reason) = judge(mutation)
            if [.dropRequired, .caseChangedKey].contains(mutation.mutation), verdict == .mustError,
                let place = mutation.place, allowsNull(place, document, maker.answer)
            {
                verdict = .may
                reason = "the schema allows null, and most decoders read a missing property as null"
            }
            if mutation.mutation == .unicodeContent, let place = mutation.place,
                let text = document.root.value(at: place)?.string,
                AnswerVariation.looksSpecial(Array(text.utf8)) || JSONNumber(text) != nil
            {
                // Clients often restrict dates, addresses and decimal numbers more than the schema does. A client that
                // rejects the body thus causes only a warning.
                verdict = .shouldTolerate
                reason = "the schema allows any text, because it has no “format”"
            }
            maker.add(
                mutation.mutation, place(mutation, &seen), response: maker.answer.with(body: mutation.bytes),
                verdict: verdict, keepsValue: keepsValue(mutation, document),
                changesValue: mutation.isValid == true && Self.changing.contains(mutation.mutation), reason: reason)
        }
        if selected == nil, let view = maker.answer.view { addListedValues(document, .root, view, to: &maker) }
    }

    /// Adds a body for each value that an `enum` lists and the documented body doesn't contain. In a list, changes only
    /// the first element.
    private static func addListedValues(
        _ document: JSONDocument, _ pointer: JSONPointer, _ view: SchemaView, to maker: inout MutationMaker
    ) {
        guard let value = document.root.value(at: pointer) else { return }
        switch value.kind {
        case .object:
            for member in value.members {
                guard let inner = view.property(member.key) else { continue }
                addListedValues(document, pointer.appending(member.key), inner, to: &maker)
            }
        case .array:
            if let items = view.items { addListedValues(document, pointer.appending("0"), items, to: &maker) }
        case .null, .bool, .number, .string:
            let values = view.keyword("enum")?.elements.map { $0 } ?? []
            for listed in values.prefix(mostListed) where listed != value {
                var body = JSON(document.root)
                guard body.set(JSON(listed), at: pointer), maker.answer.isValid(body) else { continue }
                maker.add(
                    .boundaryValues, "\(pointer):\((listed.string ?? listed.compact).slug)",
                    response: maker.answer.with(body: JSONWriter.compactBytes(body)), verdict: .mustTolerate,
                    changesValue: true, reason: "the “enum” of the schema lists the value")
            }
        }
    }

    /// The maximum number of mutations for one `enum`.
    private static let mostListed = 50

    /// The mutations that change the returned value, if the client returns the whole body.
    private static let changing: Set<Mutation> = [
        .int2To53Plus1, .integralFloat, .unicodeContent, .emptyArray, .dropOptional,
        .boundaryValues,
    ]

    private static let anything = try? Schema.compile(JSON.bool(true))

    /// Whether the schema allows null at a JSON Pointer in the body.
    private static func allowsNull(_ place: JSONPointer, _ document: JSONDocument, _ answer: DocumentedAnswer) -> Bool {
        var body = JSON(document.root)
        return body.set(.null, at: place) && answer.isValid(body)
    }

    /// Returns whether the client must accept or reject the mutated body, and the reason. This depends on the kind of
    /// the mutation and on whether the schema allows the mutated body.
    private static func judge(_ mutation: SchemaMutation) -> (Verdict, String) {
        let entry = mutation.mutation
        return switch (entry.verdict, mutation.isValid) {
        case (.mustError, true?):
            (.may, "the schema allows the body, but not every platform can represent it: \(entry.rule)")
        case (.mustError, false?): (.mustError, entry.rule)
        case (.mustTolerate, false?):
            (.may, "the schema forbids the changed body, but a robust client ignores the change: \(entry.rule)")
        case (.mustTolerate, true?): (.mustTolerate, entry.rule)
        case (.may, true?) where entry == .unknownEnum || entry == .unknownVariant:
            (.mustTolerate, "the schema also allows unlisted values: \(entry.rule)")
        default: (entry.verdict, entry.rule)
        }
    }

    /// Returns the JSON Pointer of the mutated value, with a suffix if several mutations change the same value.
    private static func place(_ mutation: SchemaMutation, _ seen: inout Set<String>) -> String? {
        var text = mutation.place?.description ?? ""
        if !seen.insert("\(mutation.id):\(text)").inserted {
            text += (text.isEmpty ? "" : ":") + mutation.variant.replacing(" ", with: "-")
        }
        return text.isEmpty ? nil : text
    }

    /// Whether a correct client reads the same values from the mutated body.
    private static func keepsValue(_ mutation: SchemaMutation, _ document: JSONDocument) -> Bool {
        if mutation.mutation == .extraProperty { return true }
        guard mutation.isValid == true, let other = try? JSONDocument(parsing: mutation.bytes) else { return false }
        return other.root == document.root
    }
}

/// Extends the first list that may have more elements, according to its schema, to 10,000 elements or one
/// megabyte.
///
/// Accord validates only a few of the elements, because validating 10,000 elements takes a tenth of a second.
enum ManyElements {
    private static let count = 10_000
    private static let mostBytes = 1_000_000

    static func add(to maker: inout MutationMaker) {
        guard let document = maker.answer.document, let list = find(in: document.root, maker.answer.view) else {
            return
        }
        let value = list.value
        guard let element = value[value.count - 1] else { return }
        let copies = min(count - value.count, mostBytes / (element.byteRange.count + 1))
        guard copies > 0 else { return }
        let several = with(3, element, value, document)
        guard let read = try? JSON(parsing: String(decoding: several, as: UTF8.self)), maker.answer.isValid(read) else {
            return
        }
        maker.add(
            .manyElements, value.pointer.tokens.isEmpty ? nil : value.pointer.description,
            response: maker.answer.with(body: with(copies, element, value, document)),
            verdict: .mustTolerate)
    }

    private static func find(in value: JSONValue, _ view: SchemaView?) -> (value: JSONValue, view: SchemaView?)? {
        switch value.kind {
        case .array:
            let isLimited = view?.keyword("maxItems").map { $0.int ?? 0 < count } ?? false
            let isSet = view?.keyword("uniqueItems")?.bool ?? false
            return value.count == 0 || isLimited || isSet ? nil : (value, view)
        case .object:
            for member in value.members {
                if let list = find(in: member.value, view?.property(member.key)) { return list }
            }
            return nil
        case .null, .bool, .number, .string: return nil
        }
    }

    private static func with(_ copies: Int, _ element: JSONValue, _ list: JSONValue, _ document: JSONDocument)
        -> [UInt8]
    {
        let text = [UInt8(ascii: ",")] + document.bytes[element.byteRange]
        let end = list.byteRange.upperBound - 1
        var bytes = Array(document.bytes[..<end])
        // In unoptimized builds, doubling the text is faster than appending the elements one by one.
        var block = text
        var remainingCopies = max(0, copies)
        while remainingCopies > 0 {
            if remainingCopies & 1 == 1 { bytes += block }
            remainingCopies >>= 1
            if remainingCopies > 0 { block += block }
        }
        return bytes + document.bytes[end...]
    }
}
