// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

/// A request, response or asynchronous message that was sent. Accord compares it with a pact.
package struct PactActual: Sendable {
    package var method = ""
    /// The percent-encoded path without the path of the base URL.
    package var path = ""
    package var query = ""
    package var status = 200
    package var headers: [HTTPField] = []
    package var metadata: [HTTPField] = []
    package var body: [UInt8] = []

    package init() {}
}

/// Compares a request, response or asynchronous message with the pact, by the rules of the Pact specification.
///
/// A request must not contain JSON members, query items or XML attributes that the pact lacks. A response may contain
/// additional JSON members and XML attributes.
package struct PactComparison {
    package let expected: PactMessage
    package let actual: PactActual
    /// The differences between the message and the pact.
    package internal(set) var findings: [Finding] = []
    package private(set) var assertions = 0

    /// The maximum number of differences to report for a message.
    static let limit = 50

    enum Mismatch { case missing, unexpected, value, syntax, mediaType }

    package init(_ expected: PactMessage, _ actual: PactActual) {
        self.expected = expected
        self.actual = actual
        switch expected.kind {
        case .request: compareRequest()
        case .response: compareStatus()
        case .message: compareMetadata()
        }
        if expected.kind != .message { compareHeaders() }
        compareBody()
    }

    var allowsMore: Bool { expected.kind != .request }

    /// Reports a difference between the message and the pact.
    ///
    /// - Parameter name: The name of a header field or query item, or a JSON Pointer into the body.
    mutating func report(
        _ part: Finding.Place.Part, _ name: String?, _ mismatch: Mismatch, _ message: String,
        expected: String? = nil, actual: String? = nil, at location: SourceLocation
    ) {
        guard findings.count < Self.limit else { return }
        let direction: Direction = self.expected.kind == .request ? .request : .response
        findings.append(
            Finding(
                rule: rule(part, name, mismatch, direction), blame: direction.blame, message, contract: location,
                place: .init(part, name), expected: expected, actual: actual,
                advice: direction == .request
                    ? "Send the request that the pact documents, or generate the pact again."
                    : "Send the response that the consumer expects, or agree on a change with the consumer's team."))
    }

    private func rule(
        _ part: Finding.Place.Part, _ name: String?, _ mismatch: Mismatch, _ direction: Direction
    ) -> Rule {
        switch (part, mismatch) {
        case (.method, _): .requestMethod
        case (.path, _): .requestPath
        case (.query, .missing): .requestQueryMissing
        case (.query, .unexpected): .requestQueryUnexpected
        case (.query, _): .requestQueryValue
        case (.status, _): .responseStatus
        case (.header, .missing): direction.rule(.requestHeaderMissing, .responseHeaderMissing)
        case (.header, .mediaType): direction.rule(.requestBodyMediaType, .responseBodyMediaType)
        case (.header, _): direction.rule(.requestHeaderValue, .responseHeaderValue)
        case (_, .syntax): direction.rule(.requestBodySyntax, .responseBodySyntax)
        case (_, .missing) where name == "": direction.rule(.requestBodyMissing, .responseBodyMissing)
        case (_, .unexpected) where name == "": direction.rule(.requestBodyUnexpected, .responseBodyUnexpected)
        default: direction.rule(.requestBodyValue, .responseBodyValue)
        }
    }

    mutating func count() { assertions += 1 }

    // MARK: The request line and the status code

    private mutating func compareRequest() {
        assertions += 2
        if actual.method.uppercased() != expected.method {
            report(
                .method, nil, .value, "expected the method \(expected.method), got \(actual.method)",
                expected: expected.method, actual: actual.method, at: expected.location)
        }
        let path = Percent.decodeText(actual.path)
        if let matchers = PactRuleCursor(expected.rules.path).matchers {
            if let problem = problem(.text(path), like: .text(expected.path), matchers, isWhole: false) {
                report(
                    .path, nil, .value, "the path doesn't match the pact", expected: problem, actual: actual.path,
                    at: expected.location)
            }
        } else if Self.segments(actual.path) != Self.segments(expected.path) {
            report(
                .path, nil, .value, "the path differs from the path in the pact", expected: expected.path,
                actual: actual.path, at: expected.location)
        }
        compareQuery()
    }

    /// Splits a path into decoded segments. The split comes before the decoding, because an encoded slash doesn't
    /// separate segments.
    private static func segments(_ path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).map { Percent.decodeText($0) }
    }

    private mutating func compareQuery() {
        if let text = expected.queryText {
            assertions += 1
            // Version 1.0 of the Pact specification compares the query as text.
            let pieces = { (query: String) in
                query.split(separator: "&", omittingEmptySubsequences: false).map { Form.decode($0) }
            }
            if pieces(text) != pieces(actual.query) {
                report(
                    .query, "", .value, "the query differs from the query in the pact", expected: text,
                    actual: actual.query, at: expected.location)
            }
            return
        }
        let items = Form.parse(actual.query)
        compareItems(expected.query, items, expected.rules.query, .query)
    }

    /// Compares query items or form fields. Only the order of items with the same name matters.
    mutating func compareItems(
        _ expectedItems: [PactMessage.Item], _ items: [Form.Item], _ rules: [PactRule], _ part: Finding.Place.Part
    ) {
        let cursor = PactRuleCursor(rules)
        for item in expectedItems {
            assertions += 1
            let values = items.filter { $0.name.isExactly(item.name) }.map(\.value)
            guard !values.isEmpty else {
                report(
                    part, item.name, .missing, "“\(item.name)” is missing",
                    expected: item.values.joined(separator: ", "), actual: "none", at: item.location)
                continue
            }
            compareValues(item, values, cursor.entering(.name(item.name)), part)
        }
        for item in items where !expectedItems.contains(where: { $0.name.isExactly(item.name) }) {
            report(
                part, item.name, .unexpected, "“\(item.name)” isn't in the pact", expected: "none", actual: item.value,
                at: expected.location)
        }
    }

    private mutating func compareValues(
        _ item: PactMessage.Item, _ values: [String], _ cursor: PactRuleCursor, _ part: Finding.Place.Part
    ) {
        let example = item.values.first ?? ""
        var isMatched = true
        var expectedText = item.values.joined(separator: ", ")
        for (index, value) in values.enumerated() {
            let expected = index < item.values.count ? item.values[index] : example
            if let matchers = cursor.entering(.index(index)).matchers {
                if let problem = problem(.text(value), like: .text(expected), matchers, isWhole: false) {
                    (isMatched, expectedText) = (false, problem)
                }
            } else if index >= item.values.count || !value.isExactly(expected) {
                isMatched = false
            }
        }
        if cursor.matchers == nil, values.count < item.values.count { isMatched = false }
        guard !isMatched else { return }
        report(
            part, item.name, .value, "“\(item.name)” has the wrong value", expected: Excerpt.cut(expectedText),
            actual: Excerpt.cut(values.joined(separator: ", ")), at: item.location)
    }

    private mutating func compareStatus() {
        guard let status = expected.status else { return }
        assertions += 1
        if let matchers = PactRuleCursor(expected.rules.status).matchers {
            let problem = problem(.text(String(actual.status)), like: .text(String(status)), matchers, isWhole: false)
            guard let problem else { return }
            report(
                .status, nil, .value, "the status code \(actual.status) doesn't match the pact", expected: problem,
                actual: String(actual.status), at: expected.location)
        } else if actual.status != status {
            report(
                .status, nil, .value, "expected the status code \(status), got \(actual.status)",
                expected: String(status), actual: String(actual.status), at: expected.location)
        }
    }

    // MARK: Matchers

    /// Applies matchers of the pact to a value. If the value doesn't match, returns a description of the expected
    /// value.
    func problem(_ value: PactDatum, like example: PactDatum, _ matchers: PactRuleCursor.Matchers, isWhole: Bool)
        -> String?
    {
        let problems = matchers.all.map { matcher in
            matcher.problem(value, like: example, isCascaded: matchers.isCascaded, isWhole: isWhole)
        }
        if matchers.isAny, problems.contains(where: { $0 == nil }) { return nil }
        let descriptions = problems.compactMap { $0 }
        return descriptions.isEmpty ? nil : descriptions.joined(separator: matchers.isAny ? " or " : " and ")
    }
}
