// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A schema for a JSON body. It requires the types, properties and elements of the example, but not the example's
/// values, and it contains the constraints of the matchers.
struct PactShape {
    let body: JSONValue
    private let rules: [PactRule]

    init(_ body: JSONValue, _ rules: [PactRule]) { (self.body, self.rules) = (body, rules) }

    var schema: JSON { schema(of: body, at: []) }

    private func schema(of value: JSONValue, at path: [PactPath.Step]) -> JSON {
        guard path.count < 64 else { return [:] }
        let matcher = matcher(at: path)
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
        case .array: return array(value, at: path, matcher)
        case .object: return object(value, at: path, matcher)
        }
    }

    private func array(_ value: JSONValue, at path: [PactPath.Step], _ matcher: PactMatcher.Kind?) -> JSON {
        if case .arrayContains = matcher { return ["type": "array"] }
        var schema: JSONObject = ["type": "array"]
        if case .type(let minimum, let maximum) = matcher {
            if let minimum, minimum <= value.count { schema["minItems"] = .number(JSONNumber(minimum)) }
            if let maximum, maximum >= value.count { schema["maxItems"] = .number(JSONNumber(maximum)) }
        }
        let items = value.elements.enumerated().map { self.schema(of: $0.element, at: path + [.index($0.offset)]) }
        if let first = items.first, items.allSatisfy({ $0 == first }) { schema["items"] = first }
        return .object(schema)
    }

    private func object(_ value: JSONValue, at path: [PactPath.Step], _ matcher: PactMatcher.Kind?) -> JSON {
        let members = value.members.map { ($0.key, schema(of: $0.value, at: path + [.name($0.key)])) }
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

    /// Returns the matcher of the most specific rule for a path, or `nil` if that rule has several matchers.
    private func matcher(at path: [PactPath.Step]) -> PactMatcher.Kind? {
        var best: (rule: PactRule, named: Int)?
        for rule in rules where rule.path.steps.count == path.count {
            let named = zip(rule.path.steps, path).map { Self.isNamed($0, $1) }
            guard !named.contains(nil) else { continue }
            let count = named.count { $0 == true }
            if best.map({ count >= $0.named }) ?? true { best = (rule, count) }
        }
        return best?.rule.matchers.count == 1 ? best?.rule.matchers.first?.kind : nil
    }

    /// Returns `true` if the step of a rule's path names the key or index in `step`, such as `id` or `[0]`. Returns
    /// `false` if the rule's step is a matching wildcard, such as `[*]`. Returns `nil` if the steps don't match.
    private static func isNamed(_ rule: PactPath.Step, _ step: PactPath.Step) -> Bool? {
        switch (rule, step) {
        case (.any, _), (.anyIndex, .index): false
        case (.name(let name), .name(let other)): name == other ? true : nil
        case (.index(let index), .index(let other)): index == other ? true : nil
        default: nil
        }
    }
}
