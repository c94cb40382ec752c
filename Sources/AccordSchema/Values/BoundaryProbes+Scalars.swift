import AccordJSON

extension BoundaryProbes {
    /// Around the limits of types, enumerations, numbers and strings.
    mutating func addScalars(_ words: KeywordValues, _ clause: ExampleClause) {
        let current = JSON(place.value)
        if let value = words[.type] {
            inside(.type, value, "as it should be", current)
            for sample in MutationPlan.samples where !MutationPlan.isType(sample.type, place.value) {
                outside(.type, value, sample.type, try? JSON(parsing: sample.text))
            }
            if value.string == "integer" { outside(.type, value, "a fraction", 1.5) }
        }
        if let value = words[.enum] {
            for (index, element) in value.elements.enumerated().prefix(50) {
                inside(.enum, value, "value \(index)", JSON(element))
            }
            outside(.enum, value, "an unknown value", "unknown-value")
        }
        if let value = words[.const] {
            inside(.const, value, "exactly", JSON(value))
            outside(.const, value, "another value", "unknown-value")
        }
        if place.value.kind == .number { addNumbers(words) }
        if place.value.kind == .string { addStrings(words) }
    }

    private mutating func addNumbers(_ words: KeywordValues) {
        let isWhole = constraints.types.isDisjoint(with: .fraction)
        let lowers: [Keyword] = [.minimum, .exclusiveMinimum]
        for keyword in [Keyword.minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum] {
            guard let value = words[keyword], let number = value.number else { continue }
            let isLower = lowers.contains(keyword)
            inside(
                keyword, value, "just inside", neighbour(of: number, isAbove: isLower, isWhole: isWhole, breaks: false))
            outside(
                keyword, value, "just outside", neighbour(of: number, isAbove: !isLower, isWhole: isWhole, breaks: true)
            )
        }
        if let value = words[.multipleOf], let divisor = value.number.flatMap({ ExampleDecimal($0) }) {
            let multiple = constraints.number.value(near: place.value.number, isWhole: isWhole, index: 0)
            inside(.multipleOf, value, "a multiple", multiple.map { .number($0) })
            guard let start = multiple.flatMap({ ExampleDecimal($0) }) else { return }
            let scale = max(start.scale, divisor.scale) + 1
            guard let units = start.units(at: scale), let step = divisor.units(at: scale) else { return }
            for (variant, part) in [("half a step more", step / 2), ("half a step less", -(step / 2))] {
                let number = ExampleDecimal(units: units + part, scale: scale).number
                outside(.multipleOf, value, variant, number.map { .number($0) })
            }
            if isWhole, let whole = start.units(at: 0) {
                let next = ExampleDecimal(units: whole + 1).number
                outside(.multipleOf, value, "one more", next.map { .number($0) })
            }
        }
    }

    /// The number nearest to a limit on one of its sides, the limit itself where that is on it.
    private func neighbour(of number: JSONNumber, isAbove: Bool, isWhole: Bool, breaks: Bool) -> JSON? {
        var limits = constraints.number
        guard let decimal = ExampleDecimal(number) else { return .number(number) }
        if breaks {
            // Beyond the limit, keeping to all others.
            if isAbove { limits.removeUpper() } else { limits.removeLower() }
            let bound = isAbove ? constraints.number.upper : constraints.number.lower
            let isOpen = bound?.isExclusive == false
            if isAbove {
                limits.raise(to: number, isExclusive: isOpen, place: place.value)
            } else {
                limits.cut(to: number, isExclusive: isOpen, place: place.value)
            }
        }
        if limits.allows(number), !isWhole || number.isInteger { return .number(number) }
        let scale = min(decimal.scale + 1, 30)
        guard let units = decimal.units(at: scale),
            let near = ExampleDecimal(units: units + WideInteger(isAbove ? 1 : -1), scale: scale).number
        else { return nil }
        return limits.value(near: near, isWhole: isWhole, index: 0).map { .number($0) }
    }

    private mutating func addStrings(_ words: KeywordValues) {
        if let value = words[.minLength], let count = ExampleCountLimits.count(value), count <= Self.longest {
            inside(.minLength, value, "exactly", text(count))
            if count > 0 { outside(.minLength, value, "one less", text(count - 1)) }
        }
        if let value = words[.maxLength], let count = ExampleCountLimits.count(value), count < Self.longest {
            inside(.maxLength, value, "exactly", text(count))
            outside(.maxLength, value, "one more", text(count + 1))
        }
        if let value = words[.pattern], let source = value.string {
            inside(.pattern, value, "a match", JSON(place.value))
            let mismatch = make(.string) { constraints in
                for index in constraints.patterns.indices where constraints.patterns[index].source == source {
                    constraints.patterns[index].isNegated = true
                }
                constraints.formats = []
            }
            outside(.pattern, value, "no match", mismatch)
        }
        if let value = words[.format], let format = value.string {
            inside(.format, value, "as it should be", JSON(place.value))
            outside(.format, value, "another text", ExampleFormats.violation(of: format).map { .string($0) })
        }
    }

    /// A text of a length that keeps to everything else.
    private mutating func text(_ length: Int) -> JSON? { make(.string) { $0.length.fix(length) } }
}
