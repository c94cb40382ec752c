// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension PactMessageReader {
    /// Reads `matchingRules` of a pact, in the form of version 2 or of versions 3 and 4.
    func rules(_ value: JSONValue) -> PactRules {
        var rules = PactRules()
        for member in value.members {
            if member.key.hasPrefix("$") { addFlat(member, to: &rules) } else { addCategory(member, to: &rules) }
        }
        return rules
    }

    // MARK: Version 2

    /// Adds a rule of version 2, such as `"$.body.items[*].id": { "match": "type" }`.
    private func addFlat(_ member: JSONMember, to rules: inout PactRules) {
        guard var path = path(member), let matcher = matcher(member.value) else { return }
        guard !path.steps.isEmpty, case .name(let category) = path.steps.removeFirst() else {
            return report(
                .jsonPath, "the path “\(member.key)” must start with a part of a message, such as “$.body”",
                SourceLocation(keyOf: member))
        }
        let rule = PactRule(path: path, matchers: [matcher])
        if !rules.add(rule, to: category) { reportUnknown(category, member) }
    }

    // MARK: Versions 3 and 4

    private func addCategory(_ category: JSONMember, to rules: inout PactRules) {
        guard category.value.kind == .object else {
            return report(
                .wrongType, "“\(category.key)” in “matchingRules” must be an object", SourceLocation(category.value))
        }
        var categoryRules: [PactRule] = []
        if category.value["matchers"]?.kind == .array {
            if let rule = rule(PactPath([]), category.value) { categoryRules.append(rule) }
        } else {
            for member in category.value.members {
                let isPath = member.key.hasPrefix("$")
                guard let path = isPath ? path(member) : PactPath([.name(member.key)]) else { continue }
                if let rule = rule(path, member.value) { categoryRules.append(rule) }
            }
        }
        for rule in categoryRules where !rules.add(rule, to: category.key) {
            return reportUnknown(category.key, category)
        }
    }

    private func rule(_ path: PactPath, _ value: JSONValue) -> PactRule? {
        guard let list = value["matchers"], list.kind == .array else {
            report(.missingKey, "a matching rule needs the key “matchers” with a list", SourceLocation(value))
            return nil
        }
        let matchers = list.elements.compactMap { matcher($0) }
        guard matchers.count == list.count, !matchers.isEmpty else {
            if list.count == 0 { report(.empty, "“matchers” is empty", SourceLocation(list)) }
            return nil
        }
        return PactRule(path: path, matchers: matchers, isAny: value["combine"]?.string?.uppercased() == "OR")
    }

    private func path(_ member: JSONMember) -> PactPath? { PactPath(keyOf: member, report: report) }

    private func reportUnknown(_ category: String, _ member: JSONMember) {
        report(
            .badValue, "“matchingRules”: expected “path”, “query”, “header”, “body” or “status”, got “\(category)”",
            SourceLocation(keyOf: member))
    }

    // MARK: Matchers

    private func matcher(_ value: JSONValue) -> PactMatcher? {
        guard expect(value, .object, "a matcher") else { return nil }
        do { return PactMatcher(kind: try kind(value), location: SourceLocation(value)) } catch {
            report(.badValue, error.reason, SourceLocation(value["match"] ?? value))
            return nil
        }
    }

    private func kind(_ value: JSONValue) throws(Mistake) -> PactMatcher.Kind {
        let name = value["match"]?.string
        switch name ?? (value["regex"] == nil ? "type" : "regex") {
        case "equality": return .equality
        case "type":
            if name == nil, value["min"] == nil, value["max"] == nil { throw Mistake("a matcher needs “match”") }
            return .type(minimum: value["min"]?.int, maximum: value["max"]?.int)
        case "min": return .type(minimum: value["min"]?.int, maximum: nil)
        case "max": return .type(minimum: nil, maximum: value["max"]?.int)
        case "regex": return .regex(try PactPattern.compile(try text(value, "regex")))
        case "include": return .include(try text(value, "value"))
        case "integer": return .integer
        case "decimal", "double": return .decimal
        case "number": return .number
        case "boolean": return .boolean
        case "null": return .null
        case "date": return .date(try format(value, "date", "yyyy-MM-dd"))
        case "time": return .date(try format(value, "time", "HH:mm:ss"))
        case "timestamp", "datetime": return .date(try format(value, name ?? "", "yyyy-MM-dd'T'HH:mm:ssXXX"))
        case "values": return .values
        case "eachKey": return .eachKey(nested(value))
        case "eachValue": return .eachValue(nested(value))
        case "arrayContains": return .arrayContains(try variants(value))
        case "contentType": return .contentType(try text(value, "value"))
        case "semver": return .semver
        case "notEmpty": return .notEmpty
        case "statusCode": return try status(value)
        case let other: throw Mistake("unknown matcher “\(other)”")
        }
    }

    private func text(_ value: JSONValue, _ key: String) throws(Mistake) -> String {
        guard let text = value[key]?.string else {
            throw Mistake("the matcher needs the key “\(key)” with a string")
        }
        return text
    }

    private func format(_ value: JSONValue, _ key: String, _ usual: String) throws(Mistake) -> PactDateFormat {
        try PactDateFormat((value["format"] ?? value[key])?.string ?? usual)
    }

    private func nested(_ value: JSONValue) -> [PactMatcher] {
        value["rules"]?.elements.compactMap { matcher($0) } ?? []
    }

    private func variants(_ value: JSONValue) throws(Mistake) -> [(index: Int, rules: [PactRule])] {
        guard let list = value["variants"], list.kind == .array else {
            throw Mistake("the matcher “arrayContains” needs the key “variants” with a list")
        }
        return list.elements.enumerated().map { position, variant in
            var rules = PactRules()
            if let rulesObject = variant["rules"], rulesObject.kind == .object {
                for member in rulesObject.members {
                    guard let path = path(member), let rule = rule(path, member.value) else { continue }
                    rules.body.append(rule)
                }
            }
            return (variant["index"]?.int ?? position, rules.body)
        }
    }

    private func status(_ value: JSONValue) throws(Mistake) -> PactMatcher.Kind {
        if let name = value["status"]?.string {
            if let known = Self.statusClasses[name] { return .status(name, [known]) }
            throw Mistake("unknown class of status codes “\(name)”")
        }
        let codes = value["status"]?.elements.compactMap(\.int) ?? value["status"]?.int.map { [$0] } ?? []
        if codes.isEmpty { throw Mistake("the matcher “statusCode” needs “status”") }
        return .status("codes(\(codes))", codes.map { $0...$0 })
    }

    /// The classes of status codes that the matcher `statusCode` can name.
    private static let statusClasses = [
        "info": 100...199, "information": 100...199, "success": 200...299, "redirect": 300...399,
        "clientError": 400...499, "serverError": 500...599, "nonError": 0...399, "error": 400...Int.max,
    ]
}
