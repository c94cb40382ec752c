/// Reads the text of a query, scalar by scalar, along the grammar of RFC 9535, appendix A.
struct PathParser {
    let text: String
    let scalars: [Unicode.Scalar]
    var at = 0
    /// The filters, parentheses and functions that are open.
    var depth = 0

    private static let maximumDepth = 64
    /// The integers that I-JSON can carry exactly.
    private static let largestInteger = 9_007_199_254_740_991

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Reads the whole text as a query.
    mutating func parseQuery() throws(JSONPathError) -> [PathSegment] {
        guard take("$") else { throw failure("a query starts with $") }
        let segments = try parseSegments()
        if at < scalars.count {
            let isSpace = scalars[at...].allSatisfy(Self.isSpace)
            throw failure(isSpace ? "remove the white space behind the query" : "a segment starts with . or [")
        }
        return segments
    }

    /// Reads segments as long as there are any; white space behind the last one is left.
    mutating func parseSegments() throws(JSONPathError) -> [PathSegment] {
        var segments: [PathSegment] = []
        while true {
            let end = at
            skipSpace()
            let column = at + 1
            switch next {
            case "[":
                segments.append(PathSegment(isDescendant: false, column: column, selectors: try parseBrackets()))
            case ".":
                at += 1
                let isDescendant = take(".")
                let selectors = isDescendant && next == "[" ? try parseBrackets() : [try parseShorthand()]
                segments.append(PathSegment(isDescendant: isDescendant, column: column, selectors: selectors))
            default:
                at = end
                return segments
            }
        }
    }

    private mutating func parseShorthand() throws(JSONPathError) -> PathSelector {
        if take("*") { return .wildcard }
        let start = at
        while let scalar = next, Self.isName(scalar, first: at == start) { at += 1 }
        if at == start {
            throw failure("a name or * is expected here: put other names in brackets and quotes, ['…']")
        }
        return .name(string(from: start))
    }

    private mutating func parseBrackets() throws(JSONPathError) -> [PathSelector] {
        at += 1
        var selectors: [PathSelector] = []
        repeat {
            skipSpace()
            selectors.append(try parseSelector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw failure("a comma or ] is expected here") }
        return selectors
    }

    private mutating func parseSelector() throws(JSONPathError) -> PathSelector {
        switch next {
        case "*":
            at += 1
            return .wildcard
        case "'", "\"":
            return .name(try parseString())
        case "?":
            at += 1
            skipSpace()
            return .filter(try nested { (parser) throws(JSONPathError) in try parser.parseCondition() })
        case let scalar? where scalar == ":" || scalar == "-" || Self.isDigit(scalar):
            return try parseIndexOrSlice()
        default:
            throw failure("a selector is expected here: a quoted name, an index, a slice, * or a filter with ?")
        }
    }

    private mutating func parseIndexOrSlice() throws(JSONPathError) -> PathSelector {
        let start = next == ":" ? nil : try parseInteger()
        let afterStart = at
        skipSpace()
        guard take(":") else {
            at = afterStart
            return .index(start ?? 0)
        }
        skipSpace()
        var end: Int?
        if startsInteger { end = try parseInteger() }
        let afterEnd = at
        skipSpace()
        guard take(":") else {
            at = afterEnd
            return .slice(start: start, end: end, step: 1)
        }
        let afterColon = at
        skipSpace()
        guard startsInteger else {
            at = afterColon
            return .slice(start: start, end: end, step: 1)
        }
        return .slice(start: start, end: end, step: try parseInteger())
    }

    private var startsInteger: Bool { next.map { $0 == "-" || Self.isDigit($0) } ?? false }

    private mutating func parseInteger() throws(JSONPathError) -> Int {
        let start = at
        let isNegative = take("-")
        let digits = at
        while let digit = next, Self.isDigit(digit) { at += 1 }
        if at == digits { throw failure("a digit is expected here") }
        if scalars[digits] == "0", at > digits + 1 || isNegative {
            throw failure(isNegative ? "write 0 for -0" : "an integer has no leading zeros", at: start)
        }
        guard let value = Int(string(from: digits)), value <= Self.largestInteger else {
            throw failure("an integer lies within ±(2^53 - 1)", at: start)
        }
        return isNegative ? -value : value
    }

    /// Reads something that may hold more of its kind, up to a depth that no stack minds.
    mutating func nested<Result>(
        _ body: (inout PathParser) throws(JSONPathError) -> Result
    ) throws(JSONPathError) -> Result {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw failure("filters are nested more than \(Self.maximumDepth) deep") }
        return try body(&self)
    }
}
