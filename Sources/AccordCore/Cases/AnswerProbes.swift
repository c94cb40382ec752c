// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Finds out which values of a documented response a client reads. Changes or omits one property, header field or
/// status code at a time. If the call then ends differently, the client reads the changed value.
package struct AnswerProbes {
    /// A property, header field or status code of the response that a test changes or omits.
    package struct Probe {
        package let part: Dependence.Part
        /// The name of the value: a JSON Pointer with `*` for list elements, the name of a header field, or an empty
        /// string for the status code.
        package let name: String
        fileprivate let pointer: JSONPointer
    }

    /// Tests change at most this number of properties in one body.
    private static let mostPlaces = 200

    /// Returns shortened copies of the case. Each copy ends with an earlier step that calls the operation of the case.
    /// A test can then change the response to this step.
    package static func earlierSteps(of testCase: Case) -> [Case] {
        testCase.steps.indices.dropLast().compactMap { step in
            let cut = testCase.with { $0.steps = Array(testCase.steps[...step]) }
            return cut.last.operation.id == testCase.operation.id && DocumentedAnswer(cut) != nil ? cut : nil
        }
    }

    package let status: Int
    package private(set) var all: [Probe] = []
    private let testCase: Case
    private let answer: DocumentedAnswer
    /// The body as JSON. For a stream, it is an array of the events or lines.
    private let body: JSON?
    private let streamType: MediaType?
    /// For each JSON Pointer in the body, values that exceed a limit of the schema, such as `maximum`.
    private let limits: [JSONPointer: [JSON]]

    /// Returns `nil` if the case's last response isn't documented.
    package init?(_ testCase: Case) {
        guard let answer = DocumentedAnswer(testCase) else { return nil }
        self.testCase = testCase
        self.answer = answer
        status = answer.response.status
        streamType = answer.response.headers.mediaType.flatMap { $0.isStream ? $0 : nil }
        body = answer.json ?? streamType.map { Self.items(of: answer.response.body, as: $0) }
        let values = answer.json == nil ? [] : answer.schema?.boundaryValues(limit: 400) ?? []
        limits = Dictionary(grouping: values.filter { !$0.isValid && $0.isLimit }, by: \.place)
            .mapValues { $0.map(\.value) }
        if let body {
            let places = [.root] + body.innerPlaces()
            all = places.prefix(Self.mostPlaces).map { place in
                Probe(part: .body, name: Self.name(of: place, in: body), pointer: place)
            }
        }
        let framing = ["content-type", "content-length", "date"]
        for header in answer.response.headers where !framing.contains(header.name.lowercased()) {
            let documented = answer.operation.response(for: status)?.headers.first { $0.name.isFieldName(header.name) }
            let name = documented?.name ?? header.name
            guard !all.contains(where: { $0.part == .header && $0.name == name }) else { continue }
            all.append(Probe(part: .header, name: name, pointer: .root))
        }
        if status >= 400 { all.append(Probe(part: .status, name: "", pointer: .root)) }
    }

    /// Returns an array of the stream's lines, or of its events. The data of an event becomes JSON if it can be parsed.
    private static func items(of body: [UInt8], as type: MediaType) -> JSON {
        guard type.isEventStream else { return .array(JSONLines.values(body)) }
        return .array(
            EventStream.parse(body).map { event in
                guard var object = event.object, let text = object["data"]?.string,
                    let data = try? JSON(parsing: text), data.object != nil || data.array != nil
                else { return event }
                object["data"] = data
                return .object(object)
            })
    }

    /// Returns a JSON Pointer as text, with `*` for the elements of lists.
    private static func name(of pointer: JSONPointer, in body: JSON) -> String {
        guard let parent = pointer.parent, let token = pointer.tokens.last else { return "" }
        let isElement = body.value(at: parent)?.kind == .array
        return name(of: parent, in: body) + (isElement ? "/*" : JSONPointer(tokens: [token]).description)
    }

    /// Returns the case with a different valid value in its response, or `nil` if no other valid value is known. A
    /// status code is replaced by a different code of the same class, such as 4xx.
    package func changed(_ probe: Probe) -> Case? {
        switch probe.part {
        case .body:
            guard let body, let value = body.value(at: probe.pointer),
                ![.object, .array].contains(value.kind) || value == [] || value == [:]
            else { return nil }
            if streamType == nil { return answer.changing(probe.pointer).map(answered) }
            return DocumentedAnswer.others(value).first.flatMap { body.setting($0, at: probe.pointer) }.map(answered)
        case .header:
            guard let value = answer.response.headers.first(probe.name) else { return nil }
            var changed = response(without: probe.name)
            changed.headers.append(HTTPField(probe.name, DocumentedAnswer.moved(value, 1)))
            return answered(changed)
        case .status:
            var changed = answer.response
            changed.status = status / 100 * 100 + (status % 100 == 18 ? 17 : 18)
            return answered(changed)
        }
    }

    /// Returns a copy of the case whose response lacks the property or header field of the probe. Returns `nil` for the
    /// status code and for list elements, which can't be omitted.
    package func missing(_ probe: Probe) -> Case? {
        switch probe.part {
        case .body:
            guard let body, let parent = probe.pointer.parent, body.value(at: parent)?.kind == .object else {
                return nil
            }
            return body.removing(at: probe.pointer).map(answered)
        case .header: return answered(response(without: probe.name))
        case .status: return nil
        }
    }

    /// Returns copies of the case with invalid values of a body property, one for each kind of invalid value.
    package func variations(_ probe: Probe) -> [(variation: Dependence.Variation, testCase: Case)] {
        guard probe.part == .body, let body, let value = body.value(at: probe.pointer),
            streamType == nil || !probe.pointer.tokens.isEmpty
        else { return [] }
        let view = answer.json == nil ? nil : answer.view?.place(probe.pointer)
        return Self.variations(of: value, view, beyond: limits[probe.pointer] ?? []).compactMap { entry in
            body.setting(entry.value, at: probe.pointer).map { (entry.variation, answered($0)) }
        }
    }

    /// Returns invalid replacements for a value: values that the schema of the value rejects.
    static func variations(
        of value: JSON, _ view: SchemaView?, beyond limits: [JSON] = []
    ) -> [(variation: Dependence.Variation, value: JSON)] {
        var replacements: [(variation: Dependence.Variation, value: JSON)] = []
        func add(_ variation: Dependence.Variation, _ other: JSON) { replacements.append((variation, other)) }
        let samples: [(Dependence.Variation, JSON)] = [
            (.null, .null), (.string, "text"), (.object, [:]), (.array, []), (.boolean, true), (.integer, 1),
        ]
        for (variation, other) in samples where other.kind != value.kind { add(variation, other) }
        if value.kind != .number || value.int != nil { JSONNumber("1.5").map { add(.number, .number($0)) } }
        if var object = value.object {
            object["unknownProperty"] = "new"
            add(.extra, .object(object))
        }
        if let values = view?.keyword("enum")?.elements.map({ $0 }) ?? view?.keyword("const").map({ [$0] }) {
            if value.kind == .string { add(.unlisted, "unknown-value") }
            if value.int != nil { add(.unlisted, .int((values.compactMap(\.int).max() ?? 0) &+ 1)) }
        }
        if let format = view?.keyword("format")?.string {
            let numbers = ["int32": "2147483648", "int64": "9223372036854775808"]
            if value.kind == .string { add(.format, .string("no \(format)")) }
            if value.int != nil { numbers[format].flatMap { JSONNumber($0) }.map { add(.format, .number($0)) } }
        }
        for other in limits.prefix(8) where other.kind == value.kind { add(.limit, other) }
        return replacements
    }

    private func response(without header: String) -> HTTPResponse {
        var response = answer.response
        response.headers.removeAll { $0.isNamed(header) }
        return response
    }

    private func answered(_ response: HTTPResponse) -> Case { testCase.answered(by: .prepared(response)) }

    private func answered(_ body: JSON) -> Case {
        guard let streamType else { return answered(answer.with(body: JSONWriter.compactBytes(body))) }
        let items = body.array ?? []
        return answered(
            answer.with(
                body: streamType.isEventStream ? EventStream.bytes(items) : JSONLines.bytes(items, as: streamType)))
    }
}

extension Case {
    /// A copy of a derived case with the response as documented, before Accord changed the response. It is `nil` for
    /// other cases.
    package var intact: Case? {
        guard let answer = self.derivation?.intact else { return nil }
        return answered(by: answer)
    }

    /// Returns a copy of the case in which `answer` replaces the last response.
    func answered(by answer: CaseStep.Answer) -> Case {
        with {
            $0.last.answer = answer
            $0.delivery = nil
        }
    }

    /// A description of the change that the case makes to the documented response: `body /id: 7 → "7"`. It is `nil` if
    /// the case doesn't change the response, or replaces the response by a fault.
    package var responseChange: String? {
        guard case .prepared(let changed)? = self.steps.last?.answer,
            let original = intact.flatMap(DocumentedAnswer.init)?.response, original != changed
        else { return nil }
        if original.status != changed.status { return "status \(original.status) → \(changed.status)" }
        if original.headers != changed.headers, original.body == changed.body {
            let before = original.headers.first { !changed.headers.contains($0) }
            let after = changed.headers.first { !original.headers.contains($0) }
            return "header \(before?.name ?? after?.name ?? ""): \(before?.value ?? "none") → \(after?.value ?? "none")"
        }
        guard let body = original.jsonBody, let other = changed.jsonBody else {
            return "body: \(Excerpt.of(original.body)) → \(Excerpt.of(changed.body))"
        }
        let differences = JSONDifference.between(body, other, limit: 2)
        guard let first = differences.first else { return nil }
        func text(_ value: JSON?) -> String { value.map { Excerpt.of($0) } ?? "missing" }
        return "body \(first.pointer): \(text(first.expected)) → \(text(first.actual))"
            + (differences.count > 1 ? ", and more" : "")
    }

    /// Returns whether the schema of the response documents the property at a JSON Pointer.
    package func documents(_ pointer: JSONPointer) -> Bool {
        guard let answer = DocumentedAnswer(self), let parent = pointer.parent, let name = pointer.tokens.last else {
            return true
        }
        guard let view = answer.view else { return false }
        guard let owner = view.place(parent) else { return true }
        let others = ["oneOf", "anyOf", "if", "patternProperties", "dependentSchemas", "$dynamicRef"]
        let isUnknown = owner.nodes.contains { node in
            others.contains { node[$0] != nil } || node["$ref"]?.string?.hasPrefix("#") == false
        }
        return isUnknown || owner.property(name) != nil
    }

    /// Returns the names of all documented properties of the object that contains the property at a JSON Pointer.
    package func documentedSiblings(of pointer: JSONPointer) -> [String] {
        pointer.parent.flatMap { DocumentedAnswer(self)?.view?.place($0) }?.propertyNames ?? []
    }

    /// Returns a copy of the case with a different valid value in its response. Returns `nil` if no other value is
    /// valid.
    package func changing(_ pointer: JSONPointer) -> Case? {
        DocumentedAnswer(self)?.changing(pointer).map { answered(by: .prepared($0)) }
    }

    /// Returns a copy of the case with a different JSON body in its response, or the same case if it has no response.
    package func answering(_ body: JSON) -> Case {
        guard let answer = DocumentedAnswer(self) else { return self }
        return answered(by: .prepared(answer.with(body: JSONWriter.compactBytes(body))))
    }
}

extension JSON {
    /// Returns the JSON Pointers of the members of all objects, and of the first element of each list.
    package func innerPlaces(of pointer: JSONPointer = .root) -> [JSONPointer] {
        let children: [(String, JSON)] =
            switch self {
            case .object(let object): object.map { ($0.key, $0.value) }
            case .array(let elements): elements.prefix(1).map { ("0", $0) }
            case .null, .bool, .number, .string: []
            }
        return children.flatMap { token, child in
            [pointer.appending(token)] + child.innerPlaces(of: pointer.appending(token))
        }
    }
}

extension DocumentedAnswer {
    /// Returns the response with a different valid value at a JSON Pointer, or `nil` if no other value is valid.
    func changing(_ pointer: JSONPointer) -> HTTPResponse? {
        guard let json, let value = json.value(at: pointer) else { return nil }
        let place = view?.place(pointer)
        let listed = place?.keyword("enum")?.elements.map { JSON($0) } ?? []
        let date: JSON = place?.keyword("format")?.string == "date" ? "2024-05-17" : "2024-05-17T09:30:00Z"
        let others: [JSON] =
            value.isNull
            ? [date, "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "https://example.com/a", "a", 1, true, [], [:]]
            : Self.others(value)
        return (listed + others).lazy.filter { $0 != value }.compactMap { json.setting($0, at: pointer) }
            .first(where: isValid).map { with(body: JSONWriter.compactBytes($0)) }
    }

    /// Returns values that have the type of `value` but differ from it. The values that are most likely valid come
    /// first.
    fileprivate static func others(_ value: JSON) -> [JSON] {
        switch value {
        case .null: return []
        case .bool(let isTrue): return [.bool(!isTrue)]
        case .number(let number):
            guard let integer = value.int else { return [.number(JSONNumber(number.double / 2 + 1) ?? number)] }
            return [1, -1, 2].map { .int(integer &+ $0) }
        case .string(let text): return texts(text).map { .string($0) }
        case .array(let elements):
            return elements.enumerated().flatMap { index, element in
                others(element).compactMap { value.setting($0, at: .root.appending(index)) }
            }
        case .object(let object):
            return object.flatMap { member in
                others(member.value).compactMap { value.setting($0, at: .root.appending(member.key)) }
            }
        }
    }

    private static func texts(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        if DocumentedAnswer.isDate(bytes), bytes.count >= 10 {
            let day = bytes[8...9].elementsEqual("15".utf8) ? "16" : "15"
            return [String(decoding: bytes[..<8] + Array(day.utf8) + bytes[10...], as: UTF8.self)]
        }
        return [DocumentedAnswer.moved(text, 1), DocumentedAnswer.moved(text, 2), text + "s", text + "0"]
    }
}
