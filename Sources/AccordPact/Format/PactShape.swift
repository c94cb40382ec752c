// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A schema for a JSON body. It requires the types, properties and elements of the example, but not the example's
/// values, and it contains the constraints of the matchers.
struct PactShape {
    let body: JSONValue
    private let rules: [PactRule]

    init(_ body: JSONValue, _ rules: [PactRule]) { (self.body, self.rules) = (body, rules) }

    var schema: JSON { schema(of: body, PactRuleCursor(rules)) }

    private func schema(of value: JSONValue, _ cursor: PactRuleCursor) -> JSON {
        guard cursor.depth < 64 else { return [:] }
        // Several matchers have no schema.
        let matcher = cursor.direct.count == 1 ? cursor.direct[0].kind : nil
        switch value.kind {
        case .null: return [:]
        case .bool: return ["type": "boolean"]
        case .number:
            if case .integer = matcher { return ["type": "integer"] }
            return ["type": "number"]
        case .string:
            guard case .regex(let pattern) = matcher, (try? ECMAPattern(pattern.source)) != nil,
                pattern.matches(in: value.string ?? "")
            else { return ["type": "string"] }
            return ["type": "string", "pattern": .string(pattern.source)]
        case .array: return array(value, cursor, matcher)
        case .object: return object(value, cursor, matcher)
        }
    }

    private func array(_ value: JSONValue, _ cursor: PactRuleCursor, _ matcher: PactMatcher.Kind?) -> JSON {
        if case .arrayContains = matcher { return ["type": "array"] }
        var schema: JSONObject = ["type": "array"]
        if case .type(let minimum, let maximum) = matcher {
            if let minimum, minimum <= value.count { schema["minItems"] = .int(minimum) }
            if let maximum, maximum >= value.count { schema["maxItems"] = .int(maximum) }
        }
        let items = value.elements.enumerated().map { self.schema(of: $0.element, cursor.entering(.index($0.offset))) }
        if let first = items.first, items.allSatisfy({ $0 == first }) { schema["items"] = first }
        return .object(schema)
    }

    private func object(_ value: JSONValue, _ cursor: PactRuleCursor, _ matcher: PactMatcher.Kind?) -> JSON {
        let members = value.members.map { ($0.key, schema(of: $0.value, cursor.entering(.name($0.key)))) }
        guard !Self.leavesNamesOpen(matcher) else {
            guard let first = members.first?.1, members.allSatisfy({ $0.1 == first }) else { return ["type": "object"] }
            return ["type": "object", "additionalProperties": first]
        }
        return [
            "type": "object", "required": .array(members.map { .string($0.0) }),
            "properties": .object(JSONObject(members)),
        ]
    }

    /// Returns whether a matcher lets an object have property names that differ from the names in the example.
    private static func leavesNamesOpen(_ matcher: PactMatcher.Kind?) -> Bool {
        switch matcher {
        case .values, .eachKey, .eachValue: true
        case .equality, .type, .regex, .include, .integer, .decimal, .number, .boolean, .null, .date, .arrayContains,
            .contentType, .semver, .notEmpty, .status, nil:
            false
        }
    }
}
