// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Compares multipart bodies part by part. The boundary and the order of parts with different names don't matter. A
/// request may have additional parts with documented defaults.
struct PartsJudge {
    let direction: Direction
    let description: MediaTypeDescription?
    let location: SourceLocation

    func judge(_ parts: [Multipart.Part], _ expected: [PartValue], into judgement: inout Judgement) {
        var unmatchedParts = parts
        var counts: [String: Int] = [:]
        for expectedPart in expected {
            let index = counts[expectedPart.name, default: 0]
            counts[expectedPart.name] = index + 1
            let several = expected.count { $0.name == expectedPart.name } > 1
            let place = several ? "/\(expectedPart.name)/\(index)" : "/\(expectedPart.name)"
            judgement.assertions += 1
            let match = unmatchedParts.firstIndex { $0.name.map { Self.isSame($0, expectedPart.name) } ?? false }
            guard let match else {
                let known = Set(expected.map(\.name) + (description?.schema?.view.propertyNames ?? []))
                let others = unmatchedParts.filter { direction == .request && !known.contains($0.name ?? "") }
                let written = BodyWriter.part(expectedPart, in: description)
                let name = Suggestion.misnamed(
                    expectedPart.name, [String(decoding: written.body, as: UTF8.self)],
                    among: others.map { ($0.name ?? "", String(decoding: Self.utf8($0), as: UTF8.self)) })
                if let name { unmatchedParts.removeAll { $0.name == name } }
                var finding = finding(
                    place, "the multipart part “\(expectedPart.name)” is missing", expectedPart, nil, name ?? "none")
                finding.advice = name.map { "Did you mean “\(expectedPart.name)”? The body contains “\($0)”." }
                judgement.report(finding)
                continue
            }
            judge(unmatchedParts.remove(at: match), expectedPart, place, &judgement)
        }
        let view = description?.schema?.view
        for part in unmatchedParts {
            let name = part.name ?? ""
            let property = view?.namedProperty(name)
            if direction == .request, let value = property?.keyword("default").map({ JSON($0) }),
                Self.utf8(part) == Array((value.string ?? value.compact).utf8)
            {
                continue
            }
            let message =
                property == nil
                ? "the contract doesn't document the multipart part “\(name)”"
                : "the multipart part “\(name)” was sent, but the case doesn't have it"
            judgement.report(
                finding(
                    "/\(name)", part.name == nil ? "a multipart part has no name" : message, nil, "none",
                    Excerpt.of(part.body)))
        }
    }

    /// Whether the received name equals the expected name: unchanged, percent-encoded, or with `%22` for a quotation
    /// mark, as browsers write names (HTML, section 4.10.21.8).
    private static func isSame(_ got: String, _ expectedName: String) -> Bool {
        let written = Multipart.withoutLineBreaks(expectedName).replacing("\"", with: "%22")
        return got.isExactly(expectedName) || Percent.decodeText(got).isExactly(expectedName) || got.isExactly(written)
    }

    /// Whether the client probably replaced `given`, the file name from the test, by its own file name. Such a name
    /// contains only unreserved characters, and no word of `given`.
    private static func isChosen(_ name: String, not given: String) -> Bool {
        func words(_ text: String) -> Set<Substring> {
            Set(text.lowercased().prefix { $0 != "." }.split { !$0.isLetter && !$0.isNumber })
        }
        return !name.isEmpty && name.utf8.allSatisfy(ByteSet.unreserved.contains)
            && words(name).isDisjoint(with: words(given))
    }

    private func judge(_ part: Multipart.Part, _ expectedPart: PartValue, _ place: String, _ judgement: inout Judgement)
    {
        if let filename = expectedPart.filename {
            var finding = finding(
                place, "the multipart part “\(expectedPart.name)” has the wrong file name", expectedPart, filename,
                part.filename ?? "none")
            if direction == .request, let chosen = part.filename, Self.isChosen(chosen, not: filename) {
                finding.severity = .warning
                finding.message = "the client chose a different file name for the part “\(expectedPart.name)”"
            }
            judgement.check(part.filename.map { Self.isSame($0, filename) } ?? false, otherwise: finding)
        }
        judgeMediaType(part, expectedPart, place, &judgement)
        for header in expectedPart.headers where !header.name.isFieldName("Content-Type") {
            let lines = part.headers.values(header.name)
            let comparison = HeaderComparison(header.name, ParameterShape(name: header.name, place: .header))
            judgement.check(
                comparison.isSame(.string(header.value), lines),
                otherwise: finding(
                    place,
                    "the header “\(header.name)” in the multipart part “\(expectedPart.name)” has the wrong value",
                    expectedPart, header.value, lines.isEmpty ? "none" : lines.joined(separator: ", ")))
        }
        judgeBody(part, expectedPart, place, &judgement)
    }

    private func judgeMediaType(
        _ part: Multipart.Part, _ expectedPart: PartValue, _ place: String, _ judgement: inout Judgement
    ) {
        let stated = expectedPart.headers.mediaType
        let allowed = stated.map { [$0] } ?? description?.encoding[expectedPart.name]?.contentTypes ?? []
        guard !allowed.isEmpty else { return }
        // The default of a part is plain text (RFC 7578, section 4.4).
        let partType = part.mediaType ?? MediaType(type: "text", subtype: "plain", parameters: [])
        judgement.check(
            allowed.contains { $0.covers(partType) },
            otherwise: finding(
                place, "the multipart part “\(expectedPart.name)” has the wrong media type", expectedPart,
                allowed.map(\.description).joined(separator: " or "), part.mediaType?.description ?? "none"))
    }

    private func judgeBody(
        _ part: Multipart.Part, _ expectedPart: PartValue, _ place: String, _ judgement: inout Judgement
    ) {
        let type = PartShape(expectedPart, in: description).mediaType
        let value = BodyValue(
            content: expectedPart.content, mediaType: type ?? MediaType(type: "text", subtype: "plain", parameters: []),
            description: nil, location: expectedPart.location ?? location)
        let reading = BodyReading(
            Self.utf8(part), type ?? part.mediaType ?? value.mediaType, nil, direction: direction, location: location)
        var partJudgement = Judgement()
        if reading.findings.isEmpty {
            reading.judge(value, into: &partJudgement)
        } else {
            partJudgement.findings = reading.findings
        }
        partJudgement.findings = partJudgement.findings.map { $0.within(place, named: "part “\(expectedPart.name)”") }
        judgement.formUnion(partJudgement)
    }

    /// Returns the body of a part in UTF-8. A text part may declare a different charset (RFC 7578, section 5.1.2).
    private static func utf8(_ part: Multipart.Part) -> [UInt8] {
        guard let type = part.mediaType, type.isText, type.parameter("charset")?.lowercased() == "iso-8859-1" else {
            return part.body
        }
        return Array(String(String.UnicodeScalarView(part.body.map { Unicode.Scalar($0) })).utf8)
    }

    private func finding(
        _ place: String, _ message: String, _ expectedPart: PartValue?, _ expected: String?, _ actual: String?
    ) -> Finding {
        Finding(
            rule: direction.rule(.requestBodyValue, .responseBodyValue), message,
            contract: expectedPart?.location ?? location, place: .init(.body, place), expected: expected,
            actual: actual)
    }
}

/// Converts the parts of a multipart body to the properties of a JSON object, which the schema validates.
struct PartsReading {
    let parts: [Multipart.Part]
    let description: MediaTypeDescription?
    private let view: SchemaView?

    init(_ parts: [Multipart.Part], _ description: MediaTypeDescription?) {
        self.parts = parts
        self.description = description
        view = description?.schema?.view
    }

    /// The multipart parts as one JSON object. Several parts with the same name become a list. A single part becomes a
    /// list if its property is an array.
    var json: JSON {
        var object = JSONObject()
        for name in parts.compactMap(\.name).distinct {
            let found = parts.filter { $0.name == name }
            let shape = FormShapes(description).shape(name)
            // A list that isn't exploded is one part, such as `a,b`.
            if found.count == 1, shape.kind == .array, description?.encoding[name]?.explode == false {
                let item = RawItem(name: name, value: String(decoding: found[0].body, as: UTF8.self))
                let trees = ParameterReader(shape, layer: .plain).find(in: [item]).trees
                object[name] = trees.first?.readings(as: shape).first
                continue
            }
            let values = found.map { value($0, of: name) }
            let isList = values.count > 1 || shape.kind == .array
            object[name] = isList ? .array(values) : values.first ?? .null
        }
        // If a required list has no part, add an empty list. A client sends an empty list as zero parts.
        for name in view?.required ?? [] where object[name] == nil {
            if view?.property(name)?.types.contains(.array) == true { object[name] = [] }
        }
        return .object(object)
    }

    /// Returns findings about violations of the schema, and about parts with a media type or header fields that
    /// “encoding” in the contract doesn't allow.
    func findings(_ schema: Schema, _ findings: SchemaFindings) -> [Finding] {
        var result = findings.findings(JSONDocument(json).root, schema)
        for part in parts {
            guard let name = part.name, let encoding = description?.encoding[name] else { continue }
            var headers = Judgement()
            HeadersJudge(direction: findings.rule.blame == .client ? .request : .response, headers: part.headers)
                .judge(encoding.expectedHeaders, into: &headers)
            result += headers.findings.map { finding in
                var finding = finding
                finding.message = "part “\(name)”: \(finding.message)"
                finding.place = .init(.body, "/\(name)")
                return finding
            }
            let types = encoding.contentTypes
            guard !types.isEmpty, let partType = part.mediaType, !types.contains(where: { $0.covers(partType) }) else {
                continue
            }
            result.append(
                Finding(
                    rule: findings.rule, "the multipart part “\(name)” has the wrong media type",
                    contract: description?.location, place: .init(.body, "/\(name)"),
                    expected: types.map(\.description).joined(separator: " or "), actual: partType.description))
        }
        return result
    }

    /// Whether a part is JSON. The part's own media type decides. If the part has none, the documented media type
    /// decides. Without both, objects are JSON, and other values are text (OpenAPI 3.1, Encoding Object).
    func isJSON(_ part: Multipart.Part) -> Bool {
        guard let type = part.mediaType ?? part.name.flatMap({ description?.encoding[$0]?.contentTypes.first }) else {
            let types = part.name.flatMap { element(of: $0) }?.impliedTypes ?? []
            return !types.isEmpty && types.isSubset(of: [.object, .array, .null])
        }
        return type.isJSON
    }

    /// The schema of a part: the schema of the property, or of the elements if the property is a list.
    private func element(of name: String) -> SchemaView? {
        let property = view?.propertyOfAny(name)
        return property?.types.contains(.array) == true ? property?.items ?? property : property
    }

    private func value(_ part: Multipart.Part, of name: String) -> JSON {
        let text = String(decoding: part.body, as: UTF8.self)
        if isJSON(part), let json = try? JSON(parsing: text) { return json }
        return ScalarText.readings(text, types: element(of: name)?.textTypes ?? [.string]).first ?? .string(text)
    }
}
