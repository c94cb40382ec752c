// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Searches for a number that satisfies all constraints of the schemas, such as `minimum` and `multipleOf`.
struct NumberSearch {
    private let state: ConstraintState

    /// The candidate numbers: the multiples of `step` from `low` to `high`, in the unit `1 / 10^scale`. For example,
    /// `step` 25 and `scale` 2 mean multiples of 0.25.
    private struct Grid {
        var scale: Int
        var step: Int
        var low: Int?
        var high: Int?
    }

    /// The largest number of candidate numbers to check.
    private static let mostPoints = 4_000

    init(_ state: ConstraintState) { self.state = state }

    var result: SearchResult {
        if let low = state.minimum, let high = state.maximum {
            if low.number > high.number { return .none }
            if low.number == high.number, low.isExclusive || high.isExclusive { return .none }
        }
        if let grid { return search(grid) }
        return candidates([]).first(where: allows).map { .some(.number($0), isSure: !state.isDoubtful) } ?? .unknown
    }

    private func search(_ grid: Grid) -> SearchResult {
        for divisor in state.excludedDivisors {
            if let units = Self.units(divisor, grid.scale), units != 0, grid.step % units == 0, !state.divisors.isEmpty
            {
                return .none
            }
        }
        if let low = grid.low, let high = grid.high, low > high { return state.divisors.isEmpty ? .unknown : .none }
        var points: [JSONNumber] = []
        let start = grid.low ?? grid.high.map { -$0 >= 0 ? 0 : min($0, 0) } ?? 0
        let anchor = grid.low == nil && grid.high.map { $0 < 0 } ?? false ? (grid.high ?? 0) : max(start, grid.low ?? 0)
        let direction = grid.low == nil && grid.high != nil ? -1 : 1
        var isComplete = false
        for index in 0..<Self.mostPoints {
            let (offset, overflows) = (direction * index).multipliedReportingOverflow(by: grid.step)
            if overflows { break }
            let (point, tooFar) = anchor.addingReportingOverflow(offset)
            if tooFar { break }
            if let high = grid.high, point > high {
                isComplete = grid.low != nil
                break
            }
            points.append(Self.number(point, grid.scale))
        }
        if let number = candidates(points).first(where: allows) {
            return .some(.number(number), isSure: !state.isDoubtful)
        }
        // Without a divisor such as `multipleOf`, the result is unknown, because numbers between the candidates weren't
        // checked.
        return isComplete && !state.divisors.isEmpty ? .none : .unknown
    }

    private func candidates(_ points: [JSONNumber]) -> [JSONNumber] {
        let near = [state.minimum?.number, state.maximum?.number].compactMap(\.self).flatMap { bound in
            [bound] + [-1, 1, -0.5, 0.5].compactMap { JSONNumber(bound.double + $0).map(Self.plain) }
        }
        let big = ["2147483648", "-2147483649", "9223372036854775808"].compactMap { JSONNumber($0) }
        let simple =
            [0, 1, -1, 2, 3].map { JSONNumber($0) } + [JSONNumber("0.5"), JSONNumber("1.5")].compactMap(\.self)
        return simple + near + points + big
    }

    /// Returns a number such as `2.0` as the integer `2`, and other numbers unchanged.
    private static func plain(_ number: JSONNumber) -> JSONNumber { number.int.map { JSONNumber($0) } ?? number }

    private func allows(_ number: JSONNumber) -> Bool {
        if let low = state.minimum, low.isExclusive ? number <= low.number : number < low.number { return false }
        if let high = state.maximum, high.isExclusive ? number >= high.number : number > high.number { return false }
        func has(_ format: String) -> Bool {
            switch format {
            case "int32": number.int.map { Int32(exactly: $0) != nil } ?? false
            case "int64": number.int != nil
            default: true
            }
        }
        return state.divisors.allSatisfy { number.isMultiple(of: $0) }
            && !state.excludedDivisors.contains { number.isMultiple(of: $0) }
            && !state.excluded.contains(.number(number)) && state.formats.allSatisfy(has)
            && !state.excludedFormats.contains(where: has)
    }

    /// The candidate numbers, or `nil` if a limit or a divisor such as `multipleOf` has too many digits.
    private var grid: Grid? {
        let limits = [state.minimum?.number, state.maximum?.number].compactMap(\.self)
        let scale = (state.divisors + state.excludedDivisors + limits).map(Self.decimals).max() ?? 0
        guard scale <= 9 else { return nil }
        var step = 1
        for divisor in state.divisors {
            guard let units = Self.units(divisor, scale), units > 0 else { return nil }
            let (product, overflows) = (step / Self.commonDivisor(step, units)).multipliedReportingOverflow(by: units)
            if overflows { return nil }
            step = step == 1 ? units : product
        }
        var grid = Grid(scale: scale, step: step)
        if let bound = state.minimum {
            guard let units = Self.units(bound.number, scale) else { return nil }
            var low = -Self.floor(-units, step)
            if bound.isExclusive, low == units { low += step }
            grid.low = low
        }
        if let bound = state.maximum {
            guard let units = Self.units(bound.number, scale) else { return nil }
            var high = Self.floor(units, step)
            if bound.isExclusive, high == units { high -= step }
            grid.high = high
        }
        return grid
    }

    private static func floor(_ value: Int, _ step: Int) -> Int {
        let remainder = value % step
        return value - (remainder < 0 ? remainder + step : remainder)
    }

    private static func commonDivisor(_ left: Int, _ right: Int) -> Int {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return max(left, 1)
    }

    /// Returns the number of digits after the decimal point, or a large number if the number has an exponent.
    private static func decimals(_ number: JSONNumber) -> Int {
        if number.isInteger { return 0 }
        if number.lexeme.contains("e") || number.lexeme.contains("E") { return 99 }
        return number.lexeme.split(separator: ".").last?.utf8.count ?? 0
    }

    private static func units(_ number: JSONNumber, _ scale: Int) -> Int? {
        let factor = power(scale)
        if let int = number.int {
            let (units, overflows) = int.multipliedReportingOverflow(by: factor)
            return overflows || units.magnitude > 1 << 60 ? nil : units
        }
        let parts = number.lexeme.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count <= scale else { return nil }
        let digits = parts[0] + parts[1] + String(repeating: "0", count: scale - parts[1].utf8.count)
        return Int(digits).flatMap { $0.magnitude > 1 << 60 ? nil : $0 }
    }

    private static func number(_ units: Int, _ scale: Int) -> JSONNumber {
        let factor = power(scale)
        if units % factor == 0 { return JSONNumber(units / factor) }
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.utf8.count)) + digits
        let text = (units < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
        return JSONNumber(text) ?? JSONNumber(0)
    }

    private static func power(_ scale: Int) -> Int { (0..<scale).reduce(1) { value, _ in value * 10 } }
}
