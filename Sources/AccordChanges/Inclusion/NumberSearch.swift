// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Searches for a number that satisfies all constraints of the schemas, such as `minimum` and `multipleOf`.
struct NumberSearch {
    private let state: ConstraintState

    /// The largest number of candidate numbers to check.
    private static let mostPoints = 4_000

    init(_ state: ConstraintState) { self.state = state }

    /// Whether the number must be a multiple of another number.
    private var hasDivisor: Bool { state.isWhole || !state.number.divisors.isEmpty }

    var result: SearchResult {
        if let low = state.number.lower, let high = state.number.upper {
            if low.number > high.number { return .none }
            if low.number == high.number, low.isExclusive || high.isExclusive { return .none }
        }
        if let grid { return search(grid) }
        return found(in: simpleNumbers + largeNumbers) ?? .unknown
    }

    private func found(in numbers: [JSONNumber]) -> SearchResult? {
        numbers.first(where: allows).map { .some(.number($0), isSure: !state.isDoubtful) }
    }

    private func search(_ grid: ExampleGrid) -> SearchResult {
        for divisor in state.excludedDivisors {
            if let units = ExampleDecimal(divisor)?.units(at: grid.scale), units != 0, grid.step % units == 0,
                hasDivisor
            {
                return .none
            }
        }
        if let low = grid.low, let high = grid.high, low > high { return hasDivisor ? .none : .unknown }
        if let result = found(in: simpleNumbers) { return result }
        // Search upward from the lower limit, or from 0. Without a lower limit, search downward from an upper limit.
        let isDownward = grid.low == nil && grid.high != nil
        var point = grid.low ?? min(grid.high ?? 0, 0)
        var isComplete = false
        for _ in 0..<Self.mostPoints {
            if let high = grid.high, point > high {
                isComplete = grid.low != nil
                break
            }
            if let number = ExampleDecimal(units: point, scale: grid.scale).number, let result = found(in: [number]) {
                return result
            }
            point = isDownward ? point - grid.step : point + grid.step
        }
        if let result = found(in: largeNumbers) { return result }
        // Without a divisor such as `multipleOf`, the result is unknown, because numbers between the candidates weren't
        // checked.
        return isComplete && hasDivisor ? .none : .unknown
    }

    private var simpleNumbers: [JSONNumber] {
        let near = [state.number.lower?.number, state.number.upper?.number].compactMap(\.self).flatMap { bound in
            [bound] + [-1, 1, -0.5, 0.5].compactMap { JSONNumber(bound.double + $0).map(Self.plain) }
        }
        return [0, 1, -1, 2, 3].map { JSONNumber($0) } + ["0.5", "1.5"].compactMap { JSONNumber($0) } + near
    }

    private var largeNumbers: [JSONNumber] {
        ["2147483648", "-2147483649", "9223372036854775808"].compactMap { JSONNumber($0) }
    }

    /// Returns a number such as `2.0` as the integer `2`, and other numbers unchanged.
    private static func plain(_ number: JSONNumber) -> JSONNumber { number.int.map { JSONNumber($0) } ?? number }

    private func allows(_ number: JSONNumber) -> Bool {
        func has(_ format: String) -> Bool {
            switch format {
            case "int32": number.int.map { Int32(exactly: $0) != nil } ?? false
            case "int64": number.int != nil
            default: true
            }
        }
        return state.number.allows(number) && (!state.isWhole || number.isInteger)
            && !state.excludedDivisors.contains { number.isMultiple(of: $0) }
            && !state.excluded.contains(.number(number)) && state.formats.allSatisfy(has)
            && !state.excludedFormats.contains(where: has)
    }

    /// The candidate numbers, or `nil` if a limit or a divisor such as `multipleOf` has too many digits.
    private var grid: ExampleGrid? {
        let excluded = state.excludedDivisors.compactMap { ExampleDecimal($0)?.scale }
        guard excluded.count == state.excludedDivisors.count else { return nil }
        let grid = ExampleGrid(state.number, isWhole: state.isWhole, digits: excluded.max() ?? 0)
        return grid.flatMap { $0.scale <= 9 ? $0 : nil }
    }
}
