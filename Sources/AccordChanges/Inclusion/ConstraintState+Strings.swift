// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ConstraintState {
    /// A string that satisfies all constraints of the schemas, such as `maxLength` and `pattern`.
    var stringResult: SearchResult {
        var state = self
        for pattern in patterns {
            var parser = PatternParser(source: pattern, isUnicode: true)
            guard let node = try? parser.parse() else { continue }
            guard state.limit(node.leastCount, node.greatestWholeCount ?? .max) else { return .none }
        }
        return state.stringOfLimitedLength
    }

    private var stringOfLimitedLength: SearchResult {
        let isPlain = patterns.isEmpty && excludedPatterns.isEmpty && formats.isEmpty && excludedFormats.isEmpty
        let candidates = candidates
        if isPlain {
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
        let excludesAll = excludedPatterns.contains { ["", ".*", "^.*", ".*$", "^", "$"].contains($0) }
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

    /// Generated strings that match the required patterns and formats.
    private func examples(minimum: Int, seeds: UInt64) -> [String] {
        guard let schema = schema(withExclusions: false, minimum: minimum) else { return [] }
        return (0..<seeds).compactMap { (try? schema.example(seed: $0))?.string }
    }

    /// Strings that have one more character at the start or the end than the examples, or that differ in one character.
    private func variants(of examples: [String]) -> [String] {
        let mentioned = (patterns + excludedPatterns).joined().unicodeScalars
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
        let numbers = (patterns + excludedPatterns).flatMap { pattern in
            pattern.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        }
        let lengths = Set(numbers.filter { (1...300).contains($0) && $0 < count.maximum }).sorted().suffix(3)
        return lengths.flatMap { [$0, $0 + 1] }.flatMap { examples(minimum: $0, seeds: 1) }
    }

    private func schema(withExclusions: Bool, minimum: Int = 0) -> Schema? {
        var parts: [JSON] = []
        parts += patterns.map { ["pattern": .string($0)] }
        parts += formats.map { ["format": .string($0)] }
        if withExclusions {
            parts += excludedPatterns.map { ["not": ["pattern": .string($0)]] }
            parts += excludedFormats.map { ["not": ["format": .string($0)]] }
        }
        var schema: JSONObject = ["type": "string", "minLength": .number(JSONNumber(max(minimum, count.minimum)))]
        if count.maximum < .max { schema["maxLength"] = .number(JSONNumber(count.maximum)) }
        if !parts.isEmpty { schema["allOf"] = .array(parts) }
        return try? Schema.compile(.object(schema))
    }
}
