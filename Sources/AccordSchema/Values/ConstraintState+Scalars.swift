// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A test of a string. Patterns with the same syntax tree are equal, such as `[0-9]` and `\d`.
enum TextTest: Hashable {
    case pattern(ECMAPattern)
    case format(String)

    var pattern: ECMAPattern? { if case .pattern(let pattern) = self { pattern } else { nil } }
    /// The syntax tree of a pattern.
    var tree: PatternNode? { pattern?.tree }

    private var name: String? { if case .format(let name) = self { name } else { nil } }

    static func == (left: Self, right: Self) -> Bool { left.tree == right.tree && left.name == right.name }

    func hash(into hasher: inout Hasher) {
        hasher.combine(tree)
        hasher.combine(name)
    }

    func matches(_ text: String) -> Bool {
        switch self {
        case .pattern(let pattern): pattern.matches(in: text)
        case .format(let name): Format(name)?.matches(text) ?? true
        }
    }
}

extension ConstraintState {
    /// A string that satisfies all constraints of the schemas, such as `maxLength` and `pattern`.
    var stringResult: SearchResult {
        let candidates = candidates
        if tests.isEmpty, excludedTests.isEmpty {
            let candidate = candidates.first { !excluded.contains(.string($0)) }
            // If no candidate fits, a longer string may fit, unless the maximum length is 0.
            return candidate.map { .some(.string($0)) }
                ?? (count.maximum == 0 ? .none : .unknown)
        }
        var found = candidates.first(where: allows)
        if found == nil {
            let others = excluded.compactMap(\.string).prefix(50).map(PatternNode.whole)
            var search = PatternSearch(
                matching: tests.compactMap(\.tree), excluding: excludedTests.compactMap(\.tree) + others)
            switch search?.text(minimum: count.minimum, maximum: count.maximum, accepts: allows) {
            case .text(let text): found = text
            case .some(.none): return .none
            case .undecided, nil:
                var text = ExampleText(self, random: SeededRandom(seed: 0))
                found = text.value { _ in true }
            }
        }
        return found.map { .some(.string($0)) } ?? .unknown
    }

    /// Simple strings, such as `a`, that may satisfy the constraints. Their length is within the limits.
    private var candidates: [String] {
        let seeds = ["a", "b", "", "A", "0", "1", " ", "-", "_", "a b", "é", "/", "a-1", "unknown"]
        var strings: [String] = []
        for seed in seeds {
            var text = seed
            if text.unicodeScalars.count < count.minimum {
                // A long text takes much memory, so there is only one.
                guard count.minimum <= (seed == "a" ? 10_000_000 : 100_000) else { continue }
                let filler = seed.last.map(String.init) ?? "a"
                text += String(repeating: filler, count: count.minimum - text.unicodeScalars.count)
            }
            if text.unicodeScalars.count <= count.maximum, !strings.contains(text) { strings.append(text) }
        }
        for index in 2..<20 where count.minimum <= 2 && count.maximum >= 2 { strings.append("a\(index)") }
        return strings
    }

    /// Returns whether a string satisfies all constraints.
    func allows(_ text: String) -> Bool {
        count.allows(text.unicodeScalars.count) && !excluded.contains(.string(text))
            && tests.allSatisfy { $0.matches(text) } && !excludedTests.contains { $0.matches(text) }
    }

    // MARK: Numbers

    /// The largest number of candidate numbers to check.
    private static let mostPoints = 4_000

    /// A number that satisfies all constraints of the schemas, such as `minimum` and `multipleOf`.
    var numberResult: SearchResult {
        if number.isEmpty { return .none }
        let (grid, hasDivisor) = (grid, !number.divisors.isEmpty)
        let excludesAll = excludedDivisors.contains { divisor in
            grid.flatMap { grid in divisor.units(at: grid.scale).map { $0 != 0 && grid.step % $0 == 0 } } ?? false
        }
        if excludesAll, hasDivisor { return .none }
        let count = grid.map { $0.count ?? .max }
        let points = (0..<min(count ?? 0, Self.mostPoints)).lazy.compactMap { grid?.value($0) }
        let match =
            simpleNumbers.first(where: allows) ?? points.first(where: allows) ?? largeNumbers.first(where: allows)
        if let match { return .some(.number(match)) }
        // Without a divisor such as `multipleOf`, the result is unknown, because numbers between the candidates weren't
        // checked.
        return hasDivisor && count ?? .max <= Self.mostPoints ? .none : .unknown
    }

    private var simpleNumbers: [JSONNumber] {
        let near = [number.lower?.number, number.upper?.number].compactMap(\.self).flatMap { bound in
            [bound] + [-1, 1, -0.5, 0.5].compactMap { JSONNumber(bound.double + $0).map(Self.plain) }
        }
        return [0, 1, -1, 2, 3].map { JSONNumber($0) } + ["0.5", "1.5"].compactMap { JSONNumber($0) } + near
    }

    private var largeNumbers: [JSONNumber] {
        ["2147483648", "-2147483649", "9223372036854775808"].compactMap { JSONNumber($0) }
    }

    /// Returns a number such as `2.0` as the integer `2`, and other numbers unchanged.
    private static func plain(_ number: JSONNumber) -> JSONNumber { number.int.map { JSONNumber($0) } ?? number }

    /// Returns whether a number satisfies all constraints.
    func allows(_ candidate: JSONNumber) -> Bool {
        number.allows(candidate) && !excludedDivisors.contains { candidate.isMultiple(of: $0) }
            && !excluded.contains(.number(candidate))
    }

    /// The candidate numbers, or `nil` if a limit or a divisor such as `multipleOf` has too many digits.
    private var grid: NumberGrid? {
        let scales = excludedDivisors.compactMap(\.decimals)
        guard scales.count == excludedDivisors.count else { return nil }
        let grid = NumberGrid(number, digits: scales.max() ?? 0)
        return grid.flatMap { $0.scale <= 9 ? $0 : nil }
    }
}
