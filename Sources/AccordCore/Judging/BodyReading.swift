// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A body, parsed according to its media type. If parsing fails, the findings explain the error.
struct BodyReading {
    enum Content {
        case json(JSONDocument)
        /// A stream. The array contains the stream's events or lines.
        case items(JSONDocument)
        case form([RawItem])
        case multipart([Multipart.Part])
        case text(String)
        case bytes
    }

    let bytes: [UInt8]
    let description: MediaTypeDescription?
    let direction: Direction
    let location: SourceLocation
    var content: Content = .bytes
    var findings: [Finding] = []
    private var isEventStream = false
    /// The duplicate keys in the body. `places` describes where each key occurs.
    private(set) var duplicates: [(pointer: JSONPointer, places: String)] = []

    init(
        _ bytes: [UInt8], _ type: MediaType?, _ description: MediaTypeDescription?, direction: Direction,
        location: SourceLocation
    ) {
        self.bytes = bytes
        self.description = description
        self.direction = direction
        self.location = description?.location ?? location
        guard let type else { return }
        if type.isJSON {
            readJSON()
        } else if type.isLines {
            readLines()
        } else if type.isEventStream {
            isEventStream = true
            content = .items(JSONDocument(.array(EventStream.parse(bytes))))
        } else if type.isForm {
            let items = RawItem.split(String(decoding: bytes, as: UTF8.self))
            content = .form(items)
            findings = repeatedFields(in: items)
        } else if type.isMultipart {
            readParts(type)
        } else if type.isText {
            content = String(utf8: bytes).map { .text($0) } ?? .bytes
            if case .bytes = content, type.parameter("charset")?.lowercased() == "utf-8" {
                findings.append(otherCharset)
            }
        }
    }

    /// The body as a JSON value, which assertions are applied to. It is `nil` for a binary body.
    var json: JSONValue? {
        switch content {
        case .json(let document), .items(let document): document.root
        case .form(let items): JSONDocument(form(items)).root
        case .text(let text): value(text)
        case .multipart(let parts): JSONDocument(PartsReading(parts, description).json).root
        case .bytes: nil
        }
    }

    /// Returns a text body as a JSON value. If the schema doesn't allow strings, parses the text as JSON: `42` becomes
    /// a number.
    private func value(_ text: String) -> JSONValue {
        if let description, description.allowsNoString, let document = try? JSONDocument(parsing: bytes) {
            return document.root
        }
        return JSONDocument(.string(text)).root
    }

    /// Returns a form as a JSON object. Each field has a type that its schema allows.
    private func form(_ items: [RawItem]) -> JSON {
        let shapes = FormShapes(description)
        let documented = shapes.view?.propertyNames ?? []
        func found(_ name: String) -> ParameterReader.Found { shapes.find(name, in: items) }
        // The properties of an exploded object are fields of their own.
        var names = documented.filter { shapes.shape($0).isExplodedObject && !found($0).used.isEmpty }
        let members = Set(names.flatMap { found($0).used })
        for (index, item) in items.enumerated() where !members.contains(index) {
            let fieldName = Form.decode(item.name)
            let name = documented.contains(fieldName) ? fieldName : String(fieldName.prefix { $0 != "[" })
            if !names.contains(name) { names.append(name) }
        }
        let readings = names.map { name in found(name).trees.flatMap { $0.readings(as: shapes.shape(name)) } }
        // The first ways to read the fields are the likeliest ones. `a%2Cb` is one element, or else two.
        let objects = (0..<max(readings.map(\.count).max() ?? 1, 1)).map { rank in
            var object = shapes.omitted
            for (name, values) in zip(names, readings) {
                object[name] = values.isEmpty ? "" : values[min(rank, values.count - 1)]
            }
            return JSON.object(object)
        }
        return objects.first { description?.schema?.isValid($0) ?? true } ?? objects[0]
    }

    /// Returns a finding for each documented field that occurs more often than its schema and style allow.
    private func repeatedFields(in items: [RawItem]) -> [Finding] {
        let shapes = FormShapes(description)
        let counts = items.reduce(into: [:]) { $0[Form.decode($1.name), default: 0] += 1 }
        return (shapes.view?.propertyNames ?? []).compactMap { name in
            let shape = shapes.shape(name)
            guard let count = counts[name], count > 1, !shape.explode || !shape.types.contains(.array),
                shapes.find(name, in: items).used.count < count
            else { return nil }
            return Finding(
                rule: direction.rule(.requestBodySchema, .responseBodySchema),
                "the form field “\(name)” occurs \(count) times", contract: location,
                place: .init(.body, JSONPointer(tokens: [name]).description), expected: "once",
                actual: "\(count) times",
                advice: "Send the field only once, or change its schema in the contract to an array.")
        }
    }

    private mutating func readJSON() {
        do {
            let document = try JSONDocument(parsing: bytes, file: "the body")
            content = .json(document)
            note(document, at: .root, "")
        } catch {
            findings.append(syntax(error, line: nil))
        }
    }

    private mutating func readLines() {
        var values: [JSON] = []
        for (index, line) in JSONLines.split(bytes).enumerated() {
            do {
                let document = try JSONDocument(parsing: line.bytes, file: "line \(index + 1)")
                note(document, at: JSONPointer(tokens: [String(index)]), " of line \(index + 1)")
                values.append(JSON(document.root))
            } catch {
                return findings.append(syntax(error, line: index + 1))
            }
        }
        content = .items(JSONDocument(.array(values)))
    }

    private mutating func note(_ document: JSONDocument, at pointer: JSONPointer, _ line: String) {
        guard document.hasDuplicateKeys else { return }
        duplicates += document.duplicateKeys.map { key in
            let place = JSONPointer(tokens: pointer.tokens + key.object.tokens + [key.key])
            return (place, "at \(key.first) and at \(key.second)\(line)")
        }
    }

    /// Returns a finding about duplicate keys. Returns `nil` if the body has no duplicate keys, or if a different check
    /// reports them under the rule `json-interop`.
    func duplicateKeys(_ reading: JSONReading) -> Finding? {
        let hasSecondReader = if case .json = content { direction == .response } else { false }
        guard let first = duplicates.first, !hasSecondReader || reading == .strict else { return nil }
        let more = duplicates.count > 1 ? "; \(duplicates.count) duplicate keys in all" : ""
        return Finding(
            rule: direction.rule(.requestBodyDuplicateKey, .responseBodyDuplicateKey),
            severity: reading == .strict ? .error : .warning, "duplicate key “\(first.pointer)”\(more)",
            contract: location, place: .init(.body, first.pointer.description), expected: "each key once (RFC 8259)",
            actual: first.places, advice: "Write each key once: some parsers use the first value, and others the last.")
    }

    private mutating func readParts(_ type: MediaType) {
        do {
            let boundary = type.parameter("boundary") ?? ""
            let parts = try Multipart(parsing: bytes, boundary: boundary).parts
            content = .multipart(parts)
            // Report only the first malformed multipart part, because the following parts may be fragments of it.
            if let part = parts.first(where: { $0.tornParameter != nil }), let parameter = part.tornParameter {
                findings.append(torn(parameter, of: part))
            }
            let reading = PartsReading(parts, description)
            for part in parts where reading.isJSON(part) {
                // Skip invalid JSON in a multipart part, because `judgeSchema` reports it.
                guard let document = try? JSONDocument(parsing: part.body, file: "the part") else { continue }
                note(document, at: JSONPointer(tokens: [part.name ?? ""]), " of the part")
            }
        } catch {
            let isMissing = type.parameter("boundary") == nil
            findings.append(
                syntaxFinding(
                    isMissing ? "the multipart body's Content-Type has no boundary" : error.reason,
                    expected: "a multipart body (RFC 7578)", actual: Excerpt.of(bytes),
                    advice: "Add the boundary to Content-Type, and end the body with --boundary--."))
        }
    }

    /// Returns a finding about the name or file name of a multipart part. An unescaped character in the name makes the
    /// rest of the part's header unreadable.
    private func torn(_ parameter: Multipart.Part.TornParameter, of part: Multipart.Part) -> Finding {
        let rule =
            parameter.endsAtLineBreak && direction == .request
            ? Rule.requestHeaderInjection : direction.rule(.requestBodyValue, .responseBodyValue)
        return Finding(
            rule: rule,
            parameter.endsAtLineBreak
                ? "a line break in a multipart part's “\(parameter.name)” starts a separate header field"
                : "a quotation mark in a multipart part's “\(parameter.name)” ends the value",
            contract: location, place: .init(.body, parameter.name == "name" ? "" : "/\(part.name ?? "")"),
            expected: "“\(parameter.name)” with its quotation marks and line breaks escaped",
            actual: Excerpt.cut(part.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")),
            advice: "Write \" as %22, CR as %0D and LF as %0A in names and file names, as browsers do. "
                + "In Swift, replace CR and LF in unicodeScalars, because CR LF is one Character.")
    }

    private func syntax(_ error: JSONSyntaxError, line: Int?) -> Finding {
        if error.isTooDeep { return tooDeep(error) }
        let place = "\(line ?? error.position.line):\(error.position.column)"
        return syntaxFinding(
            "the body isn't JSON: \(error.reason), at \(place)", expected: "JSON (RFC 8259)", actual: Excerpt.of(bytes),
            advice: "Write the body with a JSON encoder, in UTF-8.",
            details: Array(error.description.lines.dropFirst().filter { !$0.isEmpty }))
    }

    private func syntaxFinding(
        _ message: String, at place: String = "", expected: String, actual: String, advice: String,
        details: [String] = []
    ) -> Finding {
        Finding(
            rule: direction.rule(.requestBodySyntax, .responseBodySyntax), message, contract: location,
            place: .init(.body, place), expected: expected, actual: actual, advice: advice, details: details)
    }

    /// A finding about a body that isn't valid UTF-8.
    private var otherCharset: Finding {
        let valid = String(decoding: bytes, as: UTF8.self).utf8
        let place = zip(bytes, valid).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
        let byte = String(bytes[min(place, bytes.count - 1)], radix: 16, uppercase: true)
        return syntaxFinding(
            "the body isn't valid UTF-8: byte \(place) is \(byte)", expected: "UTF-8 (RFC 3629)",
            actual: Excerpt.of(bytes), advice: "Write the body in UTF-8, or declare its charset in Content-Type.")
    }

    /// A finding about an event stream whose last event isn't followed by an empty line. Clients discard this event.
    /// The end marker `[DONE]` isn't reported.
    var unfinishedEvent: Finding? {
        guard case .items = content, isEventStream, let event = EventStream.unfinished(in: bytes)?.object?["data"],
            event != "[DONE]"
        else { return nil }
        return syntaxFinding(
            "the stream ends within an event, and clients discard an incomplete event", at: "/\(json?.count ?? 0)",
            expected: "an empty line after the event", actual: Excerpt.of(event),
            advice: "End each event, including the last event, with an empty line.")
    }

    /// Returns a finding about JSON that exceeds the depth limit.
    private func tooDeep(_ error: JSONSyntaxError) -> Finding {
        let most = JSONLimits.standard.maximumDepth
        return syntaxFinding(
            "the body has more than \(most) nested levels", expected: "at most \(most) levels",
            actual: "a deeper level at \(error.position.line):\(error.position.column)",
            advice: "In the code that creates the body, look for an object that contains itself. "
                + "Foundation's JSONDecoder reads at most 512 levels.")
    }

    /// Judges the body according to the schemas of its media type.
    ///
    /// - Parameter isPartial: Whether the stream may continue after the received items.
    func judgeSchema(isPartial: Bool = false, into judgement: inout Judgement) {
        let rule = direction.rule(.requestBodySchema, .responseBodySchema)
        var findings = SchemaFindings(rule: rule, part: .body)
        switch content {
        case .items(let document):
            if let item = description?.itemSchema {
                for (index, element) in document.root.elements.enumerated() {
                    findings.prefix = "/\(index)"
                    judgement.assertions += 1
                    judgement.findings += findings.findings(element, item)
                }
            }
            if let schema = description?.dataSchema {
                for (index, event) in document.root.elements.enumerated() {
                    judgeData(of: event, "/\(index)/data", schema, &findings, into: &judgement)
                }
            }
            if let schema = description?.schema {
                findings.prefix = ""
                findings.isPartial = isPartial
                judgement.assertions += 1
                judgement.findings += findings.findings(document.root, schema)
            }
        case .text where description?.hasUnreadSchema == true, .multipart where description?.hasUnreadSchema == true:
            break
        case .json, .form, .text:
            guard let description, let schema = description.schema, let json else { return }
            judgement.assertions += 1
            var violations = findings.findings(json, schema)
            if direction == .response, !violations.isEmpty, description.hasExample(JSON(json)) {
                for index in violations.indices {
                    violations[index].blame = .contract
                    violations[index].advice =
                        "The body is a documented example, so the document contradicts itself. Correct one of the two."
                }
            }
            judgement.findings += violations
        case .multipart(let parts):
            guard let schema = description?.schema else { return }
            judgement.assertions += 1
            judgement.findings += PartsReading(parts, description).findings(schema, findings)
        case .bytes:
            if bytes.isEmpty { return }
            // A schema can't validate a binary body. Count the assertion that the body isn't empty.
            judgement.assertions += 1
        }
    }

    /// Judges the data of an event as JSON. The data `[DONE]`, which ends a stream by convention, isn't judged.
    private func judgeData(
        of event: JSONValue, _ place: String, _ schema: Schema, _ findings: inout SchemaFindings,
        into judgement: inout Judgement
    ) {
        guard let text = event["data"]?.string, text != "[DONE]", !schema.isValid(.string(text)) else { return }
        judgement.assertions += 1
        findings.prefix = place
        if let document = try? JSONDocument(parsing: Array(text.utf8), file: "the data") {
            judgement.findings += findings.findings(document.root, schema)
        } else {
            judgement.findings.append(
                syntaxFinding(
                    "the data of an event isn't JSON", at: place, expected: "JSON (RFC 8259)",
                    actual: Excerpt.cut(text),
                    advice: "Write the event's data with a JSON encoder, on one line or in several “data” lines."))
        }
    }

    /// Reports `readOnly` values in a request and `writeOnly` values in a response.
    func judgeAccess(into judgement: inout Judgement) {
        guard case .json(let document) = content, let schema = description?.schema else { return }
        let omission: OmittedProperties = direction == .request ? .readOnly : .writeOnly
        judgement.assertions += 1
        guard schema.contains(omission), let keyword = omission.keyword else { return }
        for place in schema.view.places(markedWith: keyword, in: document.root) {
            judgement.report(
                Finding(
                    rule: direction.rule(.requestBodyReadOnly, .responseBodyWriteOnly),
                    "the \(direction.blame.rawValue) sent “\(place.pointer)”, which is \(keyword)",
                    contract: SourceLocation(place.keyword), place: .init(.body, place.pointer.description),
                    expected: "none", actual: Excerpt.of(place.value),
                    advice: direction == .request
                        ? "Remove the value from the request: only the server sets this value."
                        : "Remove the value from the response, because the value may be a secret."))
        }
    }
}
