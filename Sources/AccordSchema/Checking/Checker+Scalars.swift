import AccordJSON

extension Checker {
    /// Calls with a string's UTF-8 text: in place, or decoded first if it has escapes.
    @inline(__always)
    func withText<Result>(_ node: Int, _ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        let string = nodes[node]
        if string.kind == .string {
            return body(text + Int(string.start) + 1, Int(string.end &- string.start) - 2)
        }
        return withDecodedText(node, body)
    }

    @inline(never)
    private func withDecodedText<Result>(_ node: Int, _ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        var string = document.string(ofNode: node)
        return string.withUTF8 { buffer in
            // An empty string may have no address, and then the stand-in isn't read.
            withUnsafePointer(to: 0 as UInt8) { body(buffer.baseAddress ?? $0, buffer.count) }
        }
    }

    @inline(__always)
    func scaled(_ node: Int) -> ScaledNumber {
        let number = nodes[node]
        return ScaledNumber(text + Int(number.start), Int(number.end &- number.start))
    }

    @inline(never)
    func exactNumber(_ node: Int) -> JSONNumber {
        JSONValue(document: document, node: node).number ?? JSONNumber(0)
    }

    @inline(__always)
    func isInteger(_ node: Int) -> Bool { scaled(node).isInteger ?? exactNumber(node).isInteger }

    @inline(never)
    func checkNumber(_ index: UInt32, _ node: Int) -> Bool {
        let rule = program.numberRules.base[Int(index)]
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
    mutating func checkPattern(_ pattern: Int, _ node: Int) -> Bool {
        let outcome = withText(node) { text, count in
            program.patterns[pattern].decide(UnsafeBufferPointer(start: text, count: count))
        }
        if outcome == .outOfSteps { givenUp = .pattern }
        return outcome == .match
    }

    @inline(never)
    func checkFormat(_ raw: UInt32, _ node: Int) -> Bool {
        guard let format = Format(rawValue: UInt8(truncatingIfNeeded: raw)) else { return true }
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
            let scanner = ByteScanner(text, to: count)
            if what & 1 != 0, !Base64Syntax.isBase64(scanner) { return false }
            guard what & 2 != 0 else { return true }
            let bytes =
                what & 1 != 0 ? Base64Syntax.decode(scanner) : Array(UnsafeBufferPointer(start: text, count: count))
            return (try? JSONDocument(parsing: bytes)) != nil
        }
    }

    @inline(never)
    func checkEnumeration(_ index: UInt32, _ node: Int, _ kind: KindSet) -> Bool {
        let rule = program.enumerations.base[Int(index)]
        guard rule.kinds.contains(kind) else { return false }
        if KindSet.string.contains(kind) {
            return withText(node) { text, count in
                let hash = KeyHashing.hash(text, count, KeyHashing.seed)
                return slot(in: rule.strings, text, count, hash) != nil
            }
        }
        if kind == .null || KindSet.bool.contains(kind) { return true }
        let value = JSONValue(document: document, node: node)
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
