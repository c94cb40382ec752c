import AccordJSON

/// A URI template, RFC 6570, all four levels: parsed once, then expanded with values or matched against a path.
package struct URITemplate: Sendable, Hashable {
    /// What is wrong with a template, and where.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package var reason: String
        /// In Unicode scalars, from 1.
        package var column: Int

        package var description: String { "column \(column): \(reason)" }
    }

    enum Part: Sendable, Hashable {
        /// Text as it goes out, percent-encoded where it has to be.
        case literal(String)
        case expression(URITemplateOperator, [Variable])
    }

    struct Variable: Sendable, Hashable {
        enum Modifier: Sendable, Hashable {
            case explode
            /// In Unicode scalars, 1 to 9999.
            case prefix(Int)
        }

        var name: String
        var modifier: Modifier?
    }

    let parts: [Part]
    /// As written.
    package let text: String

    /// Parses `text`; throws what is wrong with it (RFC 6570 section 2).
    package init(_ text: String) throws(Failure) {
        var parser = URITemplateParser(text)
        self.parts = try parser.parse()
        self.text = text
    }

    /// The names in the order of their first appearance.
    package var variableNames: [String] {
        var names: [String] = []
        for case .expression(_, let variables) in parts {
            for variable in variables where !names.contains(variable.name) { names.append(variable.name) }
        }
        return names
    }
}

/// The eight kinds of expression and what each puts where, RFC 6570 appendix A.
struct URITemplateOperator: Sendable, Hashable {
    var symbol: Character?
    var first: String
    var separator: String
    var isNamed: Bool
    var ifEmpty: String
    var allowsReserved: Bool

    static func named(_ symbol: Character?) -> URITemplateOperator? {
        switch symbol {
        case nil: Self(nil, "", ",")
        case "+": Self("+", "", ",", allowsReserved: true)
        case "#": Self("#", "#", ",", allowsReserved: true)
        case ".": Self(".", ".", ".")
        case "/": Self("/", "/", "/")
        case ";": Self(";", ";", ";", isNamed: true)
        case "?": Self("?", "?", "&", isNamed: true, ifEmpty: "=")
        case "&": Self("&", "&", "&", isNamed: true, ifEmpty: "=")
        default: nil
        }
    }

    private init(
        _ symbol: Character?, _ first: String, _ separator: String, isNamed: Bool = false, ifEmpty: String = "",
        allowsReserved: Bool = false
    ) {
        self.symbol = symbol
        self.first = first
        self.separator = separator
        self.isNamed = isNamed
        self.ifEmpty = ifEmpty
        self.allowsReserved = allowsReserved
    }
}
