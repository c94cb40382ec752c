// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension AnswerMutations {
    /// Adds mutations of a JSON body. Whether a client must accept or reject a mutated body depends on the schema.
    ///
    /// - Parameter selected: The kinds of mutations to apply, or `nil` for all kinds.
    mutating func addBodies(only selected: Set<Mutation>?) {
        guard let json = answer.json, let schema = answer.schema ?? Self.anything else { return }
        var seen: Set<String> = []
        var excluded: Set<Mutation> = [.manyElements]
        if let selected { excluded.formUnion(Mutation.allCases.filter { !selected.contains($0) }) }
        let plan = schema.mutationPlan(of: json, excluding: excluded)
        if selected == nil, let (place, bytes) = plan.manyElements {
            add(
                .manyElements, place.tokens.isEmpty ? nil : place.description,
                response: answer.with(body: bytes), verdict: .mustTolerate)
        }
        for mutation in plan.finished(limit: 256) {
            var (verdict, reason) = Self.judge(mutation)
            if [.dropRequired, .caseChangedKey].contains(mutation.mutation), verdict == .mustError,
                let place = mutation.place, plan.document(replacing: place, with: .null) != nil
            {
                verdict = .may
                reason = "the schema allows null, and most decoders read a missing property as null"
            }
            if verdict == .mustTolerate, mutation.place.map(plan.isDiscriminator) == true {
                (verdict, reason) = (.may, "the property selects the schema of its object")
            } else if mutation.mutation == .unicodeContent, let place = mutation.place,
                let text = json.value(at: place)?.string,
                DocumentedAnswer.looksSpecial(Array(text.utf8)) || JSONNumber(text) != nil
            {
                // Clients often restrict dates, addresses and decimal numbers more than the schema does. A client that
                // rejects the body thus causes only a warning.
                verdict = .shouldTolerate
                reason = "the schema allows any text, because it has no “format”"
            }
            add(
                mutation.mutation, Self.place(mutation, &seen), response: answer.with(body: mutation.bytes),
                verdict: verdict, keepsValue: mutation.keepsValue || mutation.mutation == .extraProperty,
                changesValue: mutation.isValid == true && Self.changing.contains(mutation.mutation), reason: reason)
        }
        if selected == nil, let view = answer.view {
            for place in [.root] + json.innerPlaces() { addListedValues(plan, at: place, view) }
        }
    }

    /// Adds a body for each value that the `enum` of a place lists and the documented body doesn't contain.
    private mutating func addListedValues(_ plan: MutationPlan, at pointer: JSONPointer, _ view: SchemaView) {
        let value = answer.json?.value(at: pointer)
        guard let value, ![.object, .array].contains(value.kind) else { return }
        let values = view.place(pointer)?.keyword("enum")?.elements.map { JSON($0) } ?? []
        for listed in values.prefix(Self.mostListed) where listed != value {
            guard let body = plan.document(replacing: pointer, with: listed) else { continue }
            add(
                .boundaryValues, "\(pointer):\((listed.string ?? listed.compact).slug)",
                response: answer.with(body: body), verdict: .mustTolerate, changesValue: true,
                reason: "the “enum” of the schema lists the value")
        }
    }

    /// The maximum number of mutations for one `enum`.
    private static let mostListed = 50

    /// The mutations that change the returned value, if the client returns the whole body.
    private static let changing: Set<Mutation> = [
        .int2To53Plus1, .integralFloat, .unicodeContent, .emptyArray, .dropOptional, .boundaryValues,
    ]

    private static let anything = try? Schema.compile(JSON.bool(true))

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
}
