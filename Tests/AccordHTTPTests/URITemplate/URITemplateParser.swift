import AccordJSON

/// Reads a template's text, RFC 6570 section 2, with the column of whatever is wrong.
struct URITemplateParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(URITemplate.Failure) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        var literal = ""
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "{" {
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(try expression())
            } else {
                literal += try self.literal(scalar)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        return parts
    }

    private func failure(_ reason: String) -> URITemplate.Failure {
        URITemplate.Failure(reason: reason, column: index + 1)
    }

    /// One scalar outside braces: reserved and unreserved ones stand as they are, the rest is percent-encoded.
    private mutating func literal(_ scalar: Unicode.Scalar) throws(URITemplate.Failure) -> String {
        if scalar == "}" { throw failure("“}” without the “{” that it would close") }
        if scalar == "%", !isPercentEncoded(at: index) { throw failure("“%” without two hexadecimal digits") }
        let forbidden: String = " \"'<>\\^`{|}"
        if scalar != "'", scalar.value <= 0x20 || scalar.value == 0x7F || forbidden.unicodeScalars.contains(scalar) {
            throw failure("“\(scalar.escaped(asASCII: false))” can't stand in a template; percent-encode it")
        }
        index += 1
        return scalar.isASCII ? String(scalar) : URIEncoding.percentEncoded(String(scalar), keepingReserved: false)
    }

    private func isPercentEncoded(at index: Int) -> Bool {
        index + 2 < scalars.count && scalars[index + 1].isHexDigit && scalars[index + 2].isHexDigit
    }

    private mutating func expression() throws(URITemplate.Failure) -> URITemplate.Part {
        index += 1
        guard index < scalars.count else { throw failure("the expression isn't closed; “}” is missing") }
        var symbol: Character?
        let scalar = scalars[index]
        if !scalar.isVariableStart {
            guard URITemplateOperator.named(Character(scalar)) != nil else {
                let reserved: String = "=,!@|"
                throw failure(
                    reserved.unicodeScalars.contains(scalar)
                        ? "“\(scalar)” is reserved for later versions of templates" : "“\(scalar)” is no operator")
            }
            symbol = Character(scalar)
            index += 1
        }
        guard let kind = URITemplateOperator.named(symbol) else { throw failure("no such operator") }
        var variables = [try variable()]
        while index < scalars.count, scalars[index] == "," {
            index += 1
            variables.append(try variable())
        }
        guard index < scalars.count else { throw failure("the expression isn't closed; “}” is missing") }
        guard scalars[index] == "}" else { throw failure("“\(scalars[index])” can't stand in a variable's name") }
        index += 1
        return .expression(kind, variables)
    }

    private mutating func variable() throws(URITemplate.Failure) -> URITemplate.Variable {
        var name = ""
        var afterDot = true
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "." {
                if afterDot { throw failure("a variable's name has no empty part") }
                afterDot = true
                name.unicodeScalars.append(scalar)
                index += 1
            } else if scalar == "%" {
                guard isPercentEncoded(at: index) else { throw failure("“%” without two hexadecimal digits") }
                name += String(String.UnicodeScalarView(scalars[index...index + 2]))
                index += 3
                afterDot = false
            } else if scalar.isVariableStart {
                name.unicodeScalars.append(scalar)
                index += 1
                afterDot = false
            } else {
                break
            }
        }
        if name.isEmpty || afterDot { throw failure("a variable's name is missing") }
        return URITemplate.Variable(name: name, modifier: try modifier())
    }

    private mutating func modifier() throws(URITemplate.Failure) -> URITemplate.Variable.Modifier? {
        guard index < scalars.count else { return nil }
        switch scalars[index] {
        case "*":
            index += 1
            return .explode
        case ":":
            index += 1
            var digits = ""
            while index < scalars.count, ("0"..."9").contains(scalars[index]), digits.count < 5 {
                digits.unicodeScalars.append(scalars[index])
                index += 1
            }
            guard let length = Int(digits), (1...9999).contains(length), digits.first != "0" else {
                throw failure("the length of a prefix is a number from 1 to 9999")
            }
            return .prefix(length)
        default:
            return nil
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isHexDigit: Bool {
        switch self {
        case "0"..."9", "a"..."f", "A"..."F": true
        default: false
        }
    }

    /// `varchar` of RFC 6570, but for percent-encoded ones.
    fileprivate var isVariableStart: Bool {
        switch self {
        case "0"..."9", "a"..."z", "A"..."Z", "_", "%": true
        default: false
        }
    }
}
