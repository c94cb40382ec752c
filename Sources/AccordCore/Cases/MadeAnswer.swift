// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A response whose body Accord generated from the schema, or whose example has placeholders, with alternative values for
/// a client that rejects the generated values or the placeholders.
///
/// A client may parse a string as a decimal number or a date although the schema has no format, read a `number` as a
/// count, or know the type of a property whose schema is empty. Without an example, Accord can't know which values the
/// client accepts.
package struct MadeAnswer {
    /// At most this number of values in one body get alternatives, beside the date-times.
    private static let mostPlaces = 40

    fileprivate enum Kind { case text, time, number, untyped, truth }

    /// A generated value, and the texts that its description lists.
    fileprivate struct Place {
        var pointer: JSONPointer
        var kind: Kind
        var words: [String] = []
        /// The parameter with this value, or `nil` for a value in a body.
        var parameter: Parameter?

        /// The values to try in a request.
        var inputs: [JSON] { words.map { .string($0) } + [1, true] + MadeAnswer.texts.map { .string($0) } }
    }

    fileprivate static let date = "2024-05-17T09:30:00Z"

    fileprivate static let texts = [
        "1.50", "1", date, "2024-05-17", "a", "https://example.com/a", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "en",
        "true",
    ]

    private let testCase: Case
    private let answer: DocumentedAnswer
    private let places: [Place]
    /// The examples of the body that violate its schema. The server may nevertheless send such a body.
    package let invalidExamples: [JSON]

    /// Returns `nil` if the contract provides the body, or if its schema determines every value and no example violates
    /// the schema.
    package init?(_ testCase: Case) {
        guard let answer = DocumentedAnswer(testCase), let body = answer.json else { return nil }
        self.testCase = testCase
        self.answer = answer
        guard answer.isGenerated || testCase.basis == .example else { return nil }
        let all = Self.places(in: body, answer.view, isExample: !answer.isGenerated)
        places = all.filter { $0.kind == .time } + all.filter { $0.kind != .time }.prefix(Self.mostPlaces)
        let examples =
            answer.examples.compactMap(\.json) + [answer.view?.keyword("example")].compactMap { $0.map { JSON($0) } }
        invalidExamples = answer.isGenerated ? examples.filter { !answer.isValid($0) } : []
        if places.isEmpty, invalidExamples.isEmpty { return nil }
    }

    /// Whether the document states the value. An object or a list may be generated in place of an example that violates
    /// the schema, such as that of an account in Mastodon's document.
    private static func isStated(_ value: JSON, by view: SchemaView?) -> Bool {
        guard let view, view.statesValue else { return false }
        let examples = view.keyword("examples")?.elements.map(\.self) ?? []
        let stated = examples + [view.keyword("example")].compactMap(\.self)
        return value.object == nil && value.array == nil || stated.contains { JSON($0) == value }
    }

    fileprivate static func places(in value: JSON, _ pointer: JSONPointer, _ view: SchemaView?) -> [Place] {
        if view?.keyword("enum") != nil || isStated(value, by: view) { return [] }
        var words: [String] { listedWords(view?.keyword("description")?.string) }
        if let view, view.impliedTypes.isEmpty, !["oneOf", "anyOf"].contains(where: { view.keyword($0) != nil }) {
            return [Place(pointer: pointer, kind: .untyped, words: words)]
        }
        switch value {
        case .string where view?.keyword("format")?.string == "date-time": return [Place(pointer: pointer, kind: .time)]
        case .string:
            let isLimited = ["format", "pattern"].contains { view?.keyword($0) != nil }
            return isLimited ? [] : [Place(pointer: pointer, kind: .text, words: words)]
        case .number: return view?.types.contains(.number) == true ? [Place(pointer: pointer, kind: .number)] : []
        // The document of audiobookshelf doesn't say what is in the enclosure of an episode.
        case .object(let object) where object.isEmpty && view?.isFreeForm == true && pointer != .root:
            return [Place(pointer: pointer, kind: .untyped)]
        case .object(let object):
            return object.flatMap { member in
                places(in: member.value, pointer.appending(member.key), view?.property(member.key))
            }
        case .array(let elements):
            return elements.enumerated().flatMap { places(in: $1, pointer.appending($0), view?.items) }
        case .bool(let isTrue): return isTrue ? [Place(pointer: pointer, kind: .truth)] : []
        case .null: return []
        }
    }

    /// Returns the places of the values in a body that the document doesn't state. In an example of a whole body, this is
    /// the text “string”, which editors of Swagger documents write.
    fileprivate static func places(in body: JSON, _ view: SchemaView?, isExample: Bool) -> [Place] {
        places(in: body, .root, view).filter {
            !isExample || $0.kind == .text && body.value(at: $0.pointer) == "string"
        }
    }

    /// Returns the words in quotation marks in a description, such as “'MATRIZ' ou 'FILIAL'” in the document of BrasilAPI,
    /// or else the words after “one of” or “either”.
    package static func listedWords(_ description: String?) -> [String] {
        let text = description ?? ""
        let quoted = text.matches(of: #/(?:^|[\s,(\[:\/|])[`'"‘“]([^`'"’”\s]{1,40})[`'"’”]/#).map { String($0.1) }
        guard quoted.isEmpty, let list = text.firstMatch(of: #/(?i)\b(?:one of|either)\b:?([^.\n]*)/#) else {
            return quoted
        }
        return list.1.split { !$0.isLetter && !$0.isNumber && !"_-".contains($0) }.map(String.init)
            .filter { !["or", "and", "the"].contains($0) }
    }

    /// The values to try. Each element contains a value for some JSON Pointers. The first elements contain a whole number
    /// for each `number`, and a value of each type for properties without a type. The next elements contain a fraction in
    /// each date-time, as NotionSwift requires, then a date for strings such as `createdAt`, and “1.50” for other strings,
    /// then the texts that descriptions list. The last elements are examples of the whole body that violate the schema.
    package var alternatives: [[JSONPointer: JSON]] {
        func values(_ kind: Kind, _ value: (Place) -> JSON) -> [JSONPointer: JSON] {
            Dictionary(places.filter { $0.kind == kind }.map { ($0.pointer, value($0)) }) { first, _ in first }
        }
        let numbers = values(.number) { _ in 1 }
        let others: [JSON] = [.null, [:], [], 1, true, "1"]
        let untyped: [[JSONPointer: JSON]] =
            values(.untyped) { _ in .null }.isEmpty ? [[:]] : others.map { other in values(.untyped) { _ in other } }
        let byName = values(.text) { place in
            let name = place.pointer.tokens.last { Int($0) == nil } ?? ""
            let isTime = ["date", "time", "_at", "created", "updated"].contains { name.lowercased().contains($0) }
            return .string(isTime || name.hasSuffix("At") ? Self.date : "1.50")
        }
        let listed = (0..<(places.map(\.words.count).max() ?? 0)).map { index in
            values(.text) { place in
                place.words.isEmpty ? byName[place.pointer] ?? "a" : .string(place.words[index % place.words.count])
            }
        }
        let strings: [[JSONPointer: JSON]] =
            [[:], values(.time) { _ in "2024-05-17T09:30:00.000Z" }, byName] + listed
            + Self.texts.map { text in values(.text) { _ in .string(text) } }
        var all: [[JSONPointer: JSON]] = []
        for (index, string) in strings.enumerated() {
            // Only the first combinations contain values of every type, because each costs a call.
            for other in index < 3 ? untyped : Array(untyped.prefix(1)) {
                let combined = numbers.merging(other) { first, _ in first }.merging(string) { first, _ in first }
                if !combined.isEmpty, !all.contains(combined) { all.append(combined) }
            }
        }
        return all + invalidExamples.map { [.root: $0] }
    }

    /// The values of the last page, for a client that asks for a further page while a property such as Stripe's
    /// `has_more` is true: false for each `true`.
    package var lastPage: [JSONPointer: JSON] {
        Dictionary(places.filter { $0.kind == .truth }.map { ($0.pointer, .bool(false)) }) { first, _ in first }
    }

    /// Returns the response with replaced values. If the schema rejects a replacement of a part, the original value stays.
    package func definition(with values: [JSONPointer: JSON]) -> ResponseDefinition {
        guard var body = answer.json, case .answer(let status, let headers, _) = answer.definition.outcome
        else { return answer.definition }
        for (place, value) in values {
            guard let changed = body.setting(value, at: place) else { continue }
            if place == .root || answer.isValid(changed) { body = changed }
        }
        let location = answer.definition.location
        let value = BodyDefinition(RequestVariations.escaped(body), at: location)
        return ResponseDefinition(
            location: location, outcome: .answer(status: status, headers: headers, body: value),
            matching: answer.definition.matching, asserts: answer.definition.asserts)
    }

    package func testCase(with values: [JSONPointer: JSON]) -> Case {
        testCase.answered(by: .documented(definition(with: values)))
    }
}

extension Case {
    /// Whether Accord generated the body from a schema that doesn't describe the content, such as the schema of a
    /// binary body, or the document doesn't say whether there is a body. Mastodon's server sends `{}` in this case.
    package var hasUnknownBody: Bool {
        guard let answer = DocumentedAnswer(self), answer.isGenerated else { return false }
        let described = answer.operation.response(for: answer.response.status)
        if [200, 201, 202].contains(answer.response.status), described != nil, described?.body == nil {
            return answer.operation.request.method != "HEAD"
        }
        let isText = answer.view.map { $0.types == [.string] } ?? (answer.itemSchema == nil)
        return answer.json == nil && !answer.response.body.isEmpty && isText
    }

    /// Whether the body of the response is written in the contract, as an example or in a case.
    package var hasDocumentedBody: Bool {
        guard self.basis == .made else { return true }
        guard let answer = DocumentedAnswer(self), let body = answer.json else { return false }
        return answer.examples.contains { $0.json == body } || answer.view?.keyword("example").map { JSON($0) } == body
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

    /// Returns a copy that accepts any outcome if the case changes a value at one of the `places`, or within such a
    /// value, or replaces an object that contains such a value. Otherwise, returns the case unchanged. At `places`, the
    /// client rejects values that the schema allows.
    package func doubting(_ places: Set<JSONPointer>) -> Case {
        let isReplaced = self.derivation?.variation == .mutation(.boundaryValues)
        guard let tokens = self.derivation?.place?.tokens ?? (isReplaced ? [] : nil) else { return self }
        return places.contains { tokens.starts(with: $0.tokens) || isReplaced && $0.tokens.starts(with: tokens) }
            ? withAnyOutcome : self
    }
}

extension Case {
    /// The texts that Accord generated for parameters and for the body of the request.
    private var madeTexts: [MadeAnswer.Place] {
        guard [.made, .example].contains(self.basis), let request = self.last.request else { return [] }
        let inParameters = self.operation.request.parameters.compactMap { parameter -> MadeAnswer.Place? in
            // Editors of Swagger documents write “string” in place of an example.
            guard parameter.examples.allSatisfy({ $0.json == "string" }), let value = request.value(of: parameter),
                var place = MadeAnswer.places(in: JSON(value.value), .root, parameter.schema.view).first(where: {
                    $0.pointer == .root && $0.kind != .truth && $0.kind != .time
                })
            else { return nil }
            place.words = MadeAnswer.listedWords(parameter.description) + place.words
            place.parameter = parameter
            return place
        }
        guard let body = request.jsonBody, let media = self.operation.request.body?.content.first else {
            return inParameters
        }
        let inBody = MadeAnswer.places(in: body, media.schema?.view, isExample: !media.examples.isEmpty)
        return inParameters + inBody.filter { $0.kind == .text }
    }

    /// The parameters and body properties for which Accord generated a text. The parameter is `nil` for a property, whose
    /// name is a JSON Pointer.
    package var madeInputs: [(name: String, parameter: Parameter?)] {
        madeTexts.map { ($0.parameter?.name ?? $0.pointer.description, $0.parameter) }
    }

    /// Copies of the case with other values of the parameters and body properties for which Accord generated a text. A
    /// client's method may take a text that the description lists, or a number or a date in place of the text, such as the
    /// `Int` of a path parameter without a type. The last copy lacks the optional parameters. Coinpaprika has an enum for a
    /// list of fields, whose document has a string.
    package var otherInputs: [Case] {
        guard let request = self.last.request else { return [] }
        let texts = madeTexts
        let others = (0..<(texts.map(\.inputs.count).max() ?? 0)).compactMap { index -> Case? in
            var changed = request
            for place in texts {
                let value = place.inputs[index % place.inputs.count]
                if let parameter = place.parameter {
                    guard parameter.schema.isValid(value) else { continue }
                    changed.set(.made(parameter.name, value, at: parameter.location), in: parameter.place)
                } else if let body = changed.jsonBody, let schema = self.operation.request.body?.content.first?.schema {
                    let text = RequestVariations.escaped(value)
                    changed.jsonBody = schema.setting(text, at: place.pointer, in: body) ?? body
                }
            }
            let other = with { $0.last.request = changed }
            return other.values(unlike: self).isEmpty ? nil : other
        }
        let optional = texts.compactMap(\.parameter).filter { !$0.isRequired }
        if optional.isEmpty { return others }
        let without = with {
            for parameter in optional { $0.last.request?.remove(parameter.name, in: parameter.place) }
        }
        return others + [without]
    }

    /// Returns the values of parameters and body properties that differ from those of a different case, by name.
    package func values(unlike other: Case) -> [(name: String, text: String)] {
        let known = other.last.request?.values ?? []
        let parameters = (self.last.request?.values ?? []).filter { value in
            !known.contains { $0.name == value.name && JSON($0.value) == JSON(value.value) }
        }
        let bodies = [other, self].compactMap { $0.last.request?.jsonBody }
        let inBody = bodies.count == 2 ? JSONDifference.between(bodies[0], bodies[1]) : []
        return parameters.map { ($0.name, $0.value.text) }
            + inBody.map { ($0.pointer.description, $0.actual?.compact ?? "none") }
    }

    /// Returns a copy in which the client may refuse the call, if the case has another value for a parameter of which the
    /// client accepts the value of `input`, but not the generated one of `base`.
    package func doubting(_ input: Case, inPlaceOf base: Case) -> Case {
        let names = input.values(unlike: base).map(\.name)
        guard variesRequest, values(unlike: input).contains(where: { names.contains($0.name) }) else { return self }
        return withAnyOutcome.with {
            $0.outcome.mayRefuse = true
            $0.inTurn = $0.inTurn.map { $0.doubting(input, inPlaceOf: base) }
        }
    }
}

extension Contract {
    /// Returns a copy of the contract in which a documented case ends with this request and this response. If one of
    /// them is `nil`, it stays unchanged.
    package func changing(_ testCase: Case, request: RequestDefinition?, response: ResponseDefinition?) -> Contract {
        var definition = testCase.definition
        guard let last = definition.steps.indices.last else { return self }
        if let request { definition.steps[last].request = request }
        if let response { definition.steps[last].response = response }
        var contract = self
        contract.operations = operations.map { operation in
            guard operation.id == testCase.operation.id else { return operation }
            return operation.with(cases: operation.cases.map { $0.name == definition.name ? definition : $0 })
        }
        return contract
    }
}
