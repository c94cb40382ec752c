import AccordJSON

extension Checker {
    @inline(never)
    mutating func checkPattern(_ pattern: Int, _ node: Int) -> Bool {
        let outcome = tables.withPattern(pattern) { program in
            tables.withText(node) { text, count in
                // The text lives as long as the closure.
                program.decide(UnsafeBufferPointer(start: text, count: count))
            }
        }
        if outcome == .outOfSteps { givenUp = .pattern }
        return outcome == .match
    }

    @inline(never)
    func checkEnumeration(_ index: UInt32, _ node: Int, _ kind: KindSet) -> Bool {
        let rule = tables.enumerations + Int(index)
        guard rule.pointee.kinds.meets(kind) else { return false }
        if kind.meets(.string) {
            return tables.slot(in: rule.pointee.strings, node) != nil
        }
        if !kind.meets([.number, .container]) { return true }
        return holds(rule.pointee, node, kind)
    }

    /// Compares a number, an array or an object with those of an enumeration.
    @inline(never)
    private func holds(_ rule: EnumerationRule, _ node: Int, _ kind: KindSet) -> Bool {
        let value = JSONValue(document: tables.document, node: node)
        let program = tables.program
        if kind == .number, let number = value.longNumber {
            return (Int(rule.start)..<Int(rule.end)).contains { program.values[$0].number.map(number.isSame) ?? false }
        }
        for place in Int(rule.start)..<Int(rule.end) where isSame(program.values[place], value, kind) { return true }
        return false
    }

    private func isSame(_ wanted: JSONValue, _ value: JSONValue, _ kind: KindSet) -> Bool {
        if kind == .number {
            guard wanted.kind == .number else { return false }
            if let left = wanted.int, let right = value.int { return left == right }
        }
        return wanted == value
    }
}

extension JSONValue {
    /// A number whose text is so long that each comparison would count, taken apart.
    var longNumber: ComparedNumber? {
        kind == .number && byteRange.count > 20 ? number.map { ComparedNumber($0) } : nil
    }
}
