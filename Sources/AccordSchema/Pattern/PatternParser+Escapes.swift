extension PatternParser {
    /// Reads an escape outside a class.
    mutating func parseEscape() throws(ECMAPatternError) -> PatternNode {
        let start = at
        at += 1
        guard let letter = next else { throw failure("\\ stands at the end: write \\\\ for the character", at: start) }
        switch letter {
        case "b", "B":
            at += 1
            return .wordBoundary(isNegated: letter == "B")
        case "k":
            guard isUnicode || !captureNames.isEmpty else { break }
            at += 1
            guard take("<") else { throw failure("\\k is followed by a group's name: \\k<name>", at: start) }
            hasBackreferences = true
            return .namedBackreference(try parseGroupName())
        case "1"..."9":
            guard let index = takeNumber() else { break }
            guard isUnicode || index <= captureCount else {
                at = start + 1
                return .scalar(try parseCharacterEscape(start: start))
            }
            hasBackreferences = true
            return .backreference(index)
        default: break
        }
        if let set = try parseClassEscape() { return .set(set) }
        return .scalar(try parseCharacterEscape(start: start))
    }

    /// Reads the letter of `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\p{…}` and `\P{…}`; the backslash is behind.
    mutating func parseClassEscape() throws(ECMAPatternError) -> ScalarSet? {
        guard let letter = next else { return nil }
        let ranges: [ClosedRange<UInt32>]
        switch letter {
        case "d", "D": ranges = ScalarSet.digits
        case "w", "W": ranges = ScalarSet.word
        case "s", "S": ranges = ScalarSet.space
        case "p" where isUnicode, "P" where isUnicode: return try parseProperty(isNegated: letter == "P")
        default: return nil
        }
        at += 1
        let isNegated = letter.value < 0x60
        return ScalarSet(ranges: isNegated ? ScalarSet.complement(ranges) : ranges)
    }

    private mutating func parseProperty(isNegated: Bool) throws(ECMAPatternError) -> ScalarSet {
        let start = at - 1
        at += 1
        guard take("{") else { throw failure("\\p is followed by a property: \\p{L}", at: start) }
        var name = String.UnicodeScalarView()
        while let scalar = next, scalar != "}" {
            name.append(scalar)
            at += 1
        }
        guard take("}") else { throw failure("the } of \\p{…} is missing", at: start) }
        guard let property = UnicodeProperty(String(name)) else {
            throw failure("“\(String(name))” isn't a Unicode property that is known here", at: start)
        }
        return ScalarSet(properties: [ScalarSet.Property(property: property, isNegated: isNegated)])
    }

    /// Reads the escape of one character; the backslash is behind.
    mutating func parseCharacterEscape(start: Int) throws(ECMAPatternError) -> UInt32 {
        guard let letter = next else { throw failure("\\ stands at the end: write \\\\ for the character", at: start) }
        at += 1
        switch letter {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "c":
            if let control = next, control.isASCII, control.properties.isAlphabetic {
                at += 1
                return control.value & 0x1F
            }
        case "0":
            if next.map({ $0.value &- 0x30 < 10 }) != true { return 0 }
        case "x":
            if let value = takeHex(count: 2) { return value }
        case "u":
            if let value = try takeUnicodeEscape(start: start) { return value }
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
            return letter.value
        default: break
        }
        if isUnicode {
            throw failure("\\\(letter) isn't an escape: a backslash stands only before what has a meaning", at: start)
        }
        return letter == "c" ? 0x5C : letter.value
    }

    private mutating func takeHex(count: Int) -> UInt32? {
        guard at + count <= scalars.count else { return nil }
        var value: UInt32 = 0
        for scalar in scalars[at..<at + count] {
            guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        at += count
        return value
    }

    private mutating func takeUnicodeEscape(start: Int) throws(ECMAPatternError) -> UInt32? {
        if isUnicode, take("{") {
            var value: UInt32 = 0
            let first = at
            while let digit = takeHex(count: 1) {
                value = value << 4 | digit
                if value > 0x10FFFF { throw failure("\\u{…} is beyond 10FFFF", at: start) }
            }
            guard at > first, take("}") else { throw failure("\\u{…} holds hexadecimal digits", at: start) }
            return value
        }
        guard let value = takeHex(count: 4) else { return nil }
        guard value & 0xFC00 == 0xD800 else { return value }
        let behind = at
        if take("\\u"), let low = takeHex(count: 4), low & 0xFC00 == 0xDC00 {
            return 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
        }
        at = behind
        return value
    }
}
