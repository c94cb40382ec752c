extension PatternParser {
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
                guard first <= last else { throw failure("the ends of this range are out of order", at: place) }
                ranges.append(first...last)
            } else {
                if isUnicode { throw failure("a range has a single character at each end", at: place) }
                for value in [first, 0x2D, last] { if let value { ranges.append(value...value) } }
            }
        }
        guard take("]") else { throw failure("the class that starts here isn't closed: ] is missing", at: start) }
        return .set(ScalarSet(ranges: ranges, properties: properties, isNegated: isNegated))
    }

    /// Reads one character, which it returns, or an escape for many, which it adds.
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
