// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// Compares multipart bodies part by part. The boundary and the order of parts with different names don't matter.
struct PartsJudge {
    let direction: Direction
    let description: MediaTypeDescription?
    let location: SourceLocation

    func judge(_ parts: [Multipart.Part], _ expected: [PartValue], into judgement: inout Judgement) {
        var rest = parts
        var counts: [String: Int] = [:]
        for wanted in expected {
            let index = counts[wanted.name, default: 0]
            counts[wanted.name] = index + 1
            let several = expected.count { $0.name == wanted.name } > 1
            let place = several ? "/\(wanted.name)/\(index)" : "/\(wanted.name)"
            judgement.assertions += 1
            guard let found = rest.firstIndex(where: { $0.name.map { Self.isSame($0, wanted.name) } ?? false }) else {
                judgement.report(finding(place, "the part “\(wanted.name)” is missing", wanted, nil, "none"))
                continue
            }
            judge(rest.remove(at: found), wanted, place, &judgement)
        }
        for part in rest {
            let name = part.name ?? ""
            judgement.report(
                finding(
                    "/\(name)",
                    part.name == nil ? "a part has no name" : "the part “\(name)” is unexpected", nil, "none",
                    Excerpt.of(part.body)))
        }
    }

    /// Whether two names are equal: as sent, percent-encoded, or as browsers write them with `%22` for a quotation mark
    /// (HTML, section 4.10.21.8).
    private static func isSame(_ got: String, _ wanted: String) -> Bool {
        let written = Multipart.withoutLineBreaks(wanted).replacing("\"", with: "%22")
        return got.isExactly(wanted) || Percent.decodeText(got).isExactly(wanted) || got.isExactly(written)
    }

    private func judge(_ part: Multipart.Part, _ wanted: PartValue, _ place: String, _ judgement: inout Judgement) {
        if let filename = wanted.filename {
            judgement.check(
                part.filename.map { Self.isSame($0, filename) } ?? false,
                otherwise: finding(
                    place, "the part “\(wanted.name)” has the wrong file name", wanted, filename,
                    part.filename ?? "none")
            )
        }
        judgeMediaType(part, wanted, place, &judgement)
        for header in wanted.headers where !header.name.isFieldName("Content-Type") {
            let lines = part.headers.values(header.name)
            let comparison = HeaderComparison(header.name, ParameterShape(name: header.name, place: .header))
            judgement.check(
                comparison.isSame(.string(header.value), lines),
                otherwise: finding(
                    place, "the header “\(header.name)” of the part “\(wanted.name)” has the wrong value", wanted,
                    header.value, lines.isEmpty ? "none" : lines.joined(separator: ", ")))
        }
        judgeBody(part, wanted, place, &judgement)
    }

    private func judgeMediaType(
        _ part: Multipart.Part, _ wanted: PartValue, _ place: String, _ judgement: inout Judgement
    ) {
        let stated = wanted.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }
        let allowed = stated.map { [$0] } ?? description?.encoding[wanted.name]?.contentTypes ?? []
        guard !allowed.isEmpty else { return }
        let own = part.mediaType
        judgement.check(
            own.map { own in allowed.contains { $0.covers(own) } } ?? false,
            otherwise: finding(
                place, "the part “\(wanted.name)” has the wrong media type", wanted,
                allowed.map(\.description).joined(separator: " or "), own?.description ?? "none"))
    }

    private func judgeBody(
        _ part: Multipart.Part, _ wanted: PartValue, _ place: String, _ judgement: inout Judgement
    ) {
        let type = PartShape(wanted, in: description).mediaType
        let value = BodyValue(
            content: wanted.content,
            mediaType: type ?? MediaType(type: "text", subtype: "plain", parameters: []),
            description: nil, location: wanted.location ?? location)
        let reading = BodyReading(
            part.body, type ?? part.mediaType ?? value.mediaType, nil, direction: direction, location: location)
        var own = Judgement()
        if reading.findings.isEmpty { reading.judge(value, into: &own) } else { own.findings = reading.findings }
        for index in own.findings.indices {
            let inner = own.findings[index].place?.name ?? ""
            own.findings[index].place = .init(.body, place + inner)
            own.findings[index].message = "part “\(wanted.name)”: \(own.findings[index].message)"
        }
        judgement.formUnion(own)
    }

    private func finding(
        _ place: String, _ message: String, _ wanted: PartValue?, _ expected: String?, _ actual: String?
    ) -> Finding {
        Finding(
            rule: direction.rule(.requestBodyValue, .responseBodyValue), blame: direction.blame, message,
            contract: wanted?.location ?? location, place: .init(.body, place), expected: expected, actual: actual)
    }
}

/// The parts of a multipart body as the properties of its schema.
struct PartsReading {
    let parts: [Multipart.Part]
    let description: MediaTypeDescription?
    private let view: SchemaView?

    init(_ parts: [Multipart.Part], _ description: MediaTypeDescription?) {
        self.parts = parts
        self.description = description
        view = (description?.schema?.source).map { SchemaView($0) }
    }

    /// The parts as one object. Repeated names and array properties become lists.
    var json: JSON {
        var object = JSONObject()
        for name in names {
            let values = parts.filter { $0.name == name }.map { value($0, of: name) }
            let isList = values.count > 1 || view?.property(name)?.impliedTypes == [.array]
            object[name] = isList ? .array(values) : values.first ?? .null
        }
        // An empty list is sent as zero parts.
        for name in view?.required ?? [] where object[name] == nil && view?.property(name)?.types == [.array] {
            object[name] = []
        }
        return .object(object)
    }

    /// Returns findings about violations of the schema, and about parts whose encoding doesn't allow their media type.
    func findings(_ schema: Schema, _ findings: SchemaFindings) -> [Finding] {
        var result = findings.findings(JSONDocument(json).root, schema)
        for part in parts {
            guard let name = part.name, let encoding = description?.encoding[name] else { continue }
            let types = encoding.contentTypes
            guard !types.isEmpty, let own = part.mediaType, !types.contains(where: { $0.covers(own) }) else { continue }
            result.append(
                Finding(
                    rule: findings.rule, blame: findings.blame, "the part “\(name)” has the wrong media type",
                    contract: description?.location, place: .init(.body, "/\(name)"),
                    expected: types.map(\.description).joined(separator: " or "), actual: own.description))
        }
        return result
    }

    /// Whether a part is JSON according to its own media type, or else according to the documented media type.
    func isJSON(_ part: Multipart.Part) -> Bool {
        part.mediaType?.isJSON
            ?? part.name.flatMap { description?.encoding[$0]?.contentTypes.first?.isJSON } ?? false
    }

    private var names: [String] {
        var names: [String] = []
        for part in parts { if let name = part.name, !names.contains(name) { names.append(name) } }
        return names
    }

    private func value(_ part: Multipart.Part, of name: String) -> JSON {
        let text = String(decoding: part.body, as: UTF8.self)
        if isJSON(part), let json = try? JSON(parsing: text) { return json }
        var own = view?.property(name)
        if own?.types == [.array] { own = own?.items }
        return ScalarText.readings(text, types: own?.types ?? [.string]).first ?? .string(text)
    }
}
