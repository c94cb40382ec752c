// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A matcher in a matching rule of a pact. It decides which values are accepted instead of the example.
package struct PactMatcher: Sendable {
    package indirect enum Kind: Sendable {
        case equality
        /// Requires the JSON type of the example, and limits the length of an array.
        case type(minimum: Int?, maximum: Int?)
        case regex(ECMAPattern)
        case include(String)
        case integer, decimal, number, boolean, null
        case date(PactDateFormat)
        /// Each value of the object matches the example's first value. The keys may differ.
        case values
        case eachKey([PactMatcher])
        case eachValue([PactMatcher])
        /// Each variant describes one element of the example: its index, and the rules for this element. For each
        /// variant, at least one element of the received array must match the rules.
        case arrayContains([(index: Int, rules: [PactRule])])
        case contentType(String)
        case semver
        case notEmpty
        /// The accepted status codes, and their description.
        case status(String, [ClosedRange<Int>])
    }

    package var kind: Kind
    package var location: SourceLocation

    /// Whether the matcher applies to the value at its path and to all values inside that value.
    package var cascades: Bool {
        switch kind {
        case .values, .eachKey, .eachValue, .arrayContains, .contentType, .status: false
        case .equality, .type, .regex, .include, .integer, .decimal, .number, .boolean, .null, .date, .semver,
            .notEmpty:
            true
        }
    }
}

/// A path, with the matchers that apply to the values at that path.
package struct PactRule: Sendable {
    package var path: PactPath
    package var matchers: [PactMatcher]
    /// Whether a value has to satisfy only one of the matchers (`"combine": "OR"`).
    package var isAny = false
}

/// The matching rules of a message, grouped by category, such as the body or the header fields.
package struct PactRules: Sendable {
    package var path: [PactRule] = []
    package var query: [PactRule] = []
    package var headers: [PactRule] = []
    package var body: [PactRule] = []
    package var status: [PactRule] = []
    package var metadata: [PactRule] = []

    /// Adds a rule to a category. Returns `false` if the category is unknown.
    mutating func add(_ rule: PactRule, to category: String) -> Bool {
        switch category {
        case "path": path.append(rule)
        case "query": query.append(rule)
        case "header", "headers": headers.append(rule)
        case "body", "content", "contents": body.append(rule)
        case "status": status.append(rule)
        case "metadata": metadata.append(rule)
        case "method": break
        default: return false
        }
        return true
    }
}
