// SPDX-License-Identifier: Apache-2.0
extension PatternParser {
    /// Reads an escape outside a class.
    mutating func parseEscape() throws(ECMAPatternError) -> PatternNode {
        let start = at
        at += 1
        guard let letter = next else {
            throw failure("the pattern ends with a single \\: write \\\\ to match a backslash", at: start)
        }
        switch letter {
        case "b", "B":
            at += 1
            return .wordBoundary(isNegated: letter == "B")
        case "k":
            guard isUnicode || !captureNames.isEmpty else { break }
            at += 1
            guard take("<") else { throw failure("\\k must be followed by a group's name: \\k<name>", at: start) }
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

    /// Reads `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\p{…}` or `\P{…}` after the backslash.
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
        guard take("{") else { throw failure("\\p must be followed by a property, such as \\p{L}", at: start) }
        var name = String.UnicodeScalarView()
        while let scalar = next, scalar != "}" {
            name.append(scalar)
            at += 1
        }
        guard take("}") else { throw failure("the } of \\p{…} is missing", at: start) }
        guard let property = UnicodeProperty(String(name)) else {
            throw failure("“\(String(name))” isn't a supported Unicode property", at: start)
        }
        return ScalarSet(properties: [ScalarSet.Property(property: property, isNegated: isNegated)])
    }

    /// Reads the escape of a single character after the backslash.
    mutating func parseCharacterEscape(start: Int) throws(ECMAPatternError) -> UInt32 {
        guard let letter = next else {
            throw failure("the pattern ends with a single \\: write \\\\ to match a backslash", at: start)
        }
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
        if isUnicode { throw failure("\\\(letter) isn't an escape: remove the backslash", at: start) }
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
                if value > 0x10FFFF { throw failure("the number in \\u{…} exceeds 10FFFF", at: start) }
            }
            guard at > first, take("}") else { throw failure("\\u{…} must contain hexadecimal digits only", at: start) }
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

    /// Reads an assertion, a character, a class or a group, without its quantifier.
    mutating func parseTerm() throws(ECMAPatternError) -> PatternNode {
        guard let scalar = next else { return .empty }
        switch scalar {
        case "^":
            at += 1
            return .start
        case "$":
            at += 1
            return .end
        case ".":
            at += 1
            return .set(ScalarSet(ranges: ScalarSet.lineEnds, isNegated: true))
        case "(": return try parseGroup()
        case "[": return try parseClass()
        case "\\": return try parseEscape()
        case "*", "+", "?":
            throw failure("\(scalar) has nothing to repeat: write \\\(scalar) to match the character \(scalar)")
        case "{":
            if isUnicode { throw failure("{ has nothing to repeat: write \\{ to match the character {") }
            if startsQuantifier() { throw failure("{…} has nothing to repeat: write \\{ to match the character {") }
        case "]", "}":
            if isUnicode {
                throw failure("\(scalar) has nothing to close: write \\\(scalar) to match the character \(scalar)")
            }
        default: break
        }
        at += 1
        return .scalar(scalar.value)
    }

    /// Returns whether a complete quantifier such as `{2,3}` comes next.
    private func startsQuantifier() -> Bool {
        var ahead = self
        guard ahead.take("{"), ahead.takeNumber() != nil else { return false }
        if ahead.take(",") { _ = ahead.takeNumber() }
        return ahead.take("}")
    }

    private mutating func parseGroup() throws(ECMAPatternError) -> PatternNode {
        let start = at
        at += 1
        var index: Int?
        var look: (isBehind: Bool, isNegated: Bool)?
        if take("?:") {
        } else if take("?=") {
            look = (false, false)
        } else if take("?!") {
            look = (false, true)
        } else if take("?<=") {
            look = (true, false)
        } else if take("?<!") {
            look = (true, true)
        } else {
            if next == "?", !take("?<") {
                throw failure("(? must be part of (?:…), (?=…), (?!…), (?<=…), (?<!…) or (?<name>…)", at: start)
            }
            captureCount += 1
            index = captureCount
            if scalars[at - 1] == "<" {
                let name = try parseGroupName()
                if captureNames.updateValue(captureCount, forKey: name) != nil {
                    throw failure("two groups are named “\(name)”", at: start)
                }
            }
        }
        let node = try parseAlternatives()
        guard take(")") else { throw failure("the group that starts here isn't closed: ) is missing", at: start) }
        if let look { return .look(node, isBehind: look.isBehind, isNegated: look.isNegated) }
        if let index { return .capture(index, node) }
        return node
    }

    /// Reads the name of a group and the following `>`.
    mutating func parseGroupName() throws(ECMAPatternError) -> String {
        let start = at
        var name = String.UnicodeScalarView()
        while let scalar = next, scalar != ">" {
            let isStart = scalar == "$" || scalar == "_" || scalar.properties.isIDStart
            guard isStart || !name.isEmpty && scalar.properties.isIDContinue else {
                throw failure("a group's name must be an identifier")
            }
            name.append(scalar)
            at += 1
        }
        guard take(">"), !name.isEmpty else {
            throw failure("a group's name must be an identifier followed by >", at: start)
        }
        return String(name)
    }

    /// Reads a class such as `[^a-z\d]`.
    mutating func parseClass() throws(ECMAPatternError) -> PatternNode {
        let start = at
        at += 1
        let isNegated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var properties: [ScalarSet.Property] = []
        while let scalar = next, scalar != "]" {
            let place = at
            let first = try parseClassAtom(&ranges, &properties)
            guard next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
                if let first { ranges.append(first...first) }
                continue
            }
            at += 1
            let last = try parseClassAtom(&ranges, &properties)
            if let first, let last {
                guard first <= last else {
                    throw failure("the ends of this range are out of order: write the lower character first", at: place)
                }
                ranges.append(first...last)
            } else {
                if isUnicode { throw failure("a range must have a single character at each end", at: place) }
                for value in [first, 0x2D, last] { if let value { ranges.append(value...value) } }
            }
        }
        guard take("]") else { throw failure("the class that starts here isn't closed: ] is missing", at: start) }
        return .set(ScalarSet(ranges: ranges, properties: properties, isNegated: isNegated))
    }

    /// Reads a member of a class. Returns the character, or `nil` for an escape that stands for several characters.
    private mutating func parseClassAtom(
        _ ranges: inout [ClosedRange<UInt32>], _ properties: inout [ScalarSet.Property]
    ) throws(ECMAPatternError) -> UInt32? {
        let start = at
        guard let scalar = next else { throw failure("the class isn't closed: ] is missing") }
        at += 1
        guard scalar == "\\" else { return scalar.value }
        if take("b") { return 0x08 }
        if take("-") { return 0x2D }
        if let set = try parseClassEscape() {
            ranges += set.ranges
            properties += set.properties
            return nil
        }
        return try parseCharacterEscape(start: start)
    }
}
