import AccordJSON

extension CheckerTables {
    @inline(never)
    func checkNumber(_ index: UInt32, _ node: Int) -> Bool {
        let rule = numberRules[Int(index)]
        let number = scaled(node)
        if rule.minimum.isPresent {
            let order = compare(number, rule.minimum, node)
            if order < 0 || order == 0 && rule.minimum.isExclusive { return false }
        }
        if rule.maximum.isPresent {
            let order = compare(number, rule.maximum, node)
            if order > 0 || order == 0 && rule.maximum.isExclusive { return false }
        }
        if rule.factor.isPresent {
            return number.isMultiple(of: rule.factor.scaled)
                ?? exactNumber(node).isMultiple(of: program.numbers[Int(rule.factor.number)])
        }
        return true
    }

    @inline(__always)
    private func compare(_ number: ScaledNumber, _ bound: NumberBound, _ node: Int) -> Int {
        if let order = number.compared(to: bound.scaled) { return order }
        let exact = exactNumber(node)
        let other = program.numbers[Int(bound.number)]
        return exact < other ? -1 : exact == other ? 0 : 1
    }

    /// Counts scalars: the bytes that don't continue one.
    @inline(never)
    func checkLength(_ node: Int, minimum: UInt32, maximum: UInt32) -> Bool {
        withText(node) { text, count in
            // Between a quarter of the bytes and all of them.
            if count < Int(minimum) { return false }
            if count <= Int(maximum), (count + 3) / 4 >= Int(minimum) { return true }
            var scalars = 0
            for place in 0..<count where text[place] & 0xC0 != 0x80 { scalars &+= 1 }
            return scalars >= Int(minimum) && scalars <= Int(maximum)
        }
    }

    @inline(never)
    func checkFormat(_ raw: UInt32, _ node: Int) -> Bool {
        guard let format = Format(rawValue: UInt8(truncatingIfNeeded: raw)) else { return true }
        if format == .writtenInteger {
            return !JSONValue(document: document, node: node).text.utf8.contains { ".eE".utf8.contains($0) }
        }
        if format.isNumeric { return isWhole(node, bits: format == .int32 ? 32 : 64) }
        return withText(node) { text, count in format.holds(for: ByteScanner(text, to: count)) }
    }

    private func isWhole(_ node: Int, bits: Int) -> Bool {
        guard let value = JSONValue(document: document, node: node).int else { return false }
        return bits == 64 || Int32(exactly: value) != nil
    }

    @inline(never)
    func checkContent(_ what: UInt32, _ node: Int) -> Bool {
        withText(node) { text, count in
            // The text lives as long as the closure that this is in.
            let text = UnsafeBufferPointer(start: text, count: count)
            guard let bytes = what & 1 != 0 ? Base64.decodePadded(text) : Array(text) else { return false }
            return what & 2 == 0 || (try? JSONDocument(parsing: bytes)) != nil
        }
    }

    @inline(never)
    func checkDependentKeys(_ rule: Instruction, _ node: Int) -> Bool {
        guard value(of: rule.a, in: node) != nil else { return true }
        for place in Int(rule.b)..<Int(rule.c) where value(of: lists[place], in: node) == nil { return false }
        return true
    }
}
