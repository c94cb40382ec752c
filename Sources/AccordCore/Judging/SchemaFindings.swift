// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Creates findings about schema violations.
struct SchemaFindings {
    var rule: Rule
    var part: Finding.Place.Part
    /// The name of a parameter or header field. For a body, it is `nil`, and findings name the JSON Pointer of the
    /// violation.
    var name: String?
    /// The text before the JSON Pointer of the violation in findings, such as the index of a line in a stream or the
    /// name of a multipart part.
    var prefix: String = ""

    /// Whether the value is an array of the stream items received so far, and more items may follow.
    var isPartial = false

    /// The maximum number of findings for one value.
    static let limit = 20

    func findings(_ value: JSONValue, _ schema: Schema) -> [Finding] {
        schema.validate(value).filter { !(isPartial && Self.mayBeMet(later: $0)) }.prefix(Self.limit)
            .map { finding($0) }
    }

    /// Whether a violation such as too few elements can disappear when the stream continues.
    private static func mayBeMet(later violation: SchemaViolation) -> Bool {
        violation.instancePointer.tokens.isEmpty && ["minItems", "contains", "minContains"].contains(violation.keyword)
    }

    /// Returns findings about a text that has several readings as JSON: `5` is a number or a string. Returns no
    /// findings if the schema allows one of the readings. Otherwise, the findings are about the first reading.
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
            rule: rule, subject + violation.message, contract: SourceLocation(violation.schemaValue),
            place: Finding.Place(part, name ?? pointer, missing: missing.first),
            expected: Excerpt.cut(violation.expected), actual: Excerpt.cut(violation.actual),
            advice: rule.blame == .client
                ? "Send the documented value, or correct the contract."
                : "Respond as the contract documents, or correct the contract.",
            details: Self.details(violation.causes, depth: 0))
    }

    /// Returns the causes of a violation as indented lines. The cause of the closest `anyOf` or `oneOf` branch comes
    /// first.
    private static func details(_ causes: [SchemaViolation], depth: Int) -> [String] {
        guard depth < 4 else { return [] }
        return causes.prefix(8).flatMap { cause in
            [String(repeating: "  ", count: depth) + cause.description] + details(cause.causes, depth: depth + 1)
        }
    }
}

extension Schema {
    /// The schema with the schemas that it refers to.
    package var view: SchemaView { SchemaView(source) }
}

extension SchemaView {
    /// Whether the contract marks the value at a JSON Pointer as “fresh”, which means that the value differs in each
    /// call.
    func isFresh(at pointer: JSONPointer) -> Bool { place(pointer)?.keyword("fresh")?.bool == true }

    /// Whether a difference doesn't matter. Two UUIDs may differ in letter case, and two date-times in their offset. An
    /// optional property with its `default` may be present or absent.
    func allowsEither(_ difference: JSONDifference) -> Bool {
        let value: JSON?
        switch difference.kind {
        case .missing: value = difference.expected
        case .unexpected: value = difference.actual
        case .value:
            guard let expected = difference.expected?.string, let actual = difference.actual?.string else {
                return false
            }
            return place(difference.pointer)?.areSame(expected, actual) ?? Format.isSameUUID(expected, actual)
        }
        guard let value, let name = difference.pointer.tokens.last,
            let owner = place(JSONPointer(tokens: difference.pointer.tokens.dropLast())),
            !owner.required.contains(where: { $0.isExactly(name) }),
            let fallback = owner.property(name)?.keyword("default")
        else { return false }
        return JSON(fallback) == value
    }
}
