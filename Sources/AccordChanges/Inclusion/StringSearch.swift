// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Searches for a string that satisfies all constraints of the schemas, such as `maxLength` and `pattern`.
struct StringSearch {
    private let state: ConstraintState

    /// Limits the length to the lengths of the texts that the patterns match.
    init(_ state: ConstraintState) {
        var state = state
        for pattern in state.patterns {
            var parser = PatternParser(source: pattern, isUnicode: true)
            guard let node = try? parser.parse() else { continue }
            state.minCount = max(state.minCount, node.leastCount)
            state.maxCount = min(state.maxCount, node.greatestWholeCount ?? .max)
        }
        self.state = state
    }

    var result: SearchResult {
        if state.minCount > state.maxCount { return .none }
        if state.patterns.contains(where: state.excludedPatterns.contains) { return .none }
        if state.formats.contains(where: state.excludedFormats.contains) { return .none }
        let isPlain =
            state.patterns.isEmpty && state.excludedPatterns.isEmpty && state.formats.isEmpty
            && state.excludedFormats.isEmpty
        let candidates = candidates
        if isPlain {
            let candidate = candidates.first { !state.excluded.contains(.string($0)) }
            // If no candidate fits, a longer string may fit, unless the maximum length is 0.
            return candidate.map { .some(.string($0), isSure: !state.isDoubtful) }
                ?? (state.maxCount == 0 ? .none : .unknown)
        }
        guard let checked = schema(withExclusions: true) else { return .unknown }
        let examples = examples(minimum: 0, count: 6)
        for texts in [{ candidates }, { examples }, { variants(of: examples) }, { longExamples }] {
            for text in texts() where !state.excluded.contains(.string(text)) {
                if checked.isValid(.string(text)) { return .some(.string(text), isSure: !state.isDoubtful) }
            }
        }
        // No string can violate a pattern that matches every string.
        let excludesAll = state.excludedPatterns.contains { ["", ".*", "^.*", ".*$", "^", "$"].contains($0) }
        return excludesAll ? .none : .unknown
    }

    /// Simple strings, such as `a`, that may satisfy the constraints. Their length is within the limits.
    private var candidates: [String] {
        let seeds = ["a", "b", "", "A", "0", "1", " ", "-", "_", "a b", "é", "/", "a-1", "unknown"]
        var strings: [String] = []
        for seed in seeds {
            var text = seed
            if text.unicodeScalars.count < state.minCount {
                guard state.minCount <= 100_000 else { continue }
                let filler = seed.last.map(String.init) ?? "a"
                text += String(repeating: filler, count: state.minCount - text.unicodeScalars.count)
            }
            if text.unicodeScalars.count <= state.maxCount, !strings.contains(text) { strings.append(text) }
        }
        for index in 2..<20 where state.minCount <= 2 && state.maxCount >= 2 { strings.append("a\(index)") }
        return strings
    }

    /// Generated strings that match the required patterns and formats.
    private func examples(minimum: Int, count: UInt64) -> [String] {
        guard let schema = schema(withExclusions: false, minimum: minimum) else { return [] }
        return (0..<count).compactMap { (try? schema.example(seed: $0))?.string }
    }

    private var patterns: [String] { state.patterns + state.excludedPatterns }

    /// Strings that have one more character at the start or the end than the examples, or that differ in one character.
    private func variants(of examples: [String]) -> [String] {
        let characters = Set(patterns.joined().unicodeScalars + "aA0 -_.\n".unicodeScalars).sorted().prefix(60)
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
        let numbers = patterns.flatMap { $0.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) } }
        let lengths = Set(numbers.filter { (1...300).contains($0) && $0 < state.maxCount }).sorted().suffix(3)
        return lengths.flatMap { [$0, $0 + 1] }.flatMap { examples(minimum: $0, count: 1) }
    }

    private func schema(withExclusions: Bool, minimum: Int = 0) -> Schema? {
        var parts: [JSON] = []
        parts += state.patterns.map { ["pattern": .string($0)] }
        parts += state.formats.map { ["format": .string($0)] }
        if withExclusions {
            parts += state.excludedPatterns.map { ["not": ["pattern": .string($0)]] }
            parts += state.excludedFormats.map { ["not": ["format": .string($0)]] }
        }
        var schema: JSONObject = ["type": "string", "minLength": .number(JSONNumber(max(minimum, state.minCount)))]
        if state.maxCount < .max { schema["maxLength"] = .number(JSONNumber(state.maxCount)) }
        if !parts.isEmpty { schema["allOf"] = .array(parts) }
        return try? Schema.compile(.object(schema))
    }
}
