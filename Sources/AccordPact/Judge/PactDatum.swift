// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

/// A value that a matcher tests: a JSON value, or the text of a header field, a query item or an XML element.
enum PactDatum {
    case json(JSONValue)
    case text(String)

    var kind: JSONKind {
        switch self {
        case .json(let value): value.kind
        case .text: .string
        }
    }

    /// The value as text, or `nil` for null, an object or an array.
    var text: String? {
        switch self {
        case .text(let text): text
        case .json(let value):
            switch value.kind {
            case .string: value.string
            case .number, .bool: value.text
            case .null, .array, .object: nil
            }
        }
    }

    var excerpt: String {
        switch self {
        case .json(let value): Excerpt.of(value)
        case .text(let text): Excerpt.cut(JSON.string(text).compact)
        }
    }

    fileprivate var number: JSONNumber? {
        switch self {
        case .json(let value): value.number
        case .text(let text): JSONNumber(text)
        }
    }

    fileprivate var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .json(let value):
            switch value.kind {
            case .null: true
            case .string: value.string?.isEmpty ?? true
            case .array, .object: value.count == 0
            case .bool, .number: false
            }
        }
    }

    func isEqual(to other: PactDatum) -> Bool {
        switch (self, other) {
        case (.json(let value), .json(let other)): value == other
        default: text.flatMap { actualText in other.text.map { actualText.isExactly($0) } } ?? false
        }
    }
}

extension PactMatcher {
    /// Applies a matcher. If the actual value doesn't match, returns a description of the expected value. Otherwise,
    /// returns `nil`.
    ///
    /// - Parameters:
    ///   - isWhole: Whether a regular expression must match the whole text, as in a text body.
    ///   - isCascaded: Whether the matcher was written for an enclosing value. Its minimum and maximum number of
    ///     elements then don't apply to the inner value.
    func problem(_ actual: PactDatum, like expected: PactDatum, isCascaded: Bool = false, isWhole: Bool = false)
        -> String?
    {
        switch kind {
        case .equality: return actual.isEqual(to: expected) ? nil : expected.excerpt
        case .type(let minimum, let maximum):
            guard actual.kind == expected.kind else { return expected.kind.withArticle }
            return isCascaded ? nil : lengthProblem(actual, minimum, maximum)
        case .regex(let pattern):
            let isMatch = actual.text.map { text in
                guard let match = pattern.firstMatch(in: text) else { return false }
                return !isWhole || match.text.utf8.count == text.utf8.count
            }
            return isMatch == true ? nil : "a text that matches \(pattern)"
        case .include(let part): return actual.text?.contains(part) == true ? nil : "a text that contains “\(part)”"
        case .integer:
            let isInteger = actual.number.map { !$0.lexeme.utf8.contains { [0x2E, 0x45, 0x65].contains($0) } }
            return isInteger == true ? nil : "an integer"
        case .decimal:
            let isDecimal = actual.number.map { $0.lexeme.utf8.contains { [0x2E, 0x45, 0x65].contains($0) } }
            return isDecimal == true ? nil : "a decimal number"
        case .number: return actual.number == nil ? "a number" : nil
        case .boolean:
            let isBoolean = actual.kind == .bool || actual.isText && ["true", "false"].contains(actual.text)
            return isBoolean ? nil : "true or false"
        case .null: return actual.kind == .null ? nil : "null"
        case .date(let format):
            return actual.text.map { format.pattern.matches(in: $0) } == true ? nil : "a text such as \(format.text)"
        case .semver:
            return actual.text.map { Self.semver?.matches(in: $0) ?? false } == true ? nil : "a version such as 1.2.3"
        case .notEmpty: return actual.isEmpty ? "a value that isn't empty" : nil
        case .status(let name, let codes):
            let status = actual.text.flatMap { Int($0) } ?? -1
            return codes.contains { $0.contains(status) } ? nil : "a status code of \(name)"
        case .values, .eachKey, .eachValue, .arrayContains, .contentType: return nil
        }
    }

    private func lengthProblem(_ actual: PactDatum, _ minimum: Int?, _ maximum: Int?) -> String? {
        guard case .json(let list) = actual, list.kind == .array else { return nil }
        if let minimum, list.count < minimum { return "at least \(minimum) elements" }
        if let maximum, list.count > maximum { return "at most \(maximum) elements" }
        return nil
    }

    /// The grammar of Semantic Versioning 2.0.0.
    private static let semver: ECMAPattern? = try? ECMAPattern(
        "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$")
}

extension PactDatum { fileprivate var isText: Bool { if case .text = self { true } else { false } } }
