// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The limits of a number, combined from all schemas that apply to the number.
package struct NumberLimits: Hashable {
    /// A lower or upper limit, and the location of its keyword.
    package struct Bound: Hashable {
        package var number: JSONNumber
        package var isExclusive: Bool
        package var place: JSONValue
    }

    /// The value of a `multipleOf` keyword, and its location.
    package struct Divisor: Hashable {
        package var number: JSONNumber
        var place: JSONValue
    }

    package var lower: Bound?
    package var upper: Bound?
    package private(set) var divisors: [Divisor] = []

    package init() {}

    /// Adds the limits in the keywords of a schema.
    ///
    /// - Parameters:
    ///   - hasBooleanExclusives: Whether `exclusiveMinimum` and `exclusiveMaximum` are Booleans.
    ///   - word: Returns the value of the keyword with a name.
    package mutating func add(hasBooleanExclusives: Bool, _ word: (String) -> JSONValue?) {
        for (keyword, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            let isExclusive = hasBooleanExclusives && word(exclusive)?.bool == true
            for (value, isExclusive) in [(word(keyword), isExclusive), (word(exclusive), true)] {
                guard let value, let number = value.number else { continue }
                limit(to: number, isLower: keyword == "minimum", isExclusive: isExclusive, place: value)
            }
        }
        if let value = word("multipleOf"), let number = value.number { divide(by: number, place: value) }
    }

    /// Adds the range of an integer format, such as `int32`. Returns `false` for other formats.
    package mutating func add(format: JSONValue) -> Bool {
        guard let range = format.string.flatMap(ExampleFormats.range), let low = JSONNumber(range.low),
            let high = JSONNumber(range.high)
        else { return false }
        limit(to: low, isLower: true, isExclusive: false, place: format)
        limit(to: high, isLower: false, isExclusive: false, place: format)
        return true
    }

    /// Adds the limits of a different schema for the same number.
    package mutating func add(_ other: NumberLimits) {
        for (bound, isLower) in [(other.lower, true), (other.upper, false)] {
            guard let bound else { continue }
            limit(to: bound.number, isLower: isLower, isExclusive: bound.isExclusive, place: bound.place)
        }
        divisors += other.divisors
    }

    package mutating func divide(by number: JSONNumber, place: JSONValue) {
        divisors.append(Divisor(number: number, place: place))
    }

    /// Adds a lower or upper limit. A tighter limit of the same kind stays.
    package mutating func limit(to number: JSONNumber, isLower: Bool, isExclusive: Bool, place: JSONValue) {
        let end = isLower ? \Self.lower : \.upper
        if let bound = self[keyPath: end] {
            let isTighter = isLower ? number > bound.number : number < bound.number
            guard isTighter || number == bound.number && isExclusive && !bound.isExclusive else { return }
        }
        self[keyPath: end] = Bound(number: number, isExclusive: isExclusive, place: place)
    }

    package func allows(_ number: JSONNumber) -> Bool {
        if let lower, lower.isExclusive ? number <= lower.number : number < lower.number { return false }
        if let upper, upper.isExclusive ? number >= upper.number : number > upper.number { return false }
        return divisors.allSatisfy { number.isMultiple(of: $0.number) }
    }

    /// Whether no number is within the limits.
    package var isEmpty: Bool { contradiction != nil }

    /// The contradiction if no number is within the limits.
    var contradiction: ExampleContradiction? {
        if let lower, let upper {
            let (low, high) = (Self.describe(lower, "minimum"), Self.describe(upper, "maximum"))
            if lower.number > upper.number {
                return ExampleContradiction("\(low) is above \(high)", at: upper.place, and: lower.place)
            }
            if lower.number == upper.number, lower.isExclusive || upper.isExclusive {
                let reason = "no number is between \(low) and \(high)"
                return ExampleContradiction(reason, at: upper.place, and: lower.place)
            }
        }
        guard lower != nil, let upper, let grid = NumberGrid(self), grid.isEmpty else { return nil }
        let divisor = divisors.first { $0.number != JSONNumber(1) }
        let what = divisor.map { "no multiple of \($0.number)" } ?? "no whole number"
        let range = "\(lower.map { Self.describe($0, "minimum") } ?? "") and \(Self.describe(upper, "maximum"))"
        return ExampleContradiction("there is \(what) between \(range)", at: divisor?.place ?? upper.place)
    }

    private static func describe(_ bound: Bound, _ name: String) -> String {
        let isMinimum = name == "minimum"
        let exclusive = isMinimum ? "exclusiveMinimum" : "exclusiveMaximum"
        return "\(bound.isExclusive ? exclusive : name) \(bound.number)"
    }

    /// Returns a number within the limits: the preferred number if it is allowed, or an allowed number nearby. Each
    /// `index` gives a different number if possible.
    func value(near preferred: JSONNumber?, index: Int = 0) -> JSONNumber? {
        if index == 0, let preferred, allows(preferred) { return preferred }
        if let grid = NumberGrid(self, preferred: preferred) { return grid.value(index) }
        // If the limits have too many digits for a `NumberGrid`, try the numbers that the schema contains.
        let mentioned = [lower?.number, upper?.number].compactMap(\.self) + divisors.map(\.number) + [JSONNumber(0)]
        return mentioned.first(where: allows)
    }
}

/// The numbers within a schema's limits that are candidates for examples and witnesses: the multiples of `step` from
/// `low` to `high`, in the unit `1 / 10^scale`. For example, `step` 25 and `scale` 2 mean multiples of 0.25.
package struct NumberGrid {
    package let scale: Int
    package let step: WideInteger
    private let low: WideInteger?
    private let high: WideInteger?
    private let start: WideInteger

    /// Finds the candidates, or returns `nil` if a limit or divisor has too many digits.
    ///
    /// - Parameter digits: the lowest number of decimal digits of the candidates.
    package init?(_ limits: NumberLimits, preferred: JSONNumber? = nil, digits: Int = 0) {
        let (lower, upper) = (limits.lower, limits.upper)
        let divisors = limits.divisors.map(\.number)
        let ends = [lower?.number, upper?.number].compactMap(\.self)
        let zero = JSONNumber(0)
        guard (ends + divisors).allSatisfy({ $0.decimals != nil }), divisors.allSatisfy({ $0 > zero }) else {
            return nil
        }
        var scale = max(digits, (ends + divisors + [preferred ?? zero]).compactMap(\.decimals).max() ?? 0)
        // A number between two limits may have one more decimal digit than the limits, such as 0.5 between 0 and 1.
        if divisors.isEmpty, lower != nil, upper != nil { scale += 1 }
        var step: WideInteger = 1
        for divisor in divisors {
            guard let units = divisor.units(at: scale), let joined = JSONNumber.commonMultiple(step, units) else {
                return nil
            }
            step = step == 1 ? units : joined
        }
        var low: WideInteger?
        var high: WideInteger?
        if let bound = lower {
            guard let units = bound.number.units(at: scale) else { return nil }
            low = -(-units).roundedDown(to: step)
            if bound.isExclusive, low == units { low = units + step }
        }
        if let bound = upper {
            guard let units = bound.number.units(at: scale) else { return nil }
            high = units.roundedDown(to: step)
            if bound.isExclusive, high == units { high = units - step }
        }
        var start = (preferred?.units(at: scale) ?? low ?? high ?? 0).roundedDown(to: step)
        if let low, start < low { start = low }
        if let high, start > high { start = high }
        self.scale = scale
        self.step = step
        self.low = low
        self.high = high
        self.start = start
    }

    var isEmpty: Bool { if let low, let high { low > high } else { false } }

    /// The number of candidates, or `nil` if a limit is missing or the number is too large.
    package var count: Int? {
        guard let low, let high else { return nil }
        return isEmpty ? 0 : ((high - low) / step + 1).small
    }

    /// Returns the number that is `index` steps above the start. After the upper limit, counting continues at the lower
    /// limit. Without a lower limit, it continues downward from the start.
    package func value(_ index: Int) -> JSONNumber? {
        if isEmpty { return nil }
        let offset = step * WideInteger(index)
        var units = start + offset
        if let high, units > high {
            if let low { units = low + (units - low) % (high - low + step) } else { units = start - offset }
        }
        return JSONNumber(units: units, scale: scale)
    }
}

extension JSONValue {
    /// The first keyword of a schema that requires a larger value than Accord generates, or `nil` if there is none.
    package var oversizedKeyword: JSONValue? {
        let limits = [
            ("minLength", ExampleText.longest), ("minItems", ExampleBuilder.mostElements),
            ("minProperties", ExampleBuilder.mostMembers),
        ]
        for (keyword, limit) in limits {
            if let value = self[keyword], let count = CountLimits.count(value), count > limit { return value }
        }
        if let value = self["required"], value.count > ExampleBuilder.mostMembers { return value }
        guard let value = self["pattern"], let text = value.string else { return nil }
        var parser = PatternParser(source: text, isUnicode: false)
        return (try? parser.parse()).map { $0.leastCount > ExamplePattern.longest } == true ? value : nil
    }
}

/// Decimal numbers with up to 37 digits, to find multiples of `multipleOf` between two limits without rounding errors.
extension JSONNumber {
    private static let mostDecimals: Int = 30
    /// The largest supported number of units.
    private static let mostUnits: WideInteger = WideInteger("40000000000000000000000000000000000000") ?? 0

    /// The number of digits after the decimal point, or `nil` if the number has too many digits.
    package var decimals: Int? { scaled.flatMap { $0.scale <= Self.mostDecimals ? $0.scale : nil } }

    /// Returns the number as a multiple of 10^-`scale`. Returns `nil` if the number has too many digits, or if the
    /// multiple is too large or not an integer.
    package func units(at scale: Int) -> WideInteger? {
        guard let scaled, scaled.scale <= Self.mostDecimals, scale >= scaled.scale else { return nil }
        let multiple = (scaled.scale..<scale).reduce(scaled.units) { units, _ in units * 10 }
        return multiple.magnitude < Self.mostUnits ? multiple : nil
    }

    /// Creates the number `units` × 10^-`scale`, without an exponent or trailing zeros.
    package init?(units: WideInteger, scale: Int) {
        let sign = units < 0 ? "-" : ""
        var digits = units.magnitude.description
        if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
        var fraction = digits.suffix(scale)
        while fraction.last == "0" { fraction.removeLast() }
        self.init("\(sign)\(digits.dropLast(scale))\(fraction.isEmpty ? "" : ".")\(fraction)")
    }

    /// Returns the least common multiple of two numbers of units, or `nil` if it is too large.
    static func commonMultiple(_ first: WideInteger, _ second: WideInteger) -> WideInteger? {
        var (divisor, remainder) = (first, second)
        while remainder != 0 { (divisor, remainder) = (remainder, divisor % remainder) }
        let multiple = first / divisor * second
        return multiple < mostUnits ? multiple : nil
    }
}

extension WideInteger {
    /// Returns the largest multiple of a positive step that is at most this number.
    func roundedDown(to step: WideInteger) -> WideInteger {
        let remainder = self % step
        return remainder < 0 ? self - remainder - step : self - remainder
    }
}
