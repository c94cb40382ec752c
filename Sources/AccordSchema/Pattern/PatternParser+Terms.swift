extension PatternParser {
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
            throw failure("\(scalar) repeats nothing: write \\\(scalar) for the character")
        case "{":
            if isUnicode { throw failure("{ repeats nothing: write \\{ for the character") }
            if startsQuantifier() { throw failure("{…} repeats nothing: write \\{ for the character") }
        case "]", "}":
            if isUnicode { throw failure("\(scalar) closes nothing: write \\\(scalar) for the character") }
        default: break
        }
        at += 1
        return .scalar(scalar.value)
    }

    /// Whether a whole quantifier such as `{2,3}` comes next.
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
                throw failure("(? starts none of (?:…), (?=…), (?!…), (?<=…), (?<!…) and (?<name>…)", at: start)
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

    /// Reads a group's name and the `>` behind it.
    mutating func parseGroupName() throws(ECMAPatternError) -> String {
        let start = at
        var name = String.UnicodeScalarView()
        while let scalar = next, scalar != ">" {
            let isStart = scalar == "$" || scalar == "_" || scalar.properties.isIDStart
            guard isStart || !name.isEmpty && scalar.properties.isIDContinue else {
                throw failure("a group's name is an identifier")
            }
            name.append(scalar)
            at += 1
        }
        guard take(">"), !name.isEmpty else { throw failure("a group's name is an identifier before >", at: start) }
        return String(name)
    }
}
