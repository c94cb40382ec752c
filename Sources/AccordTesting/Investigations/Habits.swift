// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension SecondLook {
    /// Does the client always, or never, send an optional parameter or property, whatever its caller passes?
    func joinHabits(_ judgement: inout Judgement) async {
        var habits: [Habit] = []
        var findings: [Finding] = []
        for finding in judgement.findings {
            let (known, remaining) = apartFromUnreadMembers(finding)
            habits += known
            for finding in remaining {
                if let habit = await habit(finding) { habits.append(habit) } else { findings.append(finding) }
            }
        }
        judgement.findings = findings + notes(habits, hasWrongBody: findings.contains { $0.place?.part == .body })
    }

    /// Checks whether the client ignores the case's value of an optional parameter or property. If so, returns what the
    /// client sends instead, such as no value, or always the same value. Otherwise, returns `nil`.
    ///
    /// A value in a handwritten case is a requirement, so this function ignores such values. If a handwritten case has
    /// no value, the client may only add a value that it always sends. A value that the closure of the bindings reads is
    /// a requirement, too: the client's method takes the value, so the client must send it.
    private func habit(_ finding: Finding) async -> Habit? {
        guard Rule.aboutSentParts.contains(finding.rule), testCase.steps.count == 1,
            let part = RequestPart(finding.place, of: testCase), let request = observation.requests.first
        else { return nil }
        let sent = part.texts(in: request)
        // A client that sends the value under a different name doesn't leave it out by choice.
        if sent.isEmpty, finding.actual != "none" { return nil }
        let isExtra = !sent.isEmpty && part.value(in: testCase) == nil
        if part.isUndocumented, !isExtra, !sent.isEmpty { return nil }
        if part.isBesideProperties {
            let isChoice = isExtra && choosesValues && part.isValid(request, for: testCase)
            return isChoice ? Habit(part: part, kind: .extends, sent: sent) : nil
        }
        // GitHub's document doesn't require bodies, and octokit.swift always sends them.
        if isExtra, part.isBody, choosesValues { return Habit(part: part, kind: .sends, sent: sent) }
        guard isExtra || choosesValues, !isExtra && !part.isRequired || part.isValid(request, for: testCase) else {
            return nil
        }
        // A client may set a required value itself, such as `grant_type` in a form.
        if part.isRequired, sent.isEmpty { return nil }
        if !isExtra, let name = part.inputName(in: runner.shapes[testCase.operation.id]),
            observation.inputsRead.contains(name)
        {
            if await addsItems(to: sent, as: part) { return Habit(part: part, kind: .addsItems, sent: sent) }
            guard !part.isRequired, await sendsOnlyOtherTexts(as: part) else { return nil }
            return Habit(part: part, kind: .sendsOthers, sent: sent)
        }
        if await sendsAlways(sent, as: part) {
            return Habit(part: part, kind: sent.isEmpty ? .neverSends : .alwaysSends, sent: sent)
        }
        return isExtra && choosesValues ? Habit(part: part, kind: .sends, sent: sent) : nil
    }

    /// Judges an object in the query without the optional members that the closure doesn't read. Returns what the client
    /// does with these members, and the remaining findings. A closure for typesense-swift reads a few of seventy search
    /// parameters.
    private func apartFromUnreadMembers(_ finding: Finding) -> (habits: [Habit], remaining: [Finding]) {
        guard [.requestQueryMissing, .requestQueryValue].contains(finding.rule), choosesValues,
            var expected = try? testCase.expectedRequest(0, scope: testCase.scope()),
            let index = expected.query.firstIndex(where: { $0.name == finding.place?.name }),
            let parameter = expected.query[index].parameter,
            case .value(let value) = expected.query[index].expectation, let given = value.object,
            let name = runner.shapes[testCase.operation.id]?.name(of: parameter),
            let request = observation.requests.first
        else { return ([], [finding]) }
        let items = RawItem.split(URLParts(request.url).query ?? "")
        let others = Set(expected.query.map(\.name)).subtracting([parameter.name])
        let trees = ParameterReader(parameter.shape, layer: .form).find(in: items, others: others).trees
        let sent = trees.first?.readings(as: parameter.shape).first?.object ?? JSONObject()
        let required = parameter.schema.view.required
        var members = given
        var habits: [Habit] = []
        for key in (given.keys + sent.keys).distinct where given[key] != sent[key] {
            if required.contains(key) || observation.inputsRead.contains("\(name)/\(key)") { continue }
            members[key] = sent[key]
            let kind: Habit.Kind = given[key] == nil ? .sends : sent[key] == nil ? .neverSends : .alwaysSends
            habits.append(Habit(part: RequestPart(member: key, of: parameter), kind: kind, sent: []))
        }
        guard !habits.isEmpty, parameter.schema.isValid(.object(members)) else { return ([], [finding]) }
        expected.query[index].expectation = .value(.object(members))
        return (habits, Judge.judge(request, against: expected).findings.filter { $0.place == finding.place })
    }

    /// Whether Accord chose the values of the request, so that the client need not send all of them.
    private var choosesValues: Bool {
        testCase.steps.count == 1 && (testCase.basis != .written || testCase.variesRequest)
    }

    /// Returns whether the client adds the same items to every list that its caller passes.
    private func addsItems(to sent: [String], as part: RequestPart) async -> Bool {
        let given = part.value(in: testCase)
        guard let added = part.items(in: sent, after: given) else { return false }
        return await has(.addsItems, part, sent: [added]) {
            for value in part.otherValues(than: given) {
                guard let other = await self.sent(for: value, as: part), part.items(in: other, after: value) == added
                else { return false }
            }
            return true
        }
    }

    /// Returns whether the client sends no text of Accord's for a parameter, but sends its example, a number or a date.
    ///
    /// The parameter `year` in TMDb's document is a string, and a number in the client. Spotify's `include_groups` is a
    /// list of keywords.
    private func sendsOnlyOtherTexts(as part: RequestPart) async -> Bool {
        guard let examples = part.textExamples else { return false }
        return await has(.sendsOthers, part) {
            func sends(_ text: String) async -> Bool {
                let sent = await self.sent(for: .string(text), as: part)?.map { Form.decode($0) }
                return sent == [text] || sent == ["\(part.name)=\(text)"]
            }
            if await sends("amber") { return false }
            for text in examples + ["2024", "true", "2026-12-01"] where await sends(text) { return true }
            return false
        }
    }

    /// Returns whether the client sends the same for a parameter or property if the case specifies different values.
    private func sendsAlways(_ sent: [String], as part: RequestPart) async -> Bool {
        await has(.alwaysSends, part, sent: sent) {
            for value in part.otherValues(than: part.value(in: testCase))
            where await self.sent(for: value, as: part) != sent { return false }
            return true
        }
    }

    /// Returns whether the client has a habit, which `calls` finds out. The cases of an operation share the result.
    private func has(
        _ kind: Habit.Kind, _ part: RequestPart, sent: [String] = [], _ calls: @escaping @Sendable () async -> Bool
    ) async -> Bool {
        let topic = EarlierCalls.Topic(operation: testCase.operation.id, place: part.place, kind: kind, sent: sent)
        return await runner.earlierCalls.has(topic, calls)
    }

    /// Returns what the client sends if the case specifies a value, or `nil` if it sends no request.
    private func sent(for value: JSON, as part: RequestPart) async -> [String]? {
        // A fault or a cancellation would only delay the call, so it receives the documented response.
        guard let changed = part.testCase(intact ?? testCase, with: value) else { return nil }
        return await runner.observation(of: changed)?.requests.first.map { part.texts(in: $0) }
    }

    /// Returns one note for each kind of habit, such as for all optional parameters that the client never sends.
    ///
    /// - Parameter hasWrongBody: Whether the body is wrong. A property beside the documented ones is then no choice.
    private func notes(_ habits: [Habit], hasWrongBody: Bool) -> [Finding] {
        Habit.Kind.allCases.compactMap { kind in
            // A client sends the members of a dictionary in any order.
            let habits = habits.filter { $0.kind == kind }.sorted { $0.part.title < $1.part.title }
            guard let first = habits.first else { return nil }
            let names = habits.map(\.part.title).joined(separator: ", ")
            let harm: ClientHarm =
                switch kind {
                case .extends where hasWrongBody: .damage
                case .addsItems, .extends: .addition
                case .neverSends, .alwaysSends, .sends, .sendsOthers: .habit
                }
            let areRequired = habits.contains { $0.part.isRequired || $0.kind == .extends }
            let entry = testCase.id.dropFirst(testCase.operation.id.count + 1)
            let waiver = "\"derived\": { \"\(entry)\": { \"skip\": { \"reason\": \"…\" } } }"
            return Finding(
                rule: first.rule, severity: harm.severity(in: runner.profile), blame: .client,
                "\(kind.rawValue) the \(areRequired ? "" : "optional ")\(names)", contract: testCase.location,
                place: first.part.place, expected: "a value that the caller chooses",
                actual: habits.flatMap(\.sent).joined(separator: ", "), advice: kind.advice,
                details: kind == .addsItems ? [waiver] : [])
        }
    }
}

/// The way in which a client treats an optional parameter or property, regardless of the value that its caller passes.
struct Habit {
    enum Kind: String, CaseIterable {
        case neverSends = "the client never sends"
        case alwaysSends = "the client always sends the same value of"
        case sends = "the client adds"
        case sendsOthers = "the client sends only certain texts for"
        case addsItems = "the client adds items to the list of"
        case extends = "the client sends, beside the documented properties,"

        var advice: String {
            switch self {
            case .neverSends, .alwaysSends, .sends:
                "If the client's method takes this value as an argument, pass the value in the binding. "
                    + "Otherwise, do nothing."
            case .sendsOthers: "In the contract, give the parameter a type, an “enum” or an example."
            case .addsItems: "If this is intended, state it in “derived” of the operation."
            case .extends: "Document the property in the contract, or don't send it."
            }
        }
    }

    fileprivate let part: RequestPart
    let kind: Kind
    let sent: [String]

    private static let rules: [Finding.Place.Part: (missing: Rule, extra: Rule)] = [
        .header: (.requestHeaderMissing, .requestHeaderForbidden), .body: (.requestBodyMissing, .requestBodyUnexpected),
        .cookie: (.requestCookieMissing, .requestCookieUnexpected),
        .query: (.requestQueryMissing, .requestQueryUnexpected),
    ]

    var rule: Rule {
        if kind == .addsItems { return .requestQueryValue }
        let isProperty = part.place.part == .body && !part.isBody
        guard !isProperty, let rules = Self.rules[part.place.part] else { return .requestBodyValue }
        return kind == .neverSends || kind == .sendsOthers ? rules.missing : rules.extra
    }
}

extension InputShape {
    /// Returns the name under which ``CallInput`` records that a closure reads a parameter, or the body for `nil`.
    func name(of parameter: Parameter?) -> String? {
        guard let parameter else { return fields.first { $0.source == .body }?.swiftName }
        return fields.first { $0.source.rawValue == parameter.place.rawValue && $0.name == parameter.name }?.swiftName
    }
}

/// An optional parameter, an optional body, or an optional property of a JSON body or form. In a case that varies the
/// request, the part may be required.
private struct RequestPart {
    private enum Kind {
        case parameter(Parameter)
        case property(MediaTypeDescription, Schema, JSONPointer)
        case body(BodyDescription)
    }

    let place: Finding.Place
    let name: String
    let isRequired: Bool
    /// Whether the part is a member of an object that may have any members, such as the arguments of a queue in RabbitMQ.
    private(set) var isUndocumented = false
    /// Whether the object of the undocumented part has documented members, too, as in a document for RabbitMQ.
    private(set) var isBesideProperties = false
    private let kind: Kind

    init?(_ place: Finding.Place?, of testCase: Case) {
        guard let place, let name = place.name else { return nil }
        self.place = place
        let request = testCase.operation.request
        // A client may set a required value itself, such as `encoding` in RabbitMQ, which no example states.
        func mayBeRequired(_ schema: SchemaView?, _ value: JSON?) -> Bool {
            testCase.variesRequest || testCase.basis == .made && schema?.statesValue != true
                || testCase.basis == .example && value == "string"
        }
        guard place.part == .body else {
            let parameter = request.parameters.first { parameter in
                parameter.place.rawValue == place.part.rawValue && parameter.place.areSame(parameter.name, name)
                    && !parameter.isForbidden && parameter.constant == nil
            }
            guard let parameter else { return nil }
            let value = testCase.last.request?.value(of: parameter).map { JSON($0.value) }
            guard !parameter.isRequired || mayBeRequired(parameter.schema.view, value) else { return nil }
            (self.name, isRequired, kind) = (name, parameter.isRequired, .parameter(parameter))
            return
        }
        guard !name.isEmpty else {
            guard let body = request.body, !body.isRequired, !body.isForbidden else { return nil }
            (self.name, isRequired, kind) = (name, false, .body(body))
            return
        }
        // The place of a form field is its name, and that of a property a JSON Pointer.
        let media = request.body?.content.first(where: \.mediaType.hasProperties)
        guard let media, let schema = media.schema else { return nil }
        let pointer = media.mediaType.isForm ? JSONPointer(tokens: [name]) : try? JSONPointer(parsing: name)
        guard let pointer, let object = pointer.parent.flatMap({ schema.view.place($0) }) else { return nil }
        let property = object.namedProperty(pointer.key)
        isUndocumented = property == nil
        isBesideProperties = isUndocumented && !object.isFreeForm
        isRequired = object.required.contains(pointer.key)
        let value = testCase.last.request?.jsonBody?.value(at: pointer)
        guard property != nil || object.isOpen, !isRequired || mayBeRequired(property, value) else { return nil }
        self.name = pointer.tokens.joined(separator: "/")
        kind = .property(media, schema, pointer)
    }

    /// Creates the part for a member of an object in the query.
    init(member: String, of parameter: Parameter) {
        place = Finding.Place(.query, member)
        name = member
        isRequired = false
        kind = .parameter(parameter)
    }

    var isBody: Bool { if case .body = kind { true } else { false } }

    /// The part in messages, such as `query parameter “limit”`.
    var title: String {
        switch kind {
        case .body: "request body"
        case .property: "property “\(name)”"
        case .parameter(let parameter):
            switch parameter.place {
            case .query, .path: "\(parameter.place) parameter “\(name)”"
            case .header, .cookie: "\(parameter.place) “\(name)”"
            }
        }
    }

    /// The name under which ``CallInput`` records that a closure reads the value. For a property of the body, the name
    /// contains the property's key.
    func inputName(in shape: InputShape?) -> String? {
        switch kind {
        case .parameter(let parameter): shape?.name(of: parameter)
        case .body: shape?.name(of: nil)
        case .property(_, _, let pointer): shape?.name(of: nil).map { InputReads.name(of: pointer, in: $0) }
        }
    }

    /// The value that the case specifies for the parameter or property.
    func value(in testCase: Case) -> JSON? {
        let request = testCase.last.request
        return switch kind {
        case .parameter(let parameter): request?.value(of: parameter).map { JSON($0.value) }
        case .property(_, _, let pointer): request?.jsonBody?.value(at: pointer)
        case .body: request?.body == nil ? nil : request?.jsonBody ?? .null
        }
    }

    /// The examples of a parameter that may be any text, or `nil` for another part of the request.
    var textExamples: [String]? {
        guard case .parameter(let parameter) = kind, parameter.types == [.string] else { return nil }
        let schema = parameter.schema.view
        let stated = [schema.keyword("example")].compactMap { $0?.string }
        let descriptions = [parameter.description, schema.keyword("description")?.string]
        return parameter.examples.compactMap { $0.json?.string } + stated + descriptions.flatMap(MadeAnswer.listedWords)
    }

    /// Returns the items that follow the given ones in the texts of a list in the query, or `nil` if there are none. Such a
    /// list is an array, or a string whose description speaks of commas, as in TMDb's document.
    func items(in texts: [String], after given: JSON?) -> String? {
        guard case .parameter(let parameter) = kind, parameter.place == .query, let given,
            parameter.types.contains(.array) || parameter.description?.contains("comma") == true
        else { return nil }
        let items = (given.array ?? [given]).map { $0.string ?? $0.compact }.joined(separator: ",") + ","
        let sent = texts.map { String(Form.decode($0).dropFirst(name.count + 1)) }.joined(separator: ",")
        return sent.hasPrefix(items) ? String(sent.dropFirst(items.count)) : nil
    }

    /// The values of the parameter or property in a request, as text.
    func texts(in request: HTTPRequest) -> [String] {
        let items: [RawItem]
        switch kind {
        case .property(let media, _, _) where media.mediaType.isForm:
            items = RawItem.split(String(decoding: request.body, as: UTF8.self))
        case .property(_, _, let pointer):
            return request.jsonBody?.value(at: pointer).map { [$0.compact] } ?? []
        case .body: return request.body.isEmpty ? [] : [Excerpt.cut(String(decoding: request.body, as: UTF8.self))]
        case .parameter(let parameter):
            switch parameter.place {
            case .header: return request.headers.values(name)
            case .query: items = RawItem.split(URLParts(request.url).query ?? "")
            case .cookie: items = request.headers.values("Cookie").flatMap { HeaderGrammar.cookies($0) }
            case .path: return []
            }
        }
        return items.filter { item in
            let decoded = Form.decode(item.name)
            return decoded == name || decoded.hasPrefix("\(name)[")
        }.map(\.text)
    }

    /// Whether the contract allows the value of the parameter or property in a request.
    func isValid(_ request: HTTPRequest, for testCase: Case) -> Bool {
        if case .property(_, let schema, let pointer) = kind {
            // Validate the value in the body of the case, because the request may have a different mistake.
            guard let body = testCase.last.request?.jsonBody, let sent = request.jsonBody?.value(at: pointer) else {
                return false
            }
            return schema.setting(sent, at: pointer, in: body) != nil
        }
        guard var expected = try? testCase.expectedRequest(0, scope: testCase.scope()) else { return false }
        switch kind {
        case .property: break
        case .body(let body): expected.body = .schema(body, isRequired: false)
        case .parameter(let parameter):
            for list in [\ExpectedRequest.query, \.headers, \.cookies] {
                for index in expected[keyPath: list].indices
                where parameter.place.areSame(expected[keyPath: list][index].name, parameter.name) {
                    expected[keyPath: list][index].expectation = .optional
                }
            }
        }
        return !Judge.judge(request, against: expected).findings.contains { finding in
            isBody ? finding.place?.part == .body || finding.rule == .requestBodyMediaType : finding.place == place
        }
    }

    /// Returns up to two valid values that differ from the value in the case.
    func otherValues(than stated: JSON?) -> [JSON] {
        let values =
            switch kind {
            case .parameter(let parameter): parameter.schema.values(besides: stated)
            case .property(_, let schema, let pointer): schema.values(at: pointer, besides: stated)
            case .body(let body):
                body.content.first { $0.mediaType.isJSON }?.schema?.values(besides: stated) ?? []
            }
        return Array(values.distinct.prefix(2))
    }

    /// Returns the case with a different value of the parameter or property. Returns `nil` if the case has no JSON
    /// body, or if the schema rejects the value.
    func testCase(_ testCase: Case, with value: JSON) -> Case? {
        var request = testCase.last.request ?? RequestDefinition(location: testCase.location)
        switch kind {
        case .parameter(let parameter):
            request.set(.made(parameter.name, value, at: parameter.location), in: parameter.place)
        case .property(_, let schema, let pointer):
            guard let body = request.jsonBody,
                let changed = schema.setting(RequestVariations.escaped(value), at: pointer, in: body)
            else { return nil }
            request.jsonBody = changed
        case .body: request.jsonBody = RequestVariations.escaped(value)
        }
        return testCase.with { $0.last.request = request }
    }
}
