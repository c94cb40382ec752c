// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// Makes further calls to find out whether the client or the contract causes a finding.
extension CaseRunner {
    /// Returns the findings of a case, corrected after further calls of the client, and warnings about properties that
    /// the client never reads.
    func refined(_ findings: [Finding], of testCase: Case, _ observation: ClientObservation) async -> [Finding] {
        var refined: [Finding] = []
        var habits: [Habit] = []
        for finding in findings {
            var finding = finding
            if let need = await undocumentedNeed(finding, testCase) {
                finding = need
            } else if let habit = await habit(finding, testCase, observation) {
                habits.append(habit)
                continue
            } else if finding.place?.part == .outcome, let change = testCase.responseChange {
                finding.details.append("changed: \(change)")
            }
            refined.append(finding)
        }
        refined += notes(habits, of: testCase)
        if !testCase.isDerived, testCase.outcome.isRequired, !refined.contains(where: { $0.severity == .error }) {
            refined += await unreadProperties(of: testCase, observation.outcome)
        }
        return await weighed(refined, of: testCase, observation)
    }

    /// Returns a finding that blames the contract if the client fails only because the response lacks a property that
    /// the contract doesn't document. Returns `nil` if the client also fails with the unchanged response.
    private func undocumentedNeed(_ finding: Finding, _ testCase: Case) async -> Finding? {
        guard finding.rule == .outcomeThrew, let derivation = testCase.derivation, let place = derivation.place,
            [.mutation(.dropOptional), .mutation(.nullNullable)].contains(derivation.variation),
            let intact = testCase.intact, !intact.documents(place), await isAccepted(unchanged: intact)
        else { return nil }
        return Finding(
            rule: .outcomeUndocumented, severity: .warning, blame: .contract,
            "the client needs the property “\(place)”, which the contract doesn't document", contract: finding.contract,
            place: .init(.outcome, place.description), expected: "a documented property",
            actual: "a property that occurs only in the example",
            advice: "Document the property in the contract, or let the client accept a response without it.",
            details: finding.details)
    }

    // MARK: Generated values

    /// Returns the values with which the client accepts a generated response, by location. Returns `nil` if the client
    /// accepts the generated values, or rejects every value that Accord tries.
    func acceptedValues(for testCase: Case) async -> [JSONPointer: JSON]? {
        guard let made = MadeAnswer(testCase), await isRejected(testCase) else { return nil }
        for values in made.alternatives where await isAccepted(made.testCase(with: values)) {
            var needed = values
            for place in values.keys.sorted(by: { $0.description < $1.description }) {
                let fewer = needed.filter { $0.key != place }
                if await isAccepted(made.testCase(with: fewer)) { needed = fewer }
            }
            return needed.isEmpty ? nil : needed
        }
        return nil
    }

    /// Returns whether the client throws in a case that requires a returned value.
    func isRejected(_ testCase: Case) async -> Bool {
        guard case .returns = testCase.outcome.result, case .threw? = await observation(of: testCase)?.outcome else {
            return false
        }
        return true
    }

    private func isAccepted(_ testCase: Case) async -> Bool {
        if case .returned? = await observation(of: testCase)?.outcome { true } else { false }
    }

    /// Returns a warning about a body that the contract should document with an example.
    static func needsExample(of testCase: Case) -> Finding {
        Finding(
            rule: .caseMadeValue, severity: .warning, blame: .contract,
            "the client rejects a response body that Accord generated", contract: testCase.location,
            place: .init(.outcome),
            expected: "the client accepts any body, because the contract documents no schema for the body",
            advice: "Add an “example” or a schema of the body to the contract. Until then, every outcome passes.")
    }

    /// Returns a warning for each value that the contract should document with an example.
    static func needsExamples(_ values: [JSONPointer: JSON], of testCase: Case) -> [Finding] {
        values.sorted { $0.key.description < $1.key.description }.map { place, value in
            let noun = value.string == nil ? "value" : "string"
            return Finding(
                rule: .caseMadeValue, severity: .warning, blame: .contract,
                "the client rejects a \(noun) that Accord generated for “\(place.tokens.last ?? "")”",
                contract: testCase.location, place: .init(.outcome, place.description),
                expected: "the client accepts every \(noun) that the schema allows",
                actual: "the client accepts \(value.compact)",
                advice: "Add an “example” or a “\(value.string == nil ? "type" : "format")” to the schema. "
                    + "Until then, Accord sends a \(noun) that the client accepts.")
        }
    }

    // MARK: Optional parts of requests

    /// The rules for optional parameters and body properties that the client sends, omits or replaces.
    private static let aboutParts: Set<Rule> = [
        .requestQueryMissing, .requestQueryUnexpected, .requestQueryValue, .requestHeaderMissing, .requestHeaderValue,
        .requestHeaderForbidden, .requestCookieMissing, .requestCookieUnexpected, .requestCookieValue,
        .requestBodyValue, .requestBodyMissing, .requestBodyUnexpected,
    ]

    /// Checks whether the client ignores the case's value of an optional parameter or property. If so, returns what the
    /// client sends instead, such as no value, or always the same value. Otherwise, returns `nil`.
    ///
    /// A value in a handwritten case is a requirement, so this function ignores such values. If a handwritten case has
    /// no value, the client may only add a value that it always sends. A value that the closure of the bindings reads is
    /// a requirement, too: the client's method takes the value, so the client must send it.
    private func habit(_ finding: Finding, _ testCase: Case, _ observation: ClientObservation) async -> Habit? {
        guard Self.aboutParts.contains(finding.rule), testCase.steps.count == 1,
            let part = OptionalPart(finding.place, of: testCase), let request = observation.requests.first
        else { return nil }
        let sent = part.texts(in: request)
        let isExtra = !sent.isEmpty && part.value(in: testCase) == nil
        var choosesValues = testCase.basis != .written
        if case .request? = testCase.derivation?.variation { choosesValues = true }
        guard isExtra ? part.isValid(request, for: testCase) : choosesValues else { return nil }
        if sent.isEmpty, let name = part.inputName(in: shapes[testCase.operation.id]),
            observation.inputsRead.contains(name)
        {
            return nil
        }
        if await sendsAlways(sent, as: part, in: testCase) {
            return Habit(part: part, kind: sent.isEmpty ? .neverSends : .alwaysSends, sent: sent)
        }
        return isExtra && testCase.basis != .written ? Habit(part: part, kind: .sends, sent: sent) : nil
    }

    /// Returns whether the client sends the same for a parameter or property if the case specifies different values.
    ///
    /// The cases of an operation share the result. After a minute of such calls for an operation, this function makes
    /// no further calls and returns `false`.
    private func sendsAlways(_ sent: [String], as part: OptionalPart, in testCase: Case) async -> Bool {
        let operation = testCase.operation.id
        return await earlierCalls.answer("\(part.place) \(sent)", of: operation, within: .seconds(60)) {
            // A fault or a cancellation would only delay these calls, so they receive the documented response.
            let testCase = testCase.intact ?? testCase
            for value in part.otherValues(than: part.value(in: testCase)) {
                guard let changed = part.testCase(testCase, with: value),
                    let other = await self.observation(of: changed)?.requests.first, part.texts(in: other) == sent
                else { return false }
            }
            return true
        }
    }

    /// Returns one note for each kind of habit, such as for all optional parameters that the client never sends.
    private func notes(_ habits: [Habit], of testCase: Case) -> [Finding] {
        Habit.Kind.allCases.compactMap { kind in
            let habits = habits.filter { $0.kind == kind }
            guard let first = habits.first else { return nil }
            let names = habits.map(\.part.title).joined(separator: ", ")
            return Finding(
                rule: first.rule, severity: ClientHarm.habit.severity(in: profile), blame: .client,
                "\(kind.rawValue) the optional \(names)",
                contract: testCase.location, place: first.part.place, expected: "a value that the caller chooses",
                actual: habits.flatMap(\.sent).joined(separator: ", "),
                advice: "If the client's method takes this value as an argument, pass the value in the binding. "
                    + "Otherwise, do nothing.")
        }
    }

    // MARK: Properties that the client never reads

    /// Returns a finding for each `nil` property of the returned value if the client never reads a response property
    /// with the same name or a similar one. The usual cause is a misspelled coding key.
    private func unreadProperties(of testCase: Case, _ outcome: ClientOutcome) async -> [Finding] {
        guard case .returned(let value) = outcome, let body = testCase.responseBody?.root else { return [] }
        var findings: [Finding] = []
        for suspect in UnreadProperty.suspects(in: value.json, for: body) where findings.count < 5 {
            let key = suspect.documented.tokens.last ?? ""
            // The contract may document the name for a different property of the same object.
            let isOther = testCase.documentedSiblings(of: suspect.documented).contains {
                UnreadProperty.plain($0) == UnreadProperty.plain(suspect.name) && $0 != key
            }
            guard !isOther, await reading(of: suspect.documented, in: testCase) == .ignored else { continue }
            // The document's own example has the property, and the name differs only in case and punctuation.
            let isCertain = testCase.basis != .made && UnreadProperty.plain(suspect.name) == UnreadProperty.plain(key)
            findings.append(
                Finding(
                    rule: .outcomeUnread, severity: isCertain ? .error : .warning, blame: .client,
                    "the result's property “\(suspect.name)” is nil, although the response contains “\(key)”",
                    contract: testCase.outcome.location, place: .init(.outcome, suspect.documented.description),
                    expected: body.value(at: suspect.documented).map { Excerpt.of($0) }, actual: "nil",
                    advice: "In the client, check that the coding key of “\(suspect.name)” is “\(key)”."))
        }
        return findings
    }
}

/// A property of a returned value that is `nil`, and a property of the response with a similar name. The client may
/// have misspelled this name.
struct UnreadProperty: Hashable {
    var name: String
    var documented: JSONPointer

    /// Returns the properties that are `nil` everywhere in a returned value, each with a response property that has a
    /// similar name.
    static func suspects(in result: JSON, for response: JSONValue) -> [UnreadProperty] {
        var empty: [(name: String, object: JSONObject)] = []
        var filled: Set<String> = []
        visit(result) { object, name, value in
            if value.isNull {
                if !empty.contains(where: { $0.name == name }) { empty.append((name, object)) }
            } else {
                filled.insert(name)
            }
        }
        let answered = places(in: response, .root)
        let taken = Set(filled.map(plain))
        return empty.filter { !filled.contains($0.name) }.compactMap { name, object in
            let free = answered.filter { place in
                let key = plain(place.tokens.last ?? "")
                return key == plain(name) || !taken.contains(key)
            }
            // Several objects in the response may have a property with this name. Choose the response object that
            // shares the most property names with the returned object.
            let names = Set(object.filter { !$0.value.isNull }.map { plain($0.key) })
            func nearest(_ places: [JSONPointer]) -> JSONPointer? {
                places.map { place in
                    let parent = place.parent.flatMap { response.value(at: $0) }
                    return (place, parent?.members.count { names.contains(plain($0.key)) } ?? 0)
                }.filter { names.isEmpty || $0.1 > 0 }.max { $0.1 < $1.1 }?.0
            }
            let named = free.filter { plain($0.tokens.last ?? "") == plain(name) }
            guard named.isEmpty else { return nearest(named).map { UnreadProperty(name: name, documented: $0) } }
            // A similar name means something only in the same object: `organization` isn't `owner.organizations_url`.
            let parent = nearest(answered)?.parent
            let similar = free.first { $0.parent == parent && isSimilar(name, $0.tokens.last ?? "") }
            return similar.map { UnreadProperty(name: name, documented: $0) }
        }
    }

    private static func visit(_ value: JSON, _ body: (JSONObject, String, JSON) -> Void) {
        switch value {
        case .object(let object):
            for member in object {
                body(object, member.key, member.value)
                visit(member.value, body)
            }
        case .array(let elements): for element in elements.prefix(10) { visit(element, body) }
        case .null, .bool, .number, .string: break
        }
    }

    /// Returns the locations of the properties that aren't null. Only the first element of a list is searched.
    private static func places(in value: JSONValue, _ pointer: JSONPointer) -> [JSONPointer] {
        switch value.kind {
        case .object:
            value.members.flatMap { member in
                let inner = pointer.appending(member.key)
                return (member.value.isNull ? [] : [inner]) + places(in: member.value, inner)
            }
        case .array: value[0].map { places(in: $0, pointer.appending(0)) } ?? []
        case .null, .bool, .number, .string: []
        }
    }

    /// The letters and digits of a name in lower case: `avatarurl` for `avatar_url` and `avatarURL`.
    static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// The words and numbers of a name in lower case: `is` and `starred` for `isStarred` and `is_starred`.
    private static func words(_ name: String) -> [String] {
        name.split { !$0.isLetter && !$0.isNumber }.flatMap { part in
            var words = [""]
            for (last, character) in zip(part.prefix(1) + part, part) {
                let isStart = last.isNumber != character.isNumber || character.isUppercase && !last.isUppercase
                if isStart { words.append("") }
                words[words.count - 1] += character.lowercased()
            }
            return words
        }
    }

    /// Returns whether two names differ only by a misspelled word, an abbreviation, or further words at one end.
    ///
    /// Words that both names have at the same place, such as `is`, are not evidence that the names mean the same.
    static func isSimilar(_ name: String, _ other: String) -> Bool {
        var (short, long) = (words(name), words(other))
        if short.joined().count > long.joined().count { swap(&short, &long) }
        guard short.joined().count >= 4 else { return false }
        let first = zip(short, long).prefix { $0 == $1 }.count
        (short, long) = (Array(short.dropFirst(first)), Array(long.dropFirst(first)))
        let last = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
        let (rest, other) = (short.dropLast(last).joined(), long.dropLast(last).joined())
        if rest.count >= 4, other.hasPrefix(rest) || other.hasSuffix(rest) { return true }
        guard rest.count >= 3, !rest.contains(where: \.isNumber) else { return rest.isEmpty }
        return EditDistance.between(Array(rest.utf8), Array(other.utf8)) <= max(1, rest.utf8.count / 4)
    }
}

/// The way in which a client treats an optional parameter or property, regardless of the value that its caller passes.
private struct Habit {
    enum Kind: String, CaseIterable {
        case neverSends = "the client never sends"
        case alwaysSends = "the client always sends the same value of"
        case sends = "the client adds"
    }

    let part: OptionalPart
    let kind: Kind
    let sent: [String]

    var rule: Rule {
        let isMissing = kind == .neverSends
        if part.isBody { return isMissing ? .requestBodyMissing : .requestBodyUnexpected }
        return switch part.place.part {
        case .header: isMissing ? .requestHeaderMissing : .requestHeaderForbidden
        case .cookie: isMissing ? .requestCookieMissing : .requestCookieUnexpected
        case .query: isMissing ? .requestQueryMissing : .requestQueryUnexpected
        case .body, .method, .scheme, .host, .port, .path, .status, .outcome, .transport, .count, .credentials:
            .requestBodyValue
        }
    }
}

/// An optional parameter, an optional body, or an optional property of a JSON body.
private struct OptionalPart {
    private enum Kind {
        case parameter(Parameter)
        case property(MediaTypeDescription, Schema)
        case body(BodyDescription)
    }

    let place: Finding.Place
    let name: String
    private let kind: Kind

    init?(_ place: Finding.Place?, of testCase: Case) {
        guard let place, let name = place.name else { return nil }
        self.place = place
        let request = testCase.operation.request
        let parameters: [Parameter]
        switch place.part {
        case .query: parameters = request.query
        case .header: parameters = request.headers
        case .cookie: parameters = request.cookies
        case .body where name.isEmpty:
            guard let body = request.body, !body.isRequired, !body.isForbidden else { return nil }
            self.name = name
            kind = .body(body)
            return
        case .body:
            guard let media = request.body?.content.first(where: \.mediaType.isJSON), let schema = media.schema,
                let tokens = try? JSONPointer(parsing: name).tokens, tokens.count == 1
            else { return nil }
            let view = SchemaView(schema.source)
            guard view.namedProperty(tokens[0]) != nil, !view.required.contains(tokens[0]) else { return nil }
            self.name = tokens[0]
            kind = .property(media, schema)
            return
        case .method, .scheme, .host, .port, .path, .status, .outcome, .transport, .count, .credentials: return nil
        }
        let parameter = parameters.first { parameter in
            parameter.place.areSame(parameter.name, name) && !parameter.isRequired && !parameter.isForbidden
                && parameter.constant == nil
        }
        guard let parameter else { return nil }
        self.name = name
        kind = .parameter(parameter)
    }

    var isBody: Bool {
        if case .body = kind { true } else { false }
    }

    /// The part in messages, such as `query parameter “limit”`.
    var title: String {
        switch kind {
        case .body: "request body"
        case .property: "property “\(name)”"
        case .parameter(let parameter):
            switch parameter.place {
            case .query: "query parameter “\(name)”"
            case .header: "header “\(name)”"
            case .cookie: "cookie “\(name)”"
            case .path: "path parameter “\(name)”"
            }
        }
    }

    /// The name under which ``CallInput`` records that a closure reads the value. For a property of the body, the name
    /// contains the property's key.
    func inputName(in shape: InputShape?) -> String? {
        let fields = shape?.fields ?? []
        guard case .parameter(let parameter) = kind else {
            let body = fields.first { $0.source == .body }?.swiftName
            return isBody ? body : body.map { "\($0)/\(name)" }
        }
        return fields.first { $0.source.rawValue == parameter.place.rawValue && $0.name == name }?.swiftName
    }

    /// The value that the case specifies for the parameter or property.
    func value(in testCase: Case) -> JSON? {
        switch kind {
        case .parameter(let parameter):
            return testCase.last.request?.value(of: parameter).map { JSON($0.value) }
        case .property:
            guard case .json(let body)? = testCase.last.request?.body?.content else { return nil }
            return body[name].map { JSON($0) }
        case .body:
            guard let body = testCase.last.request?.body else { return nil }
            if case .json(let json) = body.content { return JSON(json) }
            return .null
        }
    }

    /// The values of the parameter or property in a request, as text.
    func texts(in request: HTTPRequest) -> [String] {
        let parameter: Parameter
        switch kind {
        case .property:
            let body = (try? JSONDocument(parsing: request.body))?.root
            return body?[name].map { [JSON($0).compact] } ?? []
        case .body: return request.body.isEmpty ? [] : [Excerpt.cut(String(decoding: request.body, as: UTF8.self))]
        case .parameter(let documented): parameter = documented
        }
        let items: [RawItem]
        switch parameter.place {
        case .header: return request.headers.values(parameter.name)
        case .query: items = RawItem.split(URLParts(request.url).query ?? "")
        case .cookie: items = request.headers.values("Cookie").flatMap { CookieHeader.items($0) }
        case .path: return []
        }
        return items.filter { item in
            let decoded = Form.decode(item.name)
            return decoded == parameter.name || decoded.hasPrefix("\(parameter.name)[")
        }.map(\.text)
    }

    /// Whether the contract allows the value of the parameter or property in a request.
    func isValid(_ request: HTTPRequest, for testCase: Case) -> Bool {
        switch kind {
        case .property(_, let schema):
            // Validate the value in the body of the case, because the request may have a different mistake.
            guard case .json(let json)? = testCase.last.request?.body?.content, var object = JSON(json).object,
                let sent = (try? JSONDocument(parsing: request.body))?.root[name]
            else { return false }
            object[name] = JSON(sent)
            return schema.isValid(.object(object))
        case .body(let body):
            guard var expected = try? testCase.expectedRequest(0, scope: testCase.scope()) else { return false }
            expected.body = .schema(body, isRequired: false)
            return !Judge.judge(request, against: expected).findings.contains { finding in
                finding.place?.part == .body || finding.rule == .requestBodyMediaType
            }
        case .parameter(let parameter):
            guard var expected = try? testCase.expectedRequest(0, scope: testCase.scope()) else { return false }
            func allow(_ all: inout [ExpectedParameter]) {
                for index in all.indices where parameter.place.areSame(all[index].name, parameter.name) {
                    all[index].expectation = .optional
                }
            }
            switch parameter.place {
            case .query: allow(&expected.query)
            case .header: allow(&expected.headers)
            case .cookie: allow(&expected.cookies)
            case .path: break
            }
            return !Judge.judge(request, against: expected).findings.contains { $0.place == place }
        }
    }

    /// Returns up to two valid values that differ from the value in the case.
    func otherValues(than stated: JSON?) -> [JSON] {
        var values: [JSON]
        switch kind {
        case .parameter(let parameter): values = parameter.values(besides: stated)
        case .property(_, let schema):
            let view = SchemaView(schema.source).namedProperty(name)
            values = view?.keyword("enum")?.elements.map { JSON($0) } ?? []
            values += (UInt64(0)..<6).compactMap { seed in
                (try? schema.example(ExampleOptions(seed: seed, omits: .readOnly)))?[name]
            }
            if view?.types.contains(.boolean) == true { values += [true, false] }
        case .body(let body):
            let schema = body.content.first { $0.mediaType.isJSON }?.schema
            values = (UInt64(0)..<6).compactMap { try? schema?.example(ExampleOptions(seed: $0, omits: .readOnly)) }
        }
        var others: [JSON] = []
        for value in values where !value.isNull && value != stated && !others.contains(value) { others.append(value) }
        return Array(others.prefix(2))
    }

    /// Returns the case with a different value of the parameter or property. Returns `nil` if the case has no JSON
    /// body, or if the schema rejects the value.
    func testCase(_ testCase: Case, with value: JSON) -> Case? {
        var request = testCase.last.request ?? RequestDefinition(location: testCase.location)
        switch kind {
        case .parameter(let parameter):
            request.set(.made(parameter.name, value, at: parameter.location), in: parameter.place)
        case .property(let media, let schema):
            guard let body = request.body, case .json(let json) = body.content, var object = JSON(json).object else {
                return nil
            }
            object[name] = RequestVariations.escaped(value)
            guard schema.isValid(.object(object)) else { return nil }
            let document = JSONDocument(.object(object), file: media.location.file)
            request.body = BodyDefinition(location: body.location, content: .json(document.root))
        case .body(let body):
            let document = JSONDocument(RequestVariations.escaped(value), file: body.location.file)
            request.body = BodyDefinition(location: body.location, content: .json(document.root))
        }
        return testCase.with { $0.last.request = request }
    }
}
