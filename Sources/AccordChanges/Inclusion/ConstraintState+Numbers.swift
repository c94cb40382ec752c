// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ConstraintState {
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
