import AccordContract
import AccordJSON
import AccordSchema

/// Findings for what breaks a schema.
struct SchemaFindings {
    var rule: Rule
    var blame: Finding.Blame
    var part: Finding.Place.Part
    /// A parameter's or header's name; nil for a body, where the violation's own pointer is the name.
    var name: String?
    /// In front of the violation's pointer: the line of a stream, the part of a multipart body.
    var prefix: String = ""

    /// How many of them one value gets.
    static let limit = 20

    func findings(_ value: JSONValue, _ schema: Schema) -> [Finding] {
        schema.validate(value).filter { !$0.isOmission(of: blame == .client ? "readOnly" : "writeOnly") }.prefix(
            Self.limit
        ).map { finding($0) }
    }

    /// The findings of a text's readings: none where one of them satisfies the schema.
    func findings(ofReadings readings: [JSON], _ schema: Schema) -> [Finding] {
        var likeliest: JSONDocument?
        for reading in readings {
            let document = JSONDocument(reading)
            if schema.isValid(document.root) { return [] }
            likeliest = likeliest ?? document
        }
        return likeliest.map { findings($0.root, schema) } ?? []
    }

    private func finding(_ violation: SchemaViolation) -> Finding {
        let pointer = prefix + violation.instancePointer.description
        let isNamed = name != nil && violation.instancePointer.tokens.isEmpty
        let isIncomplete = violation.keyword == "required" || violation.keyword == "dependentRequired"
        let missing = isIncomplete ? violation.missingProperties : []
        let subject = isNamed ? "“\(name ?? "")”: " : ""
        return Finding(
            rule: rule, blame: blame, subject + violation.message,
            contract: SourceLocation(violation.schemaValue),
            place: Finding.Place(part, name ?? pointer, missing: missing.first),
            expected: Excerpt.cut(violation.expected), actual: Excerpt.cut(violation.actual),
            advice: blame == .client
                ? "Send what the contract documents, or document what is sent."
                : "Answer what the contract documents, or document what is answered.",
            details: Self.details(violation.causes, depth: 0))
    }

    /// The causes beneath a violation, each deeper one indented, the closest branch first.
    private static func details(_ causes: [SchemaViolation], depth: Int) -> [String] {
        guard depth < 4 else { return [] }
        return causes.prefix(8).flatMap { cause in
            [String(repeating: "  ", count: depth) + cause.description] + details(cause.causes, depth: depth + 1)
        }
    }
}

extension SchemaView {
    /// True where the value at the place is another in each call.
    func isFresh(at pointer: JSONPointer) -> Bool { place(pointer)?.keyword("fresh")?.bool == true }

    /// True where the difference is an optional property with its `default`, which may be sent or left out.
    func allowsEither(_ difference: JSONDifference) -> Bool {
        let value: JSON?
        switch difference.kind {
        case .missing: value = difference.expected
        case .unexpected: value = difference.actual
        case .value: return false
        }
        guard let value, let name = difference.pointer.tokens.last,
            let owner = place(JSONPointer(tokens: difference.pointer.tokens.dropLast())),
            !owner.required.contains(where: { $0.isExactly(name) }),
            let fallback = owner.property(name)?.keyword("default")
        else { return false }
        return JSON(fallback) == value
    }
}
