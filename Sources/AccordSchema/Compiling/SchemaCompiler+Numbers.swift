import AccordJSON

extension SchemaCompiler {
    /// `minimum`, `maximum`, their exclusive forms, and `multipleOf`.
    mutating func writeNumbers() {
        guard
            words.has(.minimum) || words.has(.maximum) || words.has(.exclusiveMinimum) || words.has(.exclusiveMaximum)
                || words.has(.multipleOf)
        else { return }
        var rules: [NumberRule] = [NumberRule()]
        if dialect.hasBooleanExclusives {
            writeBooleanExclusives(&rules[0])
        } else {
            if let number = number(.minimum) { rules[0].minimum = program.bound(number, isExclusive: false) }
            if let number = number(.maximum) { rules[0].maximum = program.bound(number, isExclusive: false) }
            if let number = number(.exclusiveMinimum) {
                if rules[0].minimum.isPresent { rules.append(NumberRule()) }
                rules[rules.count - 1].minimum = program.bound(number, isExclusive: true)
            }
            if let number = number(.exclusiveMaximum) {
                if rules[rules.count - 1].maximum.isPresent { rules.append(NumberRule()) }
                rules[rules.count - 1].maximum = program.bound(number, isExclusive: true)
            }
        }
        if let number = number(.multipleOf), let value = words[.multipleOf] {
            if number <= JSONNumber(0) {
                report(value, "multipleOf", "“multipleOf” is greater than 0, not \(number)")
            } else {
                rules[0].factor = program.bound(number, isExclusive: false)
            }
        }
        for rule in rules {
            program.numberRules.append(rule)
            emit(.number, .number, UInt32(program.numberRules.count - 1))
        }
    }

    /// OpenAPI 3.0 and draft 4, where `exclusiveMinimum: true` changes what `minimum` means.
    private mutating func writeBooleanExclusives(_ rule: inout NumberRule) {
        let dialect = dialect.draft == .openAPI30 ? "OpenAPI 3.0" : "draft 4"
        for (keyword, exclusive) in [(Keyword.minimum, Keyword.exclusiveMinimum), (.maximum, .exclusiveMaximum)] {
            var isExclusive = false
            if let value = words[exclusive] {
                if let flag = value.bool {
                    isExclusive = flag
                } else {
                    report(
                        value, exclusive.name,
                        "“\(exclusive.name)” is true or false in \(dialect), not \(Wording.article(value.kind))")
                }
            }
            guard let number = number(keyword) else { continue }
            let bound = program.bound(number, isExclusive: isExclusive)
            if keyword == .minimum { rule.minimum = bound } else { rule.maximum = bound }
        }
    }

    private mutating func number(_ keyword: Keyword) -> JSONNumber? {
        guard let value = words[keyword] else { return nil }
        if let number = value.number { return number }
        report(value, keyword.name, "“\(keyword.name)” is a number, not \(Wording.article(value.kind))")
        return nil
    }

    /// A count, such as that of `minItems`; what is beyond 32 bits bounds nothing that fits in memory.
    mutating func count(_ keyword: Keyword) -> UInt32? {
        guard let value = words[keyword] else { return nil }
        guard let number = value.number, number.isInteger, number >= JSONNumber(0) else {
            let given = value.kind == .number ? Wording.short(value) : Wording.article(value.kind)
            report(value, keyword.name, "“\(keyword.name)” is a whole number from 0 up, not \(given)")
            return nil
        }
        return UInt32(clamping: number.int ?? Int(UInt32.max))
    }
}
