// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

extension PactComparison {
    mutating func compareXML(_ text: String, _ location: SourceLocation) {
        let example: XMLElement
        do { example = try XMLReader.element(Array(text.utf8)) } catch {
            return report(
                .body, "", .syntax, "the body in the pact isn't XML: \(error.reason)", expected: "XML",
                actual: Excerpt.cut(text), at: location)
        }
        do {
            let element = try XMLReader.element(actual.body)
            let cursor = PactRuleCursor(Self.rulesForXML(expected.rules.body)).entering(.name(example.name.local))
            compare(element, like: example, cursor, "/\(example.name.local)", location)
        } catch {
            report(
                .body, "", .syntax, "the body isn't XML: \(error.reason)", expected: "XML",
                actual: Excerpt.of(actual.body), at: location)
        }
    }

    /// Returns the rules with additional rules without `[*]`. If a pact contains the rule `$.animals[*].animal`, adds
    /// `$.animals.animal`, because Accord finds XML elements by name, without an index.
    private static func rulesForXML(_ rules: [PactRule]) -> [PactRule] {
        rules
            + rules.filter { $0.path.steps.count > 2 && $0.path.steps.contains(.anyIndex) }.map { rule in
                var rule = rule
                rule.path.steps.removeAll { $0 == .anyIndex }
                return rule
            }
    }

    private mutating func compare(
        _ element: XMLElement, like example: XMLElement, _ cursor: PactRuleCursor, _ path: String,
        _ location: SourceLocation
    ) {
        guard findings.count < Self.limit else { return }
        count()
        guard element.name == example.name else {
            return report(
                .body, path, .value, "expected the element “\(example.name)”, got “\(element.name)”",
                expected: example.name.description, actual: element.name.description, at: location)
        }
        compareAttributes(element, like: example, cursor, path, location)
        compareTexts(element, like: example, cursor, path, location)
        for matcher in cursor.direct {
            guard case .type(let minimum, let maximum) = matcher.kind else { continue }
            let count = element.children.count
            guard count < minimum ?? 0 || count > maximum ?? .max else { continue }
            report(
                .body, path, .value, "the number of elements doesn't match the pact",
                expected: "\(minimum ?? 0) to \(maximum.map { "\($0)" } ?? "any number of") elements",
                actual: "\(count) elements", at: matcher.location)
        }
        compareChildren(element, like: example, cursor, path, location)
    }

    private mutating func compareAttributes(
        _ element: XMLElement, like example: XMLElement, _ cursor: PactRuleCursor, _ path: String,
        _ location: SourceLocation
    ) {
        for (name, expectedValue) in example.attributes {
            let place = "\(path)/@\(name.local)"
            guard let value = element.attribute(name) else {
                report(
                    .body, place, .missing, "the attribute “\(name)” is missing", expected: expectedValue,
                    actual: "none", at: location)
                continue
            }
            compareText(value, like: expectedValue, cursor.entering(.name("@\(name.local)")), place, location)
        }
        guard !allowsMore else { return }
        for (name, value) in element.attributes where example.attribute(name) == nil {
            report(
                .body, "\(path)/@\(name.local)", .unexpected, "the attribute “\(name)” isn't in the pact",
                expected: "none", actual: value, at: location)
        }
    }

    private mutating func compareTexts(
        _ element: XMLElement, like example: XMLElement, _ cursor: PactRuleCursor, _ path: String,
        _ location: SourceLocation
    ) {
        let inner = cursor.entering(.name("#text"))
        // An element of a response may contain text that the example lacks, if a matcher applies to the text.
        if example.trimmedText.isEmpty, allowsMore, inner.matchers != nil { return }
        compareText(element.trimmedText, like: example.trimmedText, inner, "\(path)/#text", location)
    }

    private mutating func compareText(
        _ text: String, like example: String, _ cursor: PactRuleCursor, _ path: String, _ location: SourceLocation
    ) {
        var problem = text.isExactly(example) ? nil : Excerpt.cut(JSON.string(example).compact)
        if var matchers = cursor.matchers {
            matchers.isCascaded = true
            problem = self.problem(.text(text), like: .text(example), matchers, isWhole: false)
        }
        guard let problem else { return }
        report(
            .body, path, .value, "expected \(problem), got \(Excerpt.cut(JSON.string(text).compact))",
            expected: problem, actual: Excerpt.cut(text), at: location)
    }

    private mutating func compareChildren(
        _ element: XMLElement, like example: XMLElement, _ cursor: PactRuleCursor, _ path: String,
        _ location: SourceLocation
    ) {
        let names = example.children.map(\.name).distinct
        for name in names {
            let examples = example.children.filter { $0.name == name }
            let elements = element.children.filter { $0.name == name }
            let inner = cursor.entering(.name(name.local))
            let place = "\(path)/\(name.local)"
            let hasMatcher = inner.matchers != nil
            if elements.count < (hasMatcher ? 1 : examples.count) {
                report(
                    .body, place, .missing, "the element “\(name)” is missing", expected: "\(examples.count)",
                    actual: "\(elements.count)", at: location)
            }
            if !hasMatcher, !allowsMore, elements.count > examples.count {
                report(
                    .body, place, .unexpected, "there are more elements “\(name)” than in the pact",
                    expected: "\(examples.count)", actual: "\(elements.count)", at: location)
            }
            for (index, child) in elements.enumerated() where index < examples.count || hasMatcher {
                compare(child, like: index < examples.count ? examples[index] : examples[0], inner, place, location)
            }
        }
        guard !allowsMore || cursor.matchers != nil else { return }
        for child in element.children where !names.contains(child.name) {
            report(
                .body, "\(path)/\(child.name.local)", .unexpected, "the element “\(child.name)” isn't in the pact",
                expected: "none", actual: child.name.description, at: location)
        }
    }
}
