// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension Evaluator {
    /// Reports a violation of a keyword of the current schema.
    mutating func reportViolation(
        of keyword: Keyword, _ node: Int, expected: String, actual: String? = nil, message: String? = nil,
        causes: [SchemaViolation] = []
    ) {
        within(keyword) { evaluator, value in
            evaluator.report.add(
                evaluator.violation(
                    keyword.name, value, node, expected: expected, actual: actual ?? evaluator.describe(node),
                    message: message, causes: causes))
        }
    }

    /// Reports that the number of elements or members is below or above a limit.
    mutating func explainCount(_ keyword: Keyword, _ count: Int, _ noun: String, _ node: Int) {
        let limit = report[keyword]?.number?.int ?? .max
        let bound = keyword == .minItems || keyword == .minProperties ? "at least" : "at most"
        reportViolation(
            of: keyword, node, expected: "\(bound) \(Wording.count(limit, noun))",
            actual: count == 0 ? "none" : "\(count)")
    }

    /// Creates the violation of `keyword` by the value at `node`. `report` contains the paths to
    /// the keyword and to the value.
    func violation(
        _ keyword: String, _ schemaValue: JSONValue, _ node: Int, expected: String, actual: String,
        message: String? = nil, causes: [SchemaViolation] = [], isWithinKeyword: Bool = false
    ) -> SchemaViolation {
        let program = tables.program
        let resource = program.resources[report.frame?.source.resource ?? 0]
        let valuePointer = schemaValue.pointer
        let pointer = isWithinKeyword ? valuePointer.parent ?? valuePointer : valuePointer
        // The pointer in the URI starts at the root of the resource. Drop the tokens that lead from the document's
        // root to the resource's root.
        let rootLength =
            schemaValue.document === program.documents[resource.root.document]
            ? JSONValue(document: schemaValue.document, node: resource.root.node).pointer.tokens.count : 0
        let relative = JSONPointer(tokens: Array(pointer.tokens.dropFirst(rootLength)))
        return SchemaViolation(
            instancePointer: JSONPointer(tokens: report.instancePath), instance: value(node), keyword: keyword,
            keywordLocation: pointer, absoluteKeywordLocation: resource.uri + relative.uriFragment,
            evaluationPath: JSONPointer(tokens: report.evaluationPath), schemaValue: schemaValue,
            message: message ?? "expected \(expected), got \(actual)", expected: expected, actual: actual,
            causes: causes)
    }

    /// Returns the violation of the schema `false`. The message depends on the keyword whose value is `false`.
    func forbidden(_ schema: JSONValue, _ node: Int) -> SchemaViolation {
        let name = report.instancePath.last ?? ""
        let keyword = report.evaluationPath.last { Keyword.byName[$0] != nil } ?? "false"
        let (expected, message) =
            switch keyword {
            case "additionalProperties", "unevaluatedProperties", "properties", "patternProperties":
                ("no property “\(name)”", "the property “\(name)” isn't allowed here")
            case "items", "additionalItems", "unevaluatedItems", "prefixItems":
                ("no element at index \(name)", "an element at index \(name) isn't allowed here")
            default: ("no value", "no value is allowed here: the schema is false")
            }
        return violation(keyword, schema, node, expected: expected, actual: describe(node), message: message)
    }

    /// Returns the violation for a value whose evaluation stopped before a result was known.
    func undecided(_ reason: Evaluator.GivenUp?, _ node: Int) -> SchemaViolation {
        let schema = report.schema
        let message =
            switch reason {
            case .pattern: "matching the pattern takes too many steps for this value: simplify the pattern"
            case .depth: "the schemas are nested more than \(Evaluator.maximumDepth) levels deep: validation stopped"
            case .stack: "the schemas are nested too deeply for this thread's stack: use a thread with a larger stack"
            case .work: "validation stopped after too many steps, because the schemas refer to each other too often"
            case nil: "the value doesn't satisfy the schema"
            }
        return violation(
            report.evaluationPath.last ?? "", schema, node, expected: "a value that satisfies the schema",
            actual: describe(node), message: message)
    }

    /// Returns a short description of a value: “the number 5”, “"abc"”, “an object with the properties a and b”.
    func describe(_ node: Int) -> String {
        let value = self.value(node)
        switch value.kind {
        case .null: return "null"
        case .bool: return value.bool == true ? "true" : "false"
        case .number: return "the number \(Wording.short(value, limit: 40))"
        case .string: return "the string \(Wording.short(value))"
        case .array:
            let count = value.count
            return count == 0 ? "an empty array" : "an array of \(Wording.count(count, "element"))"
        case .object:
            let keys = value.members.prefix(5).map { "“\(Wording.clip($0.key, 30))”" }
            if keys.isEmpty { return "an empty object" }
            let omittedCount = value.count - keys.count
            let names = Wording.list(keys + (omittedCount > 0 ? ["\(omittedCount) more"] : []), "and")
            return "an object with \(names)"
        }
    }
}

extension Evaluator {
    /// A measure of how well a value fits a schema that it violates. If a value violates all branches of `anyOf` or
    /// `oneOf`, Accord reports the violations of the branch with the greatest closeness. The first number that differs
    /// decides:
    /// - 1 if OpenAPI's `discriminator` selects the schema;
    /// - the number of properties that match their `const` or `enum`, minus the number of properties that don't;
    /// - how deeply the outermost violation is nested in the value;
    /// - the number of violations, negated.
    typealias Closeness = (isChosen: Int, agreement: Int, depth: Int, fewness: Int)

    /// Returns how well a value fits a schema that it violates.
    mutating func closeness(
        of schema: UInt32, _ node: Int, _ causes: [SchemaViolation], depth: Int, isChosen: Bool = false
    ) -> Closeness {
        let isTypeWrong = causes.contains { $0.keyword == "type" && $0.instancePointer.tokens.count == depth }
        let outermost = (causes.map { $0.instancePointer.tokens.count }.min() ?? depth) - depth
        return (
            isChosen ? 1 : 0, agreement(of: schema, node, 0), outermost - (isTypeWrong ? 1 : 0), -causes.count
        )
    }

    /// Returns the number of properties that match their `const` or `enum`, minus the number of properties that don't.
    private mutating func agreement(of schema: UInt32, _ node: Int, _ level: Int) -> Int {
        guard level < 6, report.continues(), tables.nodes[node].kindBit.meets(.object) else { return 0 }
        let program = tables.program
        func child(_ value: JSONValue) -> UInt32? { program.schema(at: value, in: schema) }
        let written = program.source(schema)
        var sum = 0
        let object = value(node)
        for member in (written["properties"]?.members).map({ Array($0.prefix(100)) }) ?? [] {
            guard let fixed = member.value["const"] ?? member.value["enum"], fixed.kind != .null,
                let given = object[member.key], let child = child(member.value)
            else { continue }
            sum += check(child, given.node, false) ? 1 : -1
        }
        if let target = written["$ref"].flatMap(child) { sum += agreement(of: target, node, level + 1) }
        for branch in (written["allOf"]?.elements).map({ Array($0.prefix(20)) }) ?? [] {
            if let child = child(branch) { sum += agreement(of: child, node, level + 1) }
        }
        return sum
    }
}
