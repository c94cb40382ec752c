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
            if let number = number(.minimum) { rules[0].minimum = program.bound(number, .minimum) }
            if let number = number(.maximum) { rules[0].maximum = program.bound(number, .maximum) }
            if let number = number(.exclusiveMinimum) {
                if rules[0].minimum.isPresent { rules.append(NumberRule()) }
                rules[rules.count - 1].minimum = program.bound(number, .exclusiveMinimum, isExclusive: true)
            }
            if let number = number(.exclusiveMaximum) {
                if rules[rules.count - 1].maximum.isPresent { rules.append(NumberRule()) }
                rules[rules.count - 1].maximum = program.bound(number, .exclusiveMaximum, isExclusive: true)
            }
        }
        if let number = number(.multipleOf), let value = words[.multipleOf] {
            if number <= JSONNumber(0) {
                report(value, "multipleOf", "“multipleOf” is greater than 0, not \(number)")
            } else {
                rules[0].factor = program.bound(number, .multipleOf)
            }
        }
        for rule in rules {
            program.numberRules.append(rule)
            emit(.number, .minimum, .number, UInt32(program.numberRules.count - 1))
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
            let bound = program.bound(number, keyword, isExclusive: isExclusive)
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

extension Evaluator {
    @inline(never)
    mutating func checkNumber(_ index: UInt32, _ node: Int, _ mode: Mode) -> Bool {
        // Points into the program, which outlives the evaluator.
        let rule = tables.numberRules + Int(index)
        let number = tables.scaled(node)
        if rule.pointee.minimum.isPresent {
            let order = compare(number, rule.pointee.minimum, node)
            let isViolated = order < 0 || order == 0 && rule.pointee.minimum.isExclusive
            if isViolated, !fail(mode, { $0.explainBound(rule.pointee.minimum, node) }) { return false }
        }
        if rule.pointee.maximum.isPresent {
            let order = compare(number, rule.pointee.maximum, node)
            let isViolated = order > 0 || order == 0 && rule.pointee.maximum.isExclusive
            if isViolated, !fail(mode, { $0.explainBound(rule.pointee.maximum, node) }) { return false }
        }
        if rule.pointee.factor.isPresent {
            let factor = rule.pointee.factor
            let isMultiple =
                number.isMultiple(of: factor.scaled)
                ?? tables.exactNumber(node).isMultiple(of: tables.program.numbers[Int(factor.number)])
            if !isMultiple { return fail(mode) { $0.explainBound(factor, node) } }
        }
        return true
    }

    @inline(__always)
    private func compare(_ number: ScaledNumber, _ bound: NumberBound, _ node: Int) -> Int {
        if let order = number.compared(to: bound.scaled) { return order }
        let exact = tables.exactNumber(node)
        let other = tables.program.numbers[Int(bound.number)]
        return exact < other ? -1 : exact == other ? 0 : 1
    }

    @inline(never)
    private mutating func explainBound(_ bound: NumberBound, _ node: Int) {
        let limit = Wording.clip(tables.program.numbers[Int(bound.number)].lexeme, 40)
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
