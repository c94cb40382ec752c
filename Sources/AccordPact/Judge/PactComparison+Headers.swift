// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

extension PactComparison {
    mutating func compareHeaders() { compareFields(expected.headers, actual.headers, expected.rules.headers) }

    /// Compares the metadata of an asynchronous message. If the metadata contains no media type, the `Content-Type` of
    /// the response takes its place.
    mutating func compareMetadata() {
        var fields = actual.metadata
        for name in ["contentType", "Content-Type", "content-type"] where !fields.contains(where: { $0.name == name }) {
            guard let type = actual.headers.first("Content-Type") else { continue }
            fields.append(HTTPField(name, type))
        }
        compareFields(expected.metadata, fields, expected.rules.metadata)
    }

    private mutating func compareFields(_ expectedItems: [PactMessage.Item], _ fields: [HTTPField], _ rules: [PactRule])
    {
        let lowered = rules.map { rule in
            var rule = rule
            if case .name(let name)? = rule.path.steps.first { rule.path.steps[0] = .name(name.lowercased()) }
            return rule
        }
        let cursor = PactRuleCursor(lowered)
        for item in expectedItems {
            count()
            let lines = fields.values(item.name)
            guard !lines.isEmpty else {
                report(
                    .header, item.name, .missing, "the header “\(item.name)” is missing",
                    expected: item.values.joined(separator: ", "), actual: "none", at: item.location)
                continue
            }
            let inner = cursor.entering(.name(item.name.lowercased()))
            if let problem = problem(lines, item, inner) {
                report(
                    .header, item.name, .value, "the header “\(item.name)” has the wrong value",
                    expected: Excerpt.cut(problem), actual: Excerpt.cut(lines.joined(separator: ", ")),
                    at: item.location)
            }
        }
    }

    /// Compares the value of a header field with the pact. If the value doesn't match, returns a description of the
    /// expected value.
    private func problem(_ lines: [String], _ item: PactMessage.Item, _ cursor: PactRuleCursor) -> String? {
        let actualText = lines.joined(separator: ", ")
        let expectedText = item.values.joined(separator: ", ")
        if cursor.matchers != nil || cursor.entering(.index(0)).matchers != nil {
            let values = item.values.count > 1 ? lines.flatMap { HeaderGrammar.list($0) } : [actualText]
            for (index, value) in values.enumerated() {
                let example = index < item.values.count ? item.values[index] : item.values.first ?? ""
                guard let matchers = cursor.entering(.index(index)).matchers ?? cursor.matchers else { continue }
                let problem = problem(.text(value), like: .text(example), matchers, isWhole: false)
                if let problem { return problem }
            }
            return nil
        }
        let isType = ["content-type", "accept", "contenttype"].contains(item.name.lowercased())
        let pairs = (Self.members(expectedText), Self.members(actualText))
        guard pairs.0.count == pairs.1.count else { return expectedText }
        let isSame = zip(pairs.0, pairs.1).allSatisfy { expected, actual in
            expected.isExactly(actual) || isType && Self.isSameType(expected, actual)
        }
        return isSame ? nil : expectedText
    }

    /// Returns the members of a comma-separated value, with folded lines joined.
    private static func members(_ text: String) -> [String] {
        let words = text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" || $0 == "\t" }
        let members = HeaderGrammar.list(words.map { HeaderGrammar.trimmed($0) }.joined(separator: " "))
        return members.isEmpty ? [""] : members
    }

    /// Whether two media types have the same type and subtype, and the actual media type has all parameters of the
    /// expected media type.
    private static func isSameType(_ expected: String, _ actual: String) -> Bool {
        guard let type = MediaType(parsing: expected), let other = MediaType(parsing: actual) else { return false }
        return type.essence == other.essence && type.covers(other)
    }
}
