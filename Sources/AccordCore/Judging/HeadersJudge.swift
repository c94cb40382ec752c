// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges header fields. Names are compared case-insensitively, and values by the grammar of the field. Undocumented
/// fields may be present.
struct HeadersJudge {
    let direction: Direction
    let headers: [HTTPField]

    func judge(_ expectations: [ExpectedParameter], into judgement: inout Judgement) {
        for expectation in expectations { judge(expectation, expectations, &judgement) }
    }

    private func judge(_ expected: ExpectedParameter, _ all: [ExpectedParameter], _ judgement: inout Judgement) {
        let lines = headers.values(expected.name)
        switch expected.expectation {
        case .value(let value):
            guard !lines.isEmpty else {
                if expected.fallback == value {
                    judgement.assertions += 1
                    return
                }
                let expectedText = expected.lines(value).map(\.value).joined(separator: ", ")
                return judgement.check(false, otherwise: missing(expected, all, expectedText))
            }
            let shape = expected.shape(in: .header)
            judgement.check(
                HeaderComparison(expected.name, shape).isSame(value, lines),
                otherwise: mismatch(expected, value, lines))
        case .schema:
            judgement.check(!lines.isEmpty, otherwise: missing(expected, all, nil))
            judgeSchema(expected, lines, &judgement)
            judgeScheme(expected, lines, &judgement)
        case .optional: judgeSchema(expected, lines, &judgement)
        case .absent(let allowed):
            let shape = expected.shape(in: .header)
            let isDefault = allowed.map { HeaderComparison(expected.name, shape).isSame($0, lines) } ?? false
            judgement.check(lines.isEmpty || isDefault, otherwise: forbidden(expected, lines))
        }
    }

    private func judgeSchema(_ expected: ExpectedParameter, _ lines: [String], _ judgement: inout Judgement) {
        guard !lines.isEmpty, let parameter = expected.parameter else { return }
        let shape = parameter.shape
        // Each Set-Cookie field is a value of its own (RFC 9110 section 5.3), unless the schema describes a list.
        let values = expected.name.isFieldName("Set-Cookie") && shape.kind != .array ? lines.map { [$0] } : [lines]
        let findings = SchemaFindings(
            rule: direction.rule(.requestHeaderSchema, .responseHeaderSchema), part: .header, name: expected.name)
        judgement.assertions += 1
        for lines in values {
            let trees = ParameterReader(shape, layer: .plain).readHeader(lines)
            judgement.findings += findings.findings(
                ofReadings: trees.flatMap { $0.readings(as: shape) }, parameter.schema)
        }
    }

    /// Judges the scheme of credentials whose value the contract doesn't have, such as “Bearer”.
    private func judgeScheme(_ expected: ExpectedParameter, _ lines: [String], _ judgement: inout Judgement) {
        guard let value = lines.first, !expected.authentication.isEmpty else { return }
        // The rest of the value is a secret.
        let words = value.split(separator: " ", maxSplits: 1)
        let scheme = words.count == 2 ? "\(words[0]) …" : "\(value.count) characters without a space"
        let names = expected.authentication.map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
            .joined(separator: " or ")
        judgement.check(
            expected.authentication.contains { $0.admits(value) },
            otherwise: finding(
                direction.rule(.requestHeaderValue, .responseHeaderValue), expected,
                "the header “\(expected.name)” has no credentials of the scheme \(names)",
                expected: "\(names), a space, and the credentials", actual: scheme,
                advice: "Send the name of the scheme and one space before the credentials."))
    }

    private func missing(
        _ expected: ExpectedParameter, _ all: [ExpectedParameter], _ expectedText: String?
    ) -> Finding {
        let free = headers.map(\.name).filter { name in
            !Self.standard.contains(name.lowercased()) && !all.contains { $0.name.isFieldName(name) }
        }
        let advice =
            if let other = Suggestion.nearest(to: expected.name, in: free) {
                "Did you mean “\(expected.name)”? The \(direction.blame.rawValue) sent “\(other)”."
            } else if direction == .response {
                "Send the header field, or set “required” to false in the contract."
            } else if expected.parameter?.isRequired == false {
                "Set the header field on the URLRequest, because the case has a value for the field."
            } else {
                "Set the header field on the URLRequest, or set “required” to false in the contract."
            }
        return finding(
            direction.rule(.requestHeaderMissing, .responseHeaderMissing), expected,
            "the header “\(expected.name)” is missing", expected: expectedText, actual: "none", advice: advice)
    }

    /// Standard header fields. Accord never suggests that a name in this list is a misspelling of a documented name.
    private static let standard: Set<String> = [
        "accept", "accept-encoding", "accept-language", "authorization", "cache-control", "connection",
        "content-length", "content-type", "cookie", "date", "host", "keep-alive", "server", "user-agent", "vary",
    ]

    private func mismatch(_ expected: ExpectedParameter, _ value: JSON, _ lines: [String]) -> Finding {
        let expectedText = expected.lines(value).map(\.value).joined(separator: ", ")
        let actual = lines.joined(separator: ", ")
        var message = "the header “\(expected.name)” has the wrong value"
        var advice: String?
        let isAuthorization = expected.name.isFieldName("Authorization")
        if isAuthorization, let scheme = expectedText.split(separator: " ").first, expectedText.hasSuffix(actual),
            expectedText != actual
        {
            message = "the header “\(expected.name)” has no scheme, such as “Bearer”, before the credentials"
            advice = "Send “\(scheme) ” before the credentials."
        } else if actual.isEmpty {
            message = "the header “\(expected.name)” is empty"
        }
        return finding(
            direction.rule(.requestHeaderValue, .responseHeaderValue), expected, message,
            expected: Excerpt.cut(expectedText), actual: Excerpt.cut(actual), advice: advice)
    }

    private func forbidden(_ expected: ExpectedParameter, _ lines: [String]) -> Finding {
        // If the case sets the field to null, `expected.location` is the location of this null. If both locations are
        // equal, the field is optional, and the case doesn't specify it.
        let isForbidden = expected.parameter.map { $0.isForbidden || $0.location != expected.location } ?? true
        return finding(
            direction.rule(.requestHeaderForbidden, .responseHeaderForbidden), expected,
            isForbidden
                ? "the contract forbids the header “\(expected.name)”"
                : "the \(direction.blame.rawValue) sent the header “\(expected.name)”, but the case doesn't specify it",
            expected: "none", actual: Excerpt.cut(lines.joined(separator: ", ")))
    }

    private func finding(
        _ rule: Rule, _ expectation: ExpectedParameter, _ message: String, expected: String?, actual: String?,
        advice: String? = nil
    ) -> Finding {
        Finding(
            rule: rule, message, contract: expectation.location, place: .init(.header, expectation.name),
            expected: expected, actual: actual, advice: advice)
    }
}

/// Compares the values of header fields. The field determines which differences are ignored, such as spaces after
/// commas.
package struct HeaderComparison {
    let name: String
    let shape: ParameterShape

    init(_ name: String, _ shape: ParameterShape) {
        self.name = name.lowercased()
        self.shape = shape
    }

    /// Whether the header lines have the expected value. A list may be split into several lines.
    func isSame(_ expected: JSON, _ lines: [String]) -> Bool {
        if name == "set-cookie", lines.count > 1, expected.array == nil {
            return lines.contains { isSame(expected, [$0]) }
        }
        let reader = ParameterReader(shape, layer: .plain, expecting: expected)
        if reader.readHeader(lines).contains(where: { $0.matches(expected, as: shape) }) { return true }
        let writer = ParameterWriter(shape)
        let expectedText = expected.array.map { $0.map { writer.headerText($0) } } ?? [writer.headerText(expected)]
        return isSame(text: expectedText.joined(separator: ", "), lines.joined(separator: ", "))
    }

    private func isSame(text expected: String, _ actual: String) -> Bool {
        let expectedText = HeaderGrammar.trimmed(expected)
        let got = HeaderGrammar.trimmed(actual)
        if expectedText.isExactly(got) { return true }
        return Self.comparison(name)?(expectedText, got) ?? false
    }

    /// Whether one value of the header field `name`, in lower case, has several spellings.
    package static func hasSpellings(_ name: String) -> Bool { comparison(name) != nil }

    /// Returns a function that compares two spellings of a value, or `nil` if a value has only one spelling.
    private static func comparison(_ name: String) -> ((_ expected: String, _ actual: String) -> Bool)? {
        switch name {
        case "content-type": { mediaType($0, covers: $1) }
        case "accept": sameMembers { mediaType($0, covers: $1, sameEssence: true) }
        case "authorization", "proxy-authorization": sameCredentials
        case "cache-control", "vary", "connection", "accept-encoding", "accept-language", "content-encoding", "te",
            "allow", "accept-ranges", "transfer-encoding", "pragma":
            sameMembers { $0.lowercased() == $1.lowercased() }
        case "if-match", "if-none-match", "link", "accept-charset", "prefer", "via", "forwarded":
            sameMembers { $0.isExactly($1) }
        default: nil
        }
    }

    /// Compares comma-separated members. The order and spaces don't matter.
    private static func sameMembers(
        _ isSame: @escaping (String, String) -> Bool
    ) -> (_ expected: String, _ actual: String) -> Bool {
        { HeaderGrammar.list($0).isPermutation(of: HeaderGrammar.list($1), by: isSame) }
    }

    private static func mediaType(_ expected: String, covers actual: String, sameEssence: Bool = false) -> Bool {
        guard let type = MediaType(parsing: expected), let other = MediaType(parsing: actual) else { return false }
        return type.covers(other) && (!sameEssence || type.essence == other.essence)
    }

    /// Compares credentials. The scheme is case-insensitive (RFC 9110, section 11.1), and the rest must be equal.
    private static func sameCredentials(_ expected: String, _ actual: String) -> Bool {
        let expectedText = expected.split(separator: " ", maxSplits: 1)
        let got = actual.split(separator: " ", maxSplits: 1)
        guard expectedText.count == 2, got.count == 2 else { return false }
        return expectedText[0].lowercased() == got[0].lowercased()
            && HeaderGrammar.trimmed(expectedText[1]).isExactly(HeaderGrammar.trimmed(got[1]))
    }
}
