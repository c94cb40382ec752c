// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A test of a string: `pattern` or `format`. Patterns with the same syntax tree are equal, such as `[0-9]` and `\d`.
struct TextTest: Hashable {
    let keyword: String
    let value: String
    /// The syntax tree of a valid pattern.
    let tree: PatternNode?

    init(format: String) { (keyword, value, tree) = ("format", format, nil) }

    init(pattern: String) { (keyword, value, tree) = ("pattern", pattern, (try? ECMAPattern(pattern))?.tree) }

    static func == (left: Self, right: Self) -> Bool {
        left.keyword == right.keyword && left.tree == right.tree && (left.tree != nil || left.value == right.value)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(keyword)
        hasher.combine(tree)
        if tree == nil { hasher.combine(value) }
    }

    fileprivate var schema: JSON { [keyword: .string(value)] }
}

extension ConstraintState {
    /// A string that satisfies all constraints of the schemas, such as `maxLength` and `pattern`.
    var stringResult: SearchResult {
        var state = self
        for tree in tests.compactMap(\.tree) {
            guard state.limit(tree.leastCount, tree.greatestWholeCount ?? .max) else { return .none }
        }
        return state.stringOfLimitedLength
    }

    private var stringOfLimitedLength: SearchResult {
        let candidates = candidates
        if tests.isEmpty, excludedTests.isEmpty {
            let candidate = candidates.first { !excluded.contains(.string($0)) }
            // If no candidate fits, a longer string may fit, unless the maximum length is 0.
            return candidate.map { .some(.string($0), isSure: !isDoubtful) }
                ?? (count.maximum == 0 ? .none : .unknown)
        }
        guard let checked = schema(withExclusions: true) else { return .unknown }
        let examples = examples(minimum: 0, seeds: 6)
        for texts in [{ candidates }, { examples }, { variants(of: examples) }, { longExamples }] {
            for text in texts() where !excluded.contains(.string(text)) {
                if checked.isValid(.string(text)) { return .some(.string(text), isSure: !isDoubtful) }
            }
        }
        // No string can violate a pattern that matches every string.
        let excludesAll = excludedTests.contains {
            $0.keyword == "pattern" && ["", ".*", "^.*", ".*$", "^", "$"].contains($0.value)
        }
        return excludesAll ? .none : .unknown
    }

    /// Simple strings, such as `a`, that may satisfy the constraints. Their length is within the limits.
    private var candidates: [String] {
        let seeds = ["a", "b", "", "A", "0", "1", " ", "-", "_", "a b", "é", "/", "a-1", "unknown"]
        var strings: [String] = []
        for seed in seeds {
            var text = seed
            if text.unicodeScalars.count < count.minimum {
                guard count.minimum <= 100_000 else { continue }
                let filler = seed.last.map(String.init) ?? "a"
                text += String(repeating: filler, count: count.minimum - text.unicodeScalars.count)
            }
            if text.unicodeScalars.count <= count.maximum, !strings.contains(text) { strings.append(text) }
        }
        for index in 2..<20 where count.minimum <= 2 && count.maximum >= 2 { strings.append("a\(index)") }
        return strings
    }

    /// The patterns that the string must match or must not match.
    private var patterns: [String] { (tests + excludedTests).filter { $0.keyword == "pattern" }.map(\.value) }

    /// Generated strings that match the required patterns and formats.
    private func examples(minimum: Int, seeds: UInt64) -> [String] {
        guard let schema = schema(withExclusions: false, minimum: minimum) else { return [] }
        return (0..<seeds).compactMap { (try? schema.example(seed: $0))?.string }
    }

    /// Strings that have one more character at the start or the end than the examples, or that differ in one character.
    private func variants(of examples: [String]) -> [String] {
        let mentioned = patterns.joined().unicodeScalars
        let characters = Set(mentioned + "aA0 -_.\n".unicodeScalars).sorted().prefix(60)
        let longer = examples.prefix(3).flatMap { example in
            characters.flatMap { ["\(example)\($0)", "\($0)\(example)"] }
        }
        return longer
            + examples.prefix(3).flatMap { example in
                let scalars = Array(example.unicodeScalars)
                return scalars.indices.prefix(10).flatMap { index in
                    characters.map { character in
                        var changed = scalars
                        changed[index] = character
                        return String(String.UnicodeScalarView(changed))
                    }
                }
            }
    }

    /// Generated strings with as many characters as a number in the patterns, such as 10 in `^[a-z]{1,10}$`, or with
    /// one more.
    private var longExamples: [String] {
        let numbers = patterns.flatMap { pattern in
            pattern.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        }
        let lengths = Set(numbers.filter { (1...300).contains($0) && $0 < count.maximum }).sorted().suffix(3)
        return lengths.flatMap { [$0, $0 + 1] }.flatMap { examples(minimum: $0, seeds: 1) }
    }

    private func schema(withExclusions: Bool, minimum: Int = 0) -> Schema? {
        var parts = tests.map(\.schema)
        if withExclusions { parts += excludedTests.map { ["not": $0.schema] } }
        var schema: JSONObject = ["type": "string", "minLength": .number(JSONNumber(max(minimum, count.minimum)))]
        if count.maximum < .max { schema["maxLength"] = .number(JSONNumber(count.maximum)) }
        if !parts.isEmpty { schema["allOf"] = .array(parts) }
        return try? Schema.compile(.object(schema))
    }
}
