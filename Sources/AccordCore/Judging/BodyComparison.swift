// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension BodyReading {
    /// Compares the body with the value that the contract documents, and reports each difference.
    func judge(_ value: BodyValue, into judgement: inout Judgement) {
        let location = value.location ?? self.location
        switch (value.content, content) {
        case (.json(let json), .json(let document)): compare(json, document.root, location, &judgement)
        case (.json(let json), .items(let document)):
            // If the body is a stream, ignore the items after the last item that the case specifies. The stream may
            // continue.
            var root = document.root
            if direction == .response, let count = json.array?.count, root.count > count {
                root = JSONDocument(.array(document.root.elements.prefix(count).map { JSON($0) })).root
            }
            let isEvents = description?.mediaType.isEventStream == true
            let expected = isEvents ? json.array.map { .array($0.map(EventStream.received)) } ?? json : json
            compare(expected, root, location, &judgement)
        case (.json(let json), .form(let items)):
            let shapes = FormShapes(value.description ?? description)
            let object = json.object ?? [:]
            var fields = object.map { name, value in
                let isFresh = shapes.view?.isFresh(at: JSONPointer(tokens: [name])) == true
                return ExpectedParameter(
                    name: name, expectation: isFresh ? .schema : .value(value), location: location,
                    field: (shapes.shape(name), shapes.fallback(name)))
            }
            for name in shapes.view?.propertyNames ?? [] where object[name] == nil {
                // A client may omit the field, or send it with its default value.
                guard let fallback = shapes.fallback(name) else { continue }
                fields.append(
                    ExpectedParameter(
                        name: name, expectation: .absent(allowing: fallback), location: location,
                        field: (shapes.shape(name), fallback)))
            }
            var judge = ItemsJudge(.form, fields, items, location: location)
            judge.judge(into: &judgement)
        case (.json(let json), .text) where json.string == nil && description?.hasUnreadSchema == true: break
        case (.json(let json), .text(let text)):
            compareBytes(Array((json.string ?? json.compact).utf8), Array(text.utf8), location, &judgement)
        case (.json(let json), .multipart(let parts)):
            let expected = (json.object ?? [:]).flatMap { member in
                (member.value.array ?? [member.value]).map {
                    PartValue(name: member.key, headers: [], content: .json($0), location: nil)
                }
            }
            judgeParts(expected, parts, value, &judgement)
        case (.parts(let expected), .multipart(let parts)): judgeParts(expected, parts, value, &judgement)
        // In JSON, also in its lines, the order of members is without meaning.
        case (.bytes(let expectedBytes), .json(let document)),
            (.bytes(let expectedBytes), .items(let document)) where value.mediaType.isLines:
            let type = value.mediaType.isLines ? value.mediaType : .json
            let reading = BodyReading(expectedBytes, type, nil, direction: direction, location: location)
            if let other = reading.json {
                compare(JSON(other), document.root, location, &judgement)
            } else {
                compareBytes(expectedBytes, bytes, location, &judgement)
            }
        case (.bytes(let expectedBytes), _): compareBytes(expectedBytes, bytes, location, &judgement)
        // If the expected value is a string, as for the format “binary”, compare the string with the bytes of the body.
        case (.json(let json), .bytes) where json.string != nil:
            compareBytes(Array((json.string ?? "").utf8), bytes, location, &judgement)
        case (.json, .bytes), (.parts, _):
            judgement.check(
                false,
                otherwise: finding("", "Accord can't read the body as \(value.mediaType.essence)", location, nil, nil))
        }
    }

    private func judgeParts(
        _ expected: [PartValue], _ parts: [Multipart.Part], _ value: BodyValue, _ judgement: inout Judgement
    ) {
        PartsJudge(
            direction: direction, description: value.description ?? description, location: value.location ?? location
        ).judge(parts, expected, into: &judgement)
    }

    private func compare(
        _ expected: JSON, _ actual: JSONValue, _ location: SourceLocation, _ judgement: inout Judgement
    ) {
        judgement.assertions += 1
        let view = description?.schema?.view
        let actual = JSON(actual)
        let differences = JSONDifference.between(expected, actual)
        var replacements: Set<JSONPointer> = []
        for difference in differences where !replacements.contains(difference.pointer) {
            if direction == .request, view?.allowsEither(difference) == true { continue }
            if direction == .request, view?.isOnlyReordered(difference, expected, actual) == true { continue }
            if direction == .request, let schema = description?.schema, let actual = difference.actual,
                view?.isFresh(at: difference.pointer) == true, difference.kind == .value
            {
                judgeFresh(actual, at: difference.pointer, in: expected, schema, &judgement)
                continue
            }
            var finding = finding(difference, location)
            if let other = Self.counterpart(of: difference, among: differences) {
                let (missing, sent) = difference.kind == .missing ? (difference, other) : (other, difference)
                finding.advice = "Did you mean “\(missing.pointer.key)”? The body contains “\(sent.pointer.key)”."
                let object = sent.pointer.parent.flatMap { view?.place($0) }
                // A client that sends an undocumented property in place of a missing one makes one mistake.
                if direction == .request, missing.pointer == difference.pointer,
                    object?.namedProperty(sent.pointer.key) == nil
                {
                    replacements.insert(sent.pointer)
                    finding.actual = "“\(sent.pointer.key)”: \(sent.actual.map { Excerpt.of($0) } ?? "")"
                }
            }
            judgement.report(finding)
        }
    }

    /// Returns the unexpected property of the same object that was probably sent in place of a missing one, or the
    /// reverse, such as `name` in place of `model` in ollama-swift.
    private static func counterpart(of difference: JSONDifference, among all: [JSONDifference]) -> JSONDifference? {
        guard difference.kind != .value else { return nil }
        func text(_ difference: JSONDifference) -> String {
            (difference.expected ?? difference.actual ?? .null).compact
        }
        let others = all.filter { other in
            other.kind != .value && other.kind != difference.kind && other.pointer.parent == difference.pointer.parent
        }
        let name = Suggestion.misnamed(
            difference.pointer.key, [text(difference)], among: others.map { ($0.pointer.key, text($0)) })
        return others.first { $0.pointer.key == name }
    }

    /// Judges a value that the contract marks as “fresh”. The client may send any value that the schema allows.
    private func judgeFresh(
        _ value: JSON, at pointer: JSONPointer, in expected: JSON, _ schema: Schema, _ judgement: inout Judgement
    ) {
        guard let changed = expected.setting(value, at: pointer) else { return }
        judgement.findings += SchemaFindings(rule: .requestBodySchema, part: .body)
            .findings(JSONDocument(changed).root, schema)
    }

    private func finding(_ difference: JSONDifference, _ location: SourceLocation) -> Finding {
        let pointer = difference.pointer.description
        let subject = pointer.isEmpty ? "the body" : "“\(pointer)”"
        let expected = difference.expected.map { Excerpt.of($0) }
        let actual = difference.actual.map { Excerpt.of($0) }
        switch difference.kind {
        case .missing:
            let isNull = difference.expected?.isNull ?? false
            return finding(
                pointer, "\(subject) is missing from the body", location, expected, "none",
                advice: isNull ? "Encode null for the property: a missing property isn't the same as null." : nil)
        case .unexpected:
            let isNull = difference.actual?.isNull ?? false
            return finding(
                pointer, "\(subject) is unexpected in the body", location, "none", actual,
                advice: isNull
                    ? "Omit the property with encodeIfPresent: null isn't the same as a missing property." : nil)
        case .value:
            let kinds = (difference.expected?.kind, difference.actual?.kind)
            let isKind = kinds.0 != kinds.1
            return finding(
                pointer,
                isKind
                    ? "\(subject) has the wrong type: expected \(kinds.0.map { "\($0)" } ?? ""), "
                        + "got \(kinds.1.map { "\($0)" } ?? "")"
                    : "\(subject) has the wrong value", location, expected, actual,
                advice: Self.advice(difference))
        }
    }

    /// Returns advice if the likely cause is the conversion of an integer to `Double`.
    private static func advice(_ difference: JSONDifference) -> String? {
        guard let expectedNumber = difference.expected?.number, let got = difference.actual?.number else { return nil }
        return expectedNumber.double == got.double
            ? "Store the number as Int, UInt64 or Decimal. A Double has only 53 bits, and changed the number." : nil
    }

    private func compareBytes(
        _ expected: [UInt8], _ actual: [UInt8], _ location: SourceLocation, _ judgement: inout Judgement
    ) {
        let offset = zip(expected, actual).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let place = offset ?? min(expected.count, actual.count)
        judgement.check(
            expected == actual,
            otherwise: finding(
                "",
                "the body differs from the expected body at byte \(place); "
                    + "\(expected.count.counted("byte")) expected, \(actual.count) "
                    + "\(direction.verb)",
                location, Excerpt.of(Array(expected.dropFirst(max(0, place - 16)))),
                Excerpt.of(Array(actual.dropFirst(max(0, place - 16))))))
    }

    private func finding(
        _ pointer: String, _ message: String, _ location: SourceLocation, _ expected: String?, _ actual: String?,
        advice: String? = nil
    ) -> Finding {
        Finding(
            rule: direction.rule(.requestBodyValue, .responseBodyValue), message, contract: location,
            place: .init(.body, pointer), expected: expected, actual: actual, advice: advice)
    }
}

extension SchemaView {
    /// Whether a list of different keywords differs only by its order. A client may store them in a `Set`, such as the
    /// events of a webhook in replicate-swift.
    fileprivate func isOnlyReordered(_ difference: JSONDifference, _ expected: JSON, _ actual: JSON) -> Bool {
        guard difference.kind == .value, let parent = difference.pointer.parent, let list = place(parent),
            list.keyword("uniqueItems")?.bool == true || list.items?.keyword("enum") != nil, !list.isOrdered(),
            let texts = expected.value(at: parent)?.array?.map(\.compact),
            let sent = actual.value(at: parent)?.array?.map(\.compact)
        else { return false }
        return Set(texts).count == texts.count && texts.sorted() == sent.sorted()
    }
}
