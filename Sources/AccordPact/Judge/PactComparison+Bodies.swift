// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

extension PactComparison {
    mutating func compareBody() {
        switch expected.body {
        case .missing: return
        case .empty(let location):
            count()
            if !actual.body.isEmpty {
                report(
                    .body, "", .unexpected, "the body isn't empty, but the pact has an empty body", expected: "none",
                    actual: Excerpt.of(actual.body), at: location)
            }
        case .json(let example):
            guard isPresent(SourceLocation(example)), isOfType(SourceLocation(example)) else { return }
            compareJSON(example)
        case .text(let text, let location):
            guard isPresent(location) else { return }
            compareText(text, location)
        case .bytes(let bytes, let location):
            guard isPresent(location), !declares(PactRuleCursor(expected.rules.body), location), actual.body != bytes
            else { return }
            report(
                .body, "", .value, "the body has the wrong bytes", expected: Excerpt.of(bytes),
                actual: Excerpt.of(actual.body), at: location)
        }
    }

    private mutating func isPresent(_ location: SourceLocation) -> Bool {
        count()
        guard actual.body.isEmpty else { return true }
        report(.body, "", .missing, "the body is missing", expected: "a body", actual: "none", at: location)
        return false
    }

    /// Returns `false` and reports a mismatch if `Content-Type` doesn't declare the body as JSON. If the pact specifies
    /// `Content-Type`, `compareHeaders` compares the field, and this function returns `true`.
    private mutating func isOfType(_ location: SourceLocation) -> Bool {
        guard expected.header("Content-Type") == nil, let line = actual.headers.first("Content-Type"),
            let type = MediaType(parsing: line), !type.isJSON, expected.kind != .message
        else { return true }
        report(
            .header, "Content-Type", .mediaType, "the body's Content-Type isn't JSON", expected: "application/json",
            actual: line, at: location)
        return false
    }

    private mutating func compareJSON(_ example: JSONValue) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: actual.body, file: "the body") } catch {
            return report(
                .body, "", .syntax, "the body isn't JSON: \(error.reason), at \(error.position)",
                expected: "JSON (RFC 8259)", actual: Excerpt.of(actual.body), at: SourceLocation(example))
        }
        compare(document.root, like: example, PactRuleCursor(expected.rules.body), .root)
    }

    private mutating func compareText(_ text: String, _ location: SourceLocation) {
        let type = expected.mediaType
        if type?.isXML == true { return compareXML(text, location) }
        if type?.isForm == true {
            let fields = PactMessage.Item.grouped(Form.parse(text), at: location)
            let items = Form.parse(String(decoding: actual.body, as: UTF8.self))
            return compareItems(fields, items, expected.rules.body, .body)
        }
        let cursor = PactRuleCursor(expected.rules.body)
        if declares(cursor, location) { return }
        guard let sent = String(utf8: actual.body) else {
            return report(
                .body, "", .syntax, "the body isn't UTF-8", expected: Excerpt.cut(text),
                actual: Excerpt.of(actual.body), at: location)
        }
        let problem: String?
        if let matchers = cursor.matchers {
            problem = self.problem(.text(sent), like: .text(text), matchers, isWhole: true)
        } else {
            problem = sent.isExactly(text) ? nil : Excerpt.cut(text)
        }
        guard let problem else { return }
        report(
            .body, "", .value, "the body has the wrong text", expected: problem, actual: Excerpt.cut(sent), at: location
        )
    }

    /// Judges the matcher `contentType`. Returns `false` if the matching rules don't contain this matcher.
    private mutating func declares(_ cursor: PactRuleCursor, _ location: SourceLocation) -> Bool {
        for matcher in cursor.direct {
            guard case .contentType(let text) = matcher.kind else { continue }
            let declared = actual.headers.first("Content-Type")
            let type = declared.flatMap { MediaType(parsing: $0) }
            let isRecognized = Self.signatures.contains { $0.type == text && actual.body.starts(with: $0.bytes) }
            if type?.essence != MediaType(parsing: text)?.essence, !isRecognized {
                report(
                    .header, "Content-Type", .mediaType, "the body's Content-Type isn't \(text)", expected: text,
                    actual: declared ?? "none", at: matcher.location)
            }
            return true
        }
        return false
    }

    // MARK: JSON

    private mutating func compare(
        _ value: JSONValue, like example: JSONValue, _ cursor: PactRuleCursor, _ pointer: JSONPointer
    ) {
        guard findings.count < Self.limit, pointer.tokens.count < 500 else { return }
        switch (example.kind, value.kind) {
        case (.object, .object): compareObject(value, like: example, cursor, pointer)
        case (.array, .array): compareArray(value, like: example, cursor, pointer)
        default: compareScalar(value, like: example, cursor, pointer)
        }
    }

    private mutating func compareScalar(
        _ value: JSONValue, like example: JSONValue, _ cursor: PactRuleCursor, _ pointer: JSONPointer
    ) {
        count()
        let problem: String?
        if [.object, .array].contains(example.kind), value.kind != example.kind {
            problem = example.kind.withArticle
        } else if let matchers = cursor.matchers {
            problem = self.problem(.json(value), like: .json(example), matchers, isWhole: false)
        } else {
            problem = value == example ? nil : Excerpt.of(example)
        }
        guard let problem else { return }
        let what = problem == example.kind.withArticle && value.kind == example.kind ? "a different value" : problem
        report(
            .body, pointer.description, .value, "expected \(what), got \(Excerpt.of(value))", expected: problem,
            actual: Excerpt.of(value), at: SourceLocation(example))
    }

    private mutating func compareObject(
        _ value: JSONValue, like example: JSONValue, _ cursor: PactRuleCursor, _ pointer: JSONPointer
    ) {
        count()
        var imposed: [PactMatcher]?
        var hasOpenKeys = false
        for matcher in cursor.direct {
            switch matcher.kind {
            case .values: imposed = imposed ?? []
            case .eachValue(let inner): imposed = (imposed ?? []) + inner
            case .eachKey(let inner):
                hasOpenKeys = true
                compareKeys(value, inner, like: example, pointer)
            case .notEmpty where value.count == 0:
                report(
                    .body, pointer.description, .value, "the object has no members, but the pact requires members",
                    expected: "a member", actual: "{}", at: SourceLocation(example))
            default: break
            }
        }
        if imposed == nil, !hasOpenKeys { compareNames(value, like: example, pointer) }
        guard let imposed else {
            for member in example.members {
                guard let inner = value[member.key] else { continue }
                let name = member.key
                compare(inner, like: member.value, cursor.entering(.name(name)), pointer.appending(name))
            }
            return
        }
        guard let first = example.members.first(where: { _ in true })?.value else { return }
        for member in value.members {
            let inner = cursor.entering(.name(member.key))
            compare(
                member.value, like: example[member.key] ?? first, imposed.isEmpty ? inner : inner.imposing(imposed),
                pointer.appending(member.key))
        }
    }

    private mutating func compareNames(_ value: JSONValue, like example: JSONValue, _ pointer: JSONPointer) {
        for member in example.members where value[member.key] == nil {
            report(
                .body, pointer.appending(member.key).description, .missing, "“\(member.key)” is missing",
                expected: Excerpt.of(member.value), actual: "none", at: SourceLocation(keyOf: member))
        }
        guard !allowsMore else { return }
        for member in value.members where example[member.key] == nil {
            report(
                .body, pointer.appending(member.key).description, .unexpected, "“\(member.key)” isn't in the pact",
                expected: "none", actual: Excerpt.of(member.value), at: SourceLocation(example))
        }
    }

    private mutating func compareKeys(
        _ value: JSONValue, _ matchers: [PactMatcher], like example: JSONValue, _ pointer: JSONPointer
    ) {
        let first = example.members.first { _ in true }?.key ?? ""
        for member in value.members {
            for matcher in matchers {
                guard let problem = matcher.problem(.text(member.key), like: .text(first)) else { continue }
                report(
                    .body, pointer.appending(member.key).description, .value,
                    "the key “\(member.key)” doesn't match the pact", expected: problem, actual: member.key,
                    at: matcher.location)
            }
        }
    }

    private mutating func compareArray(
        _ value: JSONValue, like example: JSONValue, _ cursor: PactRuleCursor, _ pointer: JSONPointer
    ) {
        count()
        let elements = value.elements.map { $0 }
        let examples = example.elements.map { $0 }
        for matcher in cursor.direct {
            guard case .arrayContains(let variants) = matcher.kind else { continue }
            return compareVariants(variants, elements, examples, matcher, pointer)
        }
        guard let matchers = cursor.matchers ?? (cursor.isNamed ? .init(all: [], isAny: false, isCascaded: false) : nil)
        else { return compareList(elements, like: examples, example, cursor, pointer) }
        if let problem = problem(.json(value), like: .json(example), matchers, isWhole: false) {
            report(
                .body, pointer.description, .value, "expected \(problem), got \(elements.count)", expected: problem,
                actual: Excerpt.of(value), at: SourceLocation(example))
        }
        guard let first = examples.first else { return }
        let imposed = cursor.direct.flatMap { matcher -> [PactMatcher] in
            if case .eachValue(let inner) = matcher.kind { inner } else { [] }
        }
        for (index, element) in elements.enumerated() {
            let inner = cursor.entering(.index(index))
            compare(
                element, like: index < examples.count ? examples[index] : first,
                imposed.isEmpty ? inner : inner.imposing(imposed), pointer.appending(index))
        }
    }

    /// Compares an array with the example, if no matcher applies to the array itself. The actual array may have
    /// additional elements only if a matcher applies to these elements, such as `$.items[*]`.
    private mutating func compareList(
        _ elements: [JSONValue], like examples: [JSONValue], _ example: JSONValue, _ cursor: PactRuleCursor,
        _ pointer: JSONPointer
    ) {
        let hasOpenEnd = !examples.isEmpty && cursor.entering(.index(examples.count)).isNamed
        if elements.count < examples.count || elements.count > examples.count && !hasOpenEnd {
            report(
                .body, pointer.description, elements.count < examples.count ? .missing : .unexpected,
                "expected \(examples.count) elements, got \(elements.count)", expected: "\(examples.count) elements",
                actual: "\(elements.count) elements", at: SourceLocation(example))
        }
        for (index, element) in elements.enumerated() {
            let inner = cursor.entering(.index(index))
            if index < examples.count {
                compare(element, like: examples[index], inner, pointer.appending(index))
            } else if let first = examples.first, inner.isNamed {
                compare(element, like: first, inner, pointer.appending(index))
            }
        }
    }

    /// Judges the matcher `arrayContains`. Each variant must match at least one element of the array.
    private mutating func compareVariants(
        _ variants: [(index: Int, rules: [PactRule])], _ elements: [JSONValue], _ examples: [JSONValue],
        _ matcher: PactMatcher, _ pointer: JSONPointer
    ) {
        for (index, rules) in variants {
            guard examples.indices.contains(index) else { continue }
            count()
            let isFound = elements.contains { element in
                var trial = self
                trial.findings = []
                trial.compare(element, like: examples[index], PactRuleCursor(rules), pointer)
                return trial.findings.isEmpty
            }
            guard !isFound else { continue }
            report(
                .body, pointer.description, .missing, "no element of the array matches variant \(index) of the pact",
                expected: Excerpt.of(examples[index]), actual: "none", at: matcher.location)
        }
    }

    /// The first bytes of files of some media types.
    private static let signatures: [(type: String, bytes: [UInt8])] = [
        ("image/jpeg", [0xFF, 0xD8, 0xFF]), ("image/png", [0x89, 0x50, 0x4E, 0x47]), ("image/gif", [0x47, 0x49, 0x46]),
        ("application/pdf", [0x25, 0x50, 0x44, 0x46]), ("application/zip", [0x50, 0x4B]),
        ("application/gzip", [0x1F, 0x8B]),
    ]
}
