// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaCompiler {
    /// Compiles `minimum`, `maximum`, their exclusive variants, and `multipleOf`.
    mutating func writeNumbers() {
        guard words.types.contains(.number) else { return }
        // The second rule has the exclusive limits if both kinds are present.
        var rules: [NumberRule] = [NumberRule(), NumberRule()]
        for (keyword, exclusive, limit) in [
            (Keyword.minimum, Keyword.exclusiveMinimum, \NumberRule.minimum), (.maximum, .exclusiveMaximum, \.maximum),
        ] {
            let isExclusive = dialect.hasBooleanExclusives && hasFlag(exclusive)
            if let number = number(keyword) {
                rules[0][keyPath: limit] = program.bound(number, keyword, isExclusive: isExclusive)
            }
            guard !dialect.hasBooleanExclusives, let number = number(exclusive) else { continue }
            let index = rules[0][keyPath: limit].isPresent ? 1 : 0
            rules[index][keyPath: limit] = program.bound(number, exclusive, isExclusive: true)
        }
        if let number = number(.multipleOf), let value = words[.multipleOf] {
            if number <= JSONNumber(0) {
                report(value, "multipleOf", "“multipleOf” must be greater than 0, not \(number)")
            } else {
                rules[0].factor = program.bound(number, .multipleOf)
            }
        }
        for rule in rules where rule.minimum.isPresent || rule.maximum.isPresent || rule.factor.isPresent {
            program.numberRules.append(rule)
            emit(.number, .minimum, .number, UInt32(program.numberRules.count - 1))
        }
    }

    /// Returns the value of `exclusiveMinimum` or `exclusiveMaximum` in OpenAPI 3.0 or draft 4. The value `true` modifies
    /// `minimum` or `maximum`.
    private mutating func hasFlag(_ keyword: Keyword) -> Bool {
        let dialect = dialect.draft == .openAPI30 ? "OpenAPI 3.0" : "draft 4"
        return value(keyword, .bool, "a Boolean in \(dialect)")?.bool ?? false
    }

    private mutating func number(_ keyword: Keyword) -> JSONNumber? { value(keyword, .number, "a number")?.number }

    /// Returns the value of a keyword such as `minItems`. Values that don't fit into 32 bits are clamped.
    mutating func count(_ keyword: Keyword) -> UInt32? {
        guard let value = words[keyword] else { return nil }
        guard let number = value.number, number.isInteger, number >= JSONNumber(0) else {
            let given = value.kind == .number ? Wording.short(value) : Wording.article(value.kind)
            report(value, keyword.name, "“\(keyword.name)” must be a non-negative integer, not \(given)")
            return nil
        }
        return UInt32(clamping: number.int ?? Int(UInt32.max))
    }
}

extension Evaluator {
    mutating func checkNumber(_ index: UInt32, _ node: Int, _ mode: Mode) -> Bool {
        let rule = tables.code.numberRules + Int(index)
        let number = tables.scaled(node)
        guard
            isWithin(rule.pointee.minimum, -1, number, node)
                || fail(mode, { $0.explainBound(rule.pointee.minimum, node) })
        else { return false }
        guard
            isWithin(rule.pointee.maximum, 1, number, node)
                || fail(mode, { $0.explainBound(rule.pointee.maximum, node) })
        else { return false }
        guard rule.pointee.factor.isPresent else { return true }
        let factor = rule.pointee.factor
        return number.isMultiple(of: factor.scaled)
            ?? tables.exactNumber(node).isMultiple(of: tables.program.parts.numbers[Int(factor.number)])
            || fail(mode) { $0.explainBound(factor, node) }
    }

    /// Returns whether a number is within a limit. `outside` is the order of the numbers beyond the limit: -1 or 1.
    @inline(__always)
    private func isWithin(_ bound: NumberBound, _ outside: Int, _ number: ScaledNumber, _ node: Int) -> Bool {
        guard bound.isPresent else { return true }
        var order = number.compared(to: bound.scaled)
        if order == nil {
            let (exact, other) = (tables.exactNumber(node), tables.program.parts.numbers[Int(bound.number)])
            order = exact < other ? -1 : exact == other ? 0 : 1
        }
        return order != outside && (order != 0 || !bound.isExclusive)
    }

    private mutating func explainBound(_ bound: NumberBound, _ node: Int) {
        let limit = Wording.clip(tables.program.parts.numbers[Int(bound.number)].lexeme, 40)
        let isMinimum = bound.keyword == .minimum || bound.keyword == .exclusiveMinimum
        let expected =
            bound.keyword == .multipleOf
            ? "a multiple of \(limit)"
            : bound.isExclusive
                ? "a number \(isMinimum ? "greater" : "less") than \(limit)"
                : "a number of at \(isMinimum ? "least" : "most") \(limit)"
        reportViolation(
            of: bound.keyword, node, expected: expected, actual: Wording.clip(tables.exactNumber(node).lexeme, 40))
    }
}

extension BoundaryProbes {
    mutating func addNumbers(_ words: KeywordValues) {
        let limits = expansion.state(.number).number
        let isWhole = expansion.types.isDisjoint(with: .fraction)
        let lowers: [Keyword] = [.minimum, .exclusiveMinimum]
        for (keyword, value) in words.values(.minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum) {
            guard let number = value.number else { continue }
            let isLower = lowers.contains(keyword)
            inside(keyword, value, "just inside", neighbour(of: number, limits, isAbove: isLower, breaks: false))
            outside(keyword, value, "just outside", neighbour(of: number, limits, isAbove: !isLower, breaks: true))
        }
        if let value = words[.format], let range = value.string.flatMap(ExampleFormats.range),
            let low = Int(range.low), let high = Int(range.high), high < .max
        {
            outside(.format, value, "too large", .number(JSONNumber(high + 1)))
            outside(.format, value, "too small", .number(JSONNumber(low - 1)))
        }
        if let value = words[.multipleOf], let divisor = value.number, let decimals = divisor.decimals {
            let multiple = limits.value(near: place.value.number)
            inside(.multipleOf, value, "a multiple", multiple.map { .number($0) })
            guard let multiple, let scale = multiple.decimals.map({ max($0, decimals) + 1 }),
                let units = multiple.units(at: scale), let step = divisor.units(at: scale)
            else { return }
            for (variant, part) in [("half a step more", step / 2), ("half a step less", -(step / 2))] {
                let number = JSONNumber(units: units + part, scale: scale)
                outside(.multipleOf, value, variant, number.map { .number($0) })
            }
            if isWhole, let integer = multiple.units(at: 0) {
                let next = JSONNumber(units: integer + 1, scale: 0)
                outside(.multipleOf, value, "one more", next.map { .number($0) })
            }
        }
    }

    /// Returns a value for the test of the limit `number`: the limit itself or a number directly above or below. If
    /// `breaks` is false, the value satisfies all limits. If `breaks` is true, it violates only the limit `number`.
    private func neighbour(of number: JSONNumber, _ all: NumberLimits, isAbove: Bool, breaks: Bool) -> JSON? {
        var limits = all
        guard let decimals = number.decimals else { return .number(number) }
        if breaks {
            // The number must violate this limit but satisfy all other limits.
            if isAbove { limits.upper = nil } else { limits.lower = nil }
            let bound = isAbove ? all.upper : all.lower
            let isOpen = bound?.isExclusive == false
            limits.limit(to: number, isLower: isAbove, isExclusive: isOpen, place: place.value)
        }
        if limits.allows(number) { return .number(number) }
        let scale = min(decimals + 1, 30)
        guard let units = number.units(at: scale),
            let near = JSONNumber(units: units + WideInteger(isAbove ? 1 : -1), scale: scale)
        else { return nil }
        return limits.value(near: near).map { .number($0) }
    }
}
