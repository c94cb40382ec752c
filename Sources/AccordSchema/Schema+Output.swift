import AccordJSON

/// How much ``Schema/output(_:format:)`` says (JSON Schema 2020-12 core, section 12).
public enum SchemaOutputFormat: Sendable, Hashable, CaseIterable {
    /// Only whether the instance is valid.
    case flag
    /// Every error in one list.
    case basic
    /// The errors as a tree: below `anyOf` and its like, why the closest branch was refused.
    case detailed
}

extension Schema {
    /// The result in the standard's own form, for other programs.
    public func output(_ instance: JSONValue, format: SchemaOutputFormat = .basic) -> JSON {
        if format == .flag { return ["valid": .bool(isValid(instance))] }
        let violations = validate(instance)
        if violations.isEmpty { return ["valid": true] }
        switch format {
        case .flag, .basic:
            return ["valid": false, "errors": .array(Self.flattened(violations).map { Self.unit($0, nests: false) })]
        case .detailed:
            if violations.count == 1 { return Self.unit(violations[0], nests: true) }
            return [
                "valid": false, "keywordLocation": "", "instanceLocation": "",
                "errors": .array(violations.map { Self.unit($0, nests: true) }),
            ]
        }
    }

    private static func flattened(_ violations: [SchemaViolation]) -> [SchemaViolation] {
        violations.flatMap { [$0] + flattened($0.causes) }
    }

    private static func unit(_ violation: SchemaViolation, nests: Bool) -> JSON {
        var unit: JSONObject = [
            "valid": false,
            "keywordLocation": .string(violation.evaluationPath.description),
            "absoluteKeywordLocation": .string(violation.absoluteKeywordLocation),
            "instanceLocation": .string(violation.instancePointer.description),
            "error": .string(violation.message),
        ]
        if nests, !violation.causes.isEmpty {
            unit["errors"] = .array(violation.causes.map { self.unit($0, nests: true) })
        }
        return .object(unit)
    }
}
