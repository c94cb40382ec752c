/// Reads a pattern along the grammar of RFC 9485, section 3.
struct RegexpParser {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var depth = 0
    private static let maximumDepth = 64
    /// The largest count that a quantifier may have.
    private static let maximumCount = 5_000

    init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

    /// Reads the whole pattern; `nil` if it isn't one.
    mutating func parse() -> RegexpTree? {
        guard let tree = parseAlternatives(), at == scalars.count else { return nil }
        return tree
    }

    private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    private mutating func parseAlternatives() -> RegexpTree? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { return nil }
        var branches: [RegexpTree] = []
        repeat {
            guard let branch = parseBranch() else { return nil }
            branches.append(branch)
        } while take("|")
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func parseBranch() -> RegexpTree? {
        var pieces: [RegexpTree] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let atom = parseAtom(), let piece = parseQuantifier(of: atom) else { return nil }
            pieces.append(piece)
        }
        return .sequence(pieces)
    }

    private mutating func parseAtom() -> RegexpTree? {
        guard let scalar = next else { return nil }
        at += 1
        switch scalar {
        case "(":
            guard let tree = parseAlternatives(), take(")") else { return nil }
            return tree
        case ".": return .set(.dot)
        case "^": return .start
        case "$": return .end
        case "[": return parseClass().map { .set($0) }
        case "\\": return parseEscape().map { .set($0) }
        case "*", "+", "?", "{", "}", "]", ")", "|": return nil
        default: return .set(.single(scalar))
        }
    }

    private mutating func parseQuantifier(of atom: RegexpTree) -> RegexpTree? {
        switch next {
        case "*":
            at += 1
            return .repetition(atom, least: 0, most: nil)
        case "+":
            at += 1
            return .repetition(atom, least: 1, most: nil)
        case "?":
            at += 1
            return .repetition(atom, least: 0, most: 1)
        case "{":
            at += 1
            guard let least = parseCount() else { return nil }
            if take("}") { return .repetition(atom, least: least, most: least) }
            guard take(",") else { return nil }
            if take("}") { return .repetition(atom, least: least, most: nil) }
            guard let most = parseCount(), take("}"), least <= most else { return nil }
            return .repetition(atom, least: least, most: most)
        default:
            return atom
        }
    }

    private mutating func parseCount() -> Int? {
        var count = 0
        let start = at
        while let digit = next, digit >= "0", digit <= "9" {
            count = count * 10 + Int(digit.value - 0x30)
            if count > Self.maximumCount { return nil }
            at += 1
        }
        return at > start ? count : nil
    }

    /// Reads what follows a backslash outside of a class.
    private mutating func parseEscape() -> ScalarSet? {
        if next == "p" || next == "P" { return parseCategory() }
        return parseSingleEscape().map { .single($0) }
    }

    private mutating func parseSingleEscape() -> Unicode.Scalar? {
        guard let scalar = next else { return nil }
        at += 1
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": return scalar
        default: return nil
        }
    }

    private mutating func parseCategory() -> ScalarSet? {
        let isNegated = next == "P"
        at += 1
        guard take("{") else { return nil }
        let start = at
        while let scalar = next, scalar != "}" { at += 1 }
        let code = String(String.UnicodeScalarView(scalars[start..<at]))
        guard take("}"), ScalarSet.codes.contains(code) else { return nil }
        return ScalarSet(categories: [(code, isNegated)])
    }

    /// Reads a class from behind its bracket; a hyphen stands for itself only first or last.
    private mutating func parseClass() -> ScalarSet? {
        var set = ScalarSet()
        set.isNegated = take("^")
        var isFirst = true
        while let scalar = next {
            if scalar == "]" {
                at += 1
                return isFirst ? nil : set
            }
            if scalar == "-" {
                at += 1
                guard isFirst || next == "]" else { return nil }
                set.ranges.append(0x2D...0x2D)
            } else if scalar == "\\", at + 1 < scalars.count, scalars[at + 1] == "p" || scalars[at + 1] == "P" {
                at += 1
                guard let category = parseCategory() else { return nil }
                set.categories += category.categories
            } else {
                guard let range = parseRange() else { return nil }
                set.ranges.append(range)
            }
            isFirst = false
        }
        return nil
    }

    private mutating func parseRange() -> ClosedRange<UInt32>? {
        guard let lower = parseClassScalar() else { return nil }
        guard next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else { return lower.value...lower.value }
        at += 1
        guard let upper = parseClassScalar(), lower <= upper else { return nil }
        return lower.value...upper.value
    }

    private mutating func parseClassScalar() -> Unicode.Scalar? {
        guard let scalar = next, scalar != "[", scalar != "-", scalar != "]" else { return nil }
        at += 1
        return scalar == "\\" ? parseSingleEscape() : scalar
    }
}
