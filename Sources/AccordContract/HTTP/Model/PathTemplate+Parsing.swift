import AccordJSON

/// Why a text is no path template.
package struct PathTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The place of the mistake, in Unicode scalars from 1.
    package var column: Int
    package var reason: String

    package var description: String { "column \(column): \(reason)" }
}

extension PathTemplate {
    /// Reads a path as a contract writes it; what a URL has to percent-encode may be written plainly.
    package init(parsing text: String) throws(PathTemplateError) {
        var parser = PathTemplateParser(text)
        self.init(parts: try parser.parse(), description: text)
    }
}

private struct PathTemplateParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var parts: [PathTemplate.Part] = []
    private var literal = ""
    private var names: Set<String> = []

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(PathTemplateError) -> [PathTemplate.Part] {
        guard scalars.first == "/" else { throw error("a path starts with “/”") }
        while index < scalars.count {
            let scalar = scalars[index]
            switch scalar {
            case "{": try parseParameter()
            case "}": throw error("“}” without “{”; write %7D for the character")
            case "?": throw error("the query doesn't belong to the path; document its items under “query”")
            case "#": throw error("a fragment is never sent")
            case "%": try parsePercentEncoding()
            default:
                literal += Percent.encode(String(scalar), keeping: .path)
                index += 1
            }
        }
        endLiteral()
        return parts
    }

    private mutating func parsePercentEncoding() throws(PathTemplateError) {
        let digits = scalars[(index + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy({ $0.isASCII && $0.properties.isHexDigit }) else {
            throw error("“%” without two hexadecimal digits; write %25 for the character")
        }
        literal += "%" + String(String.UnicodeScalarView(digits))
        index += 3
    }

    private mutating func parseParameter() throws(PathTemplateError) {
        let start = index
        guard let end = scalars[index...].firstIndex(of: "}") else { throw error("“{” without “}”") }
        var name = scalars[(index + 1)..<end]
        let holdsSlashes = name.first == "+"
        if holdsSlashes { name = name.dropFirst() }
        guard !name.isEmpty, name.allSatisfy(PathText.isName) else {
            throw error("a parameter's name has letters, digits, “_”, “-” and “.”")
        }
        let text = String(String.UnicodeScalarView(name))
        guard names.insert(text).inserted else { throw error("“{\(text)}” is there twice") }
        endLiteral()
        if case .parameter = parts.last {
            throw error("two parameters side by side can't be told apart; put a character between them")
        }
        parts.append(.parameter(name: text, holdsSlashes: holdsSlashes))
        index = max(end + 1, start + 1)
    }

    private mutating func endLiteral() {
        if !literal.isEmpty { parts.append(.literal(Percent.normalized(literal))) }
        literal = ""
    }

    private func error(_ reason: String) -> PathTemplateError {
        PathTemplateError(column: index + 1, reason: reason)
    }
}
