// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// A response whose body Accord generated from the schema, with alternative strings for a client that rejects the
/// generated strings.
///
/// A client may parse a string as a decimal number or a date although the schema has no format. Without an example,
/// Accord can't know which strings the client accepts.
package struct MadeAnswer {
    /// At most this number of strings in one body get alternatives.
    private static let mostPlaces = 40

    private let testCase: Case
    private let answer: DocumentedAnswer
    private let places: [JSONPointer]

    /// Returns `nil` if the contract provides the body, or if its schema determines every string.
    package init?(_ testCase: Case) {
        guard let answer = DocumentedAnswer(testCase), case .answer(_, _, nil) = answer.definition.outcome,
            let document = answer.document
        else { return nil }
        self.testCase = testCase
        self.answer = answer
        places = Array(Self.places(in: document.root, .root, answer.view).prefix(Self.mostPlaces))
        if places.isEmpty { return nil }
    }

    private static func places(
        in value: JSONValue, _ pointer: JSONPointer, _ view: SchemaView?
    ) -> [JSONPointer] {
        switch value.kind {
        case .string:
            let known = ["enum", "const", "format", "pattern", "example", "examples", "default"]
            return known.contains { view?.keyword($0) != nil } ? [] : [pointer]
        case .object:
            return value.members.flatMap { member in
                places(in: member.value, pointer.appending(member.key), view?.property(member.key))
            }
        case .array:
            return value.elements.enumerated().flatMap { places(in: $1, pointer.appending($0), view?.items) }
        case .null, .bool, .number: return []
        }
    }

    /// The strings to try. Each element contains a string for every JSON Pointer. The first element contains a date for
    /// properties such as `createdAt`, and “1.50” for other properties.
    package var alternatives: [[JSONPointer: String]] {
        let date = "2024-05-17T09:30:00Z"
        let byName = places.map { place -> (JSONPointer, String) in
            let name = place.tokens.last { Int($0) == nil } ?? ""
            let isTime = ["date", "time", "_at", "created", "updated"].contains { name.lowercased().contains($0) }
            return (place, isTime || name.hasSuffix("At") ? date : "1.50")
        }
        let texts = [
            "1.50", "1", date, "2024-05-17", "a", "https://example.com/a", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "en",
            "true",
        ]
        return [Dictionary(byName) { first, _ in first }]
            + texts.map { text in Dictionary(places.map { ($0, text) }) { first, _ in first } }
    }

    /// Returns the response with replaced strings. If the schema rejects a replacement, the original string stays.
    package func definition(with texts: [JSONPointer: String]) -> ResponseDefinition {
        guard let document = answer.document, case .answer(let status, let headers, _) = answer.definition.outcome
        else {
            return answer.definition
        }
        var body = JSON(document.root)
        for (place, text) in texts {
            var changed = body
            if changed.set(.string(text), at: place), answer.isValid(changed) { body = changed }
        }
        let location = answer.definition.location
        let value = JSONDocument(RequestVariations.escaped(body), file: location.file).root
        return ResponseDefinition(
            location: location,
            outcome: .answer(
                status: status, headers: headers, body: BodyDefinition(location: location, content: .json(value))),
            matching: answer.definition.matching, asserts: answer.definition.asserts)
    }

    package func testCase(with texts: [JSONPointer: String]) -> Case {
        testCase.answered(by: .documented(definition(with: texts)))
    }
}

extension Case {
    /// Whether Accord generated the body from a schema that doesn't describe the content, such as the schema of a
    /// binary body.
    package var hasUnknownBody: Bool {
        guard let answer = DocumentedAnswer(self), case .answer(_, _, nil) = answer.definition.outcome else {
            return false
        }
        let isText = answer.view.map { $0.types == [.string] } ?? (answer.itemSchema == nil)
        return answer.document == nil && !answer.response.body.isEmpty && isText
    }

    /// A copy of the case that accepts both a returned value and an error. A case that doesn't require the call to
    /// return stays unchanged.
    package var withAnyOutcome: Case {
        guard case .returns = self.outcome.result else { return self }
        return with {
            $0.outcome.result = .either
            $0.atOnce = $0.atOnce.map(\.withAnyOutcome)
            $0.inTurn = $0.inTurn.map(\.withAnyOutcome)
        }
    }

    /// Returns a copy that accepts any outcome if the case changes a string at one of the `places`. Otherwise, returns
    /// the case unchanged. At `places`, the client rejects strings that the schema allows.
    package func doubting(_ places: Set<JSONPointer>) -> Case {
        self.derivation?.place.map(places.contains) == true ? withAnyOutcome : self
    }
}

extension Operation {
    /// Returns a copy of the operation in which the case with this name ends with the response `response`.
    package func answering(_ name: String, with response: ResponseDefinition) -> Operation {
        with(
            cases: cases.map { definition in
                guard definition.name == name, let last = definition.steps.indices.last else { return definition }
                var changed = definition
                changed.steps[last].response = response
                return changed
            })
    }
}
