// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ConstraintState {
    /// The largest number of candidate numbers to check.
    private static let mostPoints = 4_000

    /// Whether the number must be a multiple of another number.
    private var hasDivisor: Bool { !number.divisors.isEmpty }

    /// A number that satisfies all constraints of the schemas, such as `minimum` and `multipleOf`.
    var numberResult: SearchResult {
        if number.isEmpty { return .none }
        if let grid { return search(grid) }
        return found(in: simpleNumbers + largeNumbers) ?? .unknown
    }

    private func found(in numbers: some Sequence<JSONNumber>) -> SearchResult? {
        numbers.first(where: allows).map { .some(.number($0), isSure: !isDoubtful) }
    }

    private func search(_ grid: NumberGrid) -> SearchResult {
        let excludesAll = excludedDivisors.contains { divisor in
            divisor.units(at: grid.scale).map { $0 != 0 && grid.step % $0 == 0 } ?? false
        }
        if excludesAll, hasDivisor { return .none }
        let points = (0..<min(grid.count ?? .max, Self.mostPoints)).lazy.compactMap(grid.value)
        if let result = found(in: simpleNumbers) ?? found(in: points) ?? found(in: largeNumbers) { return result }
        // Without a divisor such as `multipleOf`, the result is unknown, because numbers between the candidates weren't
        // checked.
        let isComplete = grid.count.map { $0 <= Self.mostPoints } ?? false
        return isComplete && hasDivisor ? .none : .unknown
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

    private func allows(_ candidate: JSONNumber) -> Bool {
        number.allows(candidate) && !excludedDivisors.contains { candidate.isMultiple(of: $0) }
            && !excluded.contains(.number(candidate))
    }

    /// The candidate numbers, or `nil` if a limit or a divisor such as `multipleOf` has too many digits.
    private var grid: NumberGrid? {
        let scales = excludedDivisors.compactMap(\.decimals)
        guard scales.count == excludedDivisors.count else { return nil }
        let grid = NumberGrid(number, isWhole: false, digits: scales.max() ?? 0)
        return grid.flatMap { $0.scale <= 9 ? $0 : nil }
    }
}
