extension PathParser {
    /// Reads a function's arguments and its closing parenthesis, and checks their types (RFC 9535, section 2.4).
    mutating func parseCall(of name: String, at start: Int) throws(JSONPathError) -> PathTerm {
        let arguments = try parseArguments()
        let needed: Int
        switch name {
        case "length", "count", "value": needed = 1
        case "match", "search": needed = 2
        default: throw failure("there is no function “\(name)”: length, count, match, search and value are", at: start)
        }
        guard arguments.count == needed else {
            throw failure("\(name) takes \(needed == 1 ? "one argument" : "two arguments")", at: start)
        }
        switch name {
        case "length":
            return .function(.length(try value(arguments[0], of: name)))
        case "count":
            return .function(.count(try nodes(arguments[0], of: name)))
        case "value":
            return .function(.value(try nodes(arguments[0], of: name)))
        default:
            let pattern = try value(arguments[1], of: name)
            var compiled: IRegexp?
            if case .literal(.string(let text)) = pattern { compiled = IRegexp(text) }
            return .condition(
                .match(
                    PathPattern(
                        subject: try value(arguments[0], of: name), pattern: pattern, compiled: compiled,
                        isWhole: name == "match")))
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
        guard take(")") else { throw failure("a comma or ) is expected here: no function takes a condition") }
        return arguments
    }

    private func value(
        _ argument: (term: PathTerm, start: Int), of name: String
    ) throws(JSONPathError) -> PathOperand {
        try operand(argument.term, at: argument.start, for: name)
    }

    private func nodes(
        _ argument: (term: PathTerm, start: Int), of name: String
    ) throws(JSONPathError) -> PathQuery {
        guard case .query(let query) = argument.term else {
            throw failure("\(name) takes a query", at: argument.start)
        }
        return query
    }
}
