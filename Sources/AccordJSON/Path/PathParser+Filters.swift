// SPDX-License-Identifier: Apache-2.0
extension PathParser {
    /// Reads a logical expression. `||` has lower precedence than `&&`.
    mutating func parseCondition() throws(JSONPathError) -> PathCondition {
        var alternatives: [PathCondition] = []
        repeat {
            var conditions: [PathCondition] = []
            repeat {
                skipSpace()
                conditions.append(try parseBasicCondition())
            } while takeOperator("&&")
            alternatives.append(conditions.count == 1 ? conditions[0] : .all(conditions))
        } while takeOperator("||")
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    /// Consumes an operator and the preceding white space. Consumes nothing if the operator doesn't come next.
    private mutating func takeOperator(_ word: String) -> Bool {
        let start = at
        skipSpace()
        if take(word) { return true }
        at = start
        return false
    }

    private mutating func parseBasicCondition() throws(JSONPathError) -> PathCondition {
        let isNegated = take("!")
        if isNegated { skipSpace() }
        let condition: PathCondition
        if take("(") {
            skipSpace()
            condition = try nested { (parser) throws(JSONPathError) in try parser.parseCondition() }
            skipSpace()
            guard take(")") else { throw failure("&&, || or ) is expected here") }
        } else {
            condition = try parseComparisonOrTest(isNegated: isNegated)
        }
        return isNegated ? .not(condition) : condition
    }

    private mutating func parseComparisonOrTest(isNegated: Bool) throws(JSONPathError) -> PathCondition {
        let start = at
        let left = try parseTerm()
        let end = at
        skipSpace()
        guard let comparison = PathComparison.allCases.first(where: { take($0.rawValue) }) else {
            at = end
            return try test(left, at: start)
        }
        if isNegated { throw failure("put the comparison after ! in parentheses", at: start) }
        let leftOperand = try operand(left, at: start, for: "a comparison")
        skipSpace()
        let rightStart = at
        let right = try parseTerm()
        return .comparison(leftOperand, comparison, try operand(right, at: rightStart, for: "a comparison"))
    }

    /// Returns the condition for a term without a comparison operator, such as `@.name`. Throws an error if the term is
    /// a literal or a function such as `length`.
    private func test(_ term: PathTerm, at start: Int) throws(JSONPathError) -> PathCondition {
        switch term {
        case .query(let query): return .exists(query)
        case .condition(let condition): return condition
        case .literal: throw failure("a literal isn't a condition: compare the literal with a value", at: start)
        case .function: throw failure("this function isn't a condition: compare its result with a value", at: start)
        }
    }

    /// Converts a term to an operand. Throws an error for `match` and `search`, and for a query that can select several
    /// values.
    func operand(_ term: PathTerm, at start: Int, for place: String) throws(JSONPathError) -> PathOperand {
        switch term {
        case .literal(let value): return .literal(JSONDocument(value).root)
        case .function(let operand): return operand
        case .condition:
            throw failure(
                "\(place) requires a value, but the functions match and search return a truth value", at: start)
        case .query(let query):
            guard query.isSingular else {
                throw failure(
                    "\(place) requires a query for one value: use only names and indexes, as in @.a[0].b", at: start)
            }
            return .singular(query)
        }
    }

    /// Reads a literal, a query or a function call.
    mutating func parseTerm() throws(JSONPathError) -> PathTerm {
        switch next {
        case "@", "$":
            let isRelative = next == "@"
            at += 1
            return .query(PathQuery(isRelative: isRelative, segments: try parseSegments()))
        case "'", "\"": return .literal(.string(try parseString()))
        case let scalar? where scalar == "-" || Self.isDigit(scalar): return .literal(.number(try parseNumber()))
        case let scalar? where Self.isLowerCase(scalar): return try parseWord()
        default: throw failure("a condition is expected here: a query with @ or $, a comparison or a function")
        }
    }

    private mutating func parseWord() throws(JSONPathError) -> PathTerm {
        let start = at
        while let scalar = next, Self.isLowerCase(scalar) || Self.isDigit(scalar) || scalar == "_" { at += 1 }
        let word = string(from: start)
        if take("(") {
            return try nested { (parser) throws(JSONPathError) in try parser.parseCall(of: word, at: start) }
        }
        switch word {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        default: throw failure("“\(word)” is neither a literal nor a function: put a string in quotes", at: start)
        }
    }

    private mutating func parseNumber() throws(JSONPathError) -> JSONNumber {
        let start = at
        while let scalar = next, Self.isDigit(scalar) || "+-.eE".unicodeScalars.contains(scalar) { at += 1 }
        guard let number = JSONNumber(string(from: start)) else {
            throw failure("a valid JSON number is expected here", at: start)
        }
        return number
    }
}

/// A literal, query or function call in a filter.
enum PathTerm {
    case literal(JSON)
    case query(PathQuery)
    /// A call of a function that returns a value, such as `length`.
    case function(PathOperand)
    /// A call of a function that returns true or false: `match` or `search`.
    case condition(PathCondition)
}

extension PathParser {
    /// Reads the arguments and the closing parenthesis of a function call, and checks their types (RFC 9535, section
    /// 2.4).
    mutating func parseCall(of name: String, at start: Int) throws(JSONPathError) -> PathTerm {
        let arguments = try parseArguments()
        let needed: Int
        switch name {
        case "length", "count", "value": needed = 1
        case "match", "search": needed = 2
        default: throw failure("“\(name)” isn't a function: use length, count, match, search or value", at: start)
        }
        guard arguments.count == needed else {
            throw failure("\(name) takes \(needed == 1 ? "one argument" : "two arguments")", at: start)
        }
        switch name {
        case "length": return .function(.length(try value(arguments[0], of: name)))
        case "count": return .function(.count(try nodes(arguments[0], of: name)))
        case "value": return .function(.value(try nodes(arguments[0], of: name)))
        default:
            let pattern = try value(arguments[1], of: name)
            let isWhole = name == "match"
            var compiled: ECMAPattern?
            if case .literal(let value) = pattern, let text = value.string {
                compiled = ECMAPattern(iRegexp: text, matchesWhole: isWhole)
            }
            return .condition(
                .match(
                    PathPattern(
                        subject: try value(arguments[0], of: name), pattern: pattern, compiled: compiled,
                        isWhole: isWhole)))
        }
    }

    private mutating func parseArguments() throws(JSONPathError) -> [(term: PathTerm, start: Int)] {
        var arguments: [(term: PathTerm, start: Int)] = []
        skipSpace()
        if take(")") { return [] }
        repeat {
            skipSpace()
            let start = at
            let term = try parseTerm()
            arguments.append((term, start))
            skipSpace()
        } while take(",")
        guard take(")") else {
            throw failure("a comma or ) is expected here: an argument is a literal, a query or a function call")
        }
        return arguments
    }

    private func value(_ argument: (term: PathTerm, start: Int), of name: String) throws(JSONPathError) -> PathOperand {
        try operand(argument.term, at: argument.start, for: name)
    }

    private func nodes(
        _ argument: (term: PathTerm, start: Int), of name: String
    ) throws(JSONPathError) -> PathQuery {
        guard case .query(let query) = argument.term else { throw failure("\(name) takes a query", at: argument.start) }
        return query
    }
}
