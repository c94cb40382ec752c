// SPDX-License-Identifier: Apache-2.0
/// Reads a query (RFC 9535, appendix A).
struct PathParser {
    let text: String
    let scalars: [Unicode.Scalar]
    var at = 0
    /// The number of open filters, parentheses and function calls.
    var depth = 0

    private static let maximumDepth = 64
    /// The largest integer that a query may contain: 2^53 - 1, as in I-JSON (RFC 7493).
    private static let largestInteger = 9_007_199_254_740_991

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Reads the whole query.
    mutating func parseQuery() throws(JSONPathError) -> [PathSegment] {
        guard take("$") else { throw failure("a query must start with $") }
        let segments = try parseSegments()
        if at < scalars.count {
            let isSpace = scalars[at...].allSatisfy(Self.isSpace)
            throw failure(isSpace ? "remove the white space after the query" : "a segment must start with . or [")
        }
        return segments
    }

    /// Reads segments. Doesn't consume white space after the last segment.
    mutating func parseSegments() throws(JSONPathError) -> [PathSegment] {
        var segments: [PathSegment] = []
        while true {
            let end = at
            skipSpace()
            let column = at + 1
            switch next {
            case "[": segments.append(PathSegment(isDescendant: false, column: column, selectors: try parseBrackets()))
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
            throw failure("a name or * is expected here: put a name such as 1st in brackets and quotes, ['1st']")
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
        case "'", "\"": return .name(try parseString())
        case "?":
            at += 1
            skipSpace()
            return .filter(try nested { (parser) throws(JSONPathError) in try parser.parseCondition() })
        case let scalar? where scalar == ":" || scalar == "-" || Self.isDigit(scalar): return try parseIndexOrSlice()
        default: throw failure("a selector is expected here: a quoted name, an index, a slice, * or a filter with ?")
        }
    }

    private mutating func parseIndexOrSlice() throws(JSONPathError) -> PathSelector {
        var parts: [Int?] = []
        repeat {
            skipSpace()
            parts.append(startsInteger ? try parseInteger() : nil)
            skipSpace()
        } while parts.count < 3 && take(":")
        guard parts.count > 1 else { return .index(parts[0] ?? 0) }
        return .slice(start: parts[0], end: parts[1], step: parts.count == 3 ? parts[2] ?? 1 : 1)
    }

    private var startsInteger: Bool { next.map { $0 == "-" || Self.isDigit($0) } ?? false }

    private mutating func parseInteger() throws(JSONPathError) -> Int {
        let start = at
        let isNegative = take("-")
        let digits = at
        while let digit = next, Self.isDigit(digit) { at += 1 }
        if at == digits { throw failure("a digit is expected here") }
        if scalars[digits] == "0", at > digits + 1 || isNegative {
            throw failure(isNegative ? "write 0 for -0" : "an integer must not have leading zeros", at: start)
        }
        guard let value = Int(string(from: digits)), value <= Self.largestInteger else {
            throw failure("an integer must be within ±(2^53 - 1)", at: start)
        }
        return isNegative ? -value : value
    }

    /// Calls a closure that reads an expression nested in another expression, such as the arguments of a function.
    ///
    /// - Throws: ``JSONPathError`` if expressions are nested too deeply.
    mutating func nested<Result>(
        _ body: (inout PathParser) throws(JSONPathError) -> Result
    ) throws(JSONPathError) -> Result {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw failure("filters are nested more than \(Self.maximumDepth) levels deep") }
        return try body(&self)
    }
}

extension PathParser {
    var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    /// Consumes `word` if it comes next. Returns whether it does.
    mutating func take(_ word: String) -> Bool {
        guard scalars[at...].starts(with: word.unicodeScalars) else { return false }
        at += word.unicodeScalars.count
        return true
    }

    mutating func skipSpace() { while let scalar = next, Self.isSpace(scalar) { at += 1 } }

    func string(from start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<at])) }

    func failure(_ reason: String, at place: Int? = nil) -> JSONPathError {
        JSONPathError(text: text, column: (place ?? at) + 1, reason: reason)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

    static func isLowerCase(_ scalar: Unicode.Scalar) -> Bool { scalar >= "a" && scalar <= "z" }

    /// Returns whether a scalar may occur in a name without quotes. If `first` is true, the scalar is the name's first.
    static func isName(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !first
        default: scalar.value >= 0x80
        }
    }

    /// Reads a quoted string.
    mutating func parseString() throws(JSONPathError) -> String {
        let quote = scalars[at]
        let start = at
        at += 1
        var result = String.UnicodeScalarView()
        while let scalar = next {
            at += 1
            if scalar == quote { return String(result) }
            if scalar == "\\" {
                result.append(try parseEscape(quote))
            } else if scalar.value < 0x20 {
                throw failure("a control character in a string must be escaped", at: at - 1)
            } else {
                result.append(scalar)
            }
        }
        throw failure("the string that starts at column \(start + 1) has no closing quote")
    }

    private mutating func parseEscape(_ quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
        let start = at - 1
        guard let letter = next else { throw failure("the query ends within an escape") }
        at += 1
        switch letter {
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "/", "\\", quote: return letter
        case "u":
            var value = try parseHex()
            if value & 0xFC00 == 0xD800, take("\\"), take("u") {
                let low = try parseHex()
                if low & 0xFC00 == 0xDC00 { value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF) }
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw failure("half of a surrogate pair isn't a character: write both halves", at: start)
            }
            return scalar
        default:
            throw failure("invalid escape: a backslash must be followed by \(quote) \\ / b f n r t or u", at: start)
        }
    }

    private mutating func parseHex() throws(JSONPathError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = next, scalar.isASCII, let digit = HexDigit.value(UInt8(scalar.value)) else {
                throw failure("\\u must be followed by four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }
}
