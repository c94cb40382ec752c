// SPDX-License-Identifier: Apache-2.0
extension ECMAPattern {
    /// Creates a pattern from an I-Regexp (RFC 9485). Returns `nil` if the string isn't an I-Regexp.
    ///
    /// Unescaped `^` and `$` match the start and the end of the text, as in ECMAScript, to which RFC 9485, section 5.3,
    /// maps I-Regexps. The grammar of RFC 9485 alone would make `^` and `$` ordinary characters.
    ///
    /// - Parameters:
    ///   - text: An I-Regexp.
    ///   - matchesWhole: Whether the pattern must match the whole text, as in the JSONPath function `match`.
    package init?(iRegexp text: String, matchesWhole: Bool) {
        var translator = IRegexpTranslator(text)
        guard let source = translator.translate() else { return nil }
        try? self.init(matchesWhole ? "^(?:\(source))$" : source)
    }
}

/// Checks an I-Regexp and rewrites it for ECMAScript (RFC 9485, section 5.3).
///
/// Rejects syntax that ECMAScript allows and RFC 9485 doesn't. ``PatternParser`` finds all other syntax errors.
private struct IRegexpTranslator {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var output = String.UnicodeScalarView()

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    private mutating func emit(_ text: String) { output.append(contentsOf: text.unicodeScalars) }

    mutating func translate() -> String? {
        var depth = 0
        while let scalar = next {
            at += 1
            switch scalar {
            case "\\": guard takeEscape() != nil else { return nil }
            case "[": guard takeClass() else { return nil }
            case ".": emit("[^\\n\\r]")
            case "(":
                if next == "?" { return nil }
                depth += 1
                emit("(?:")
            case ")":
                depth -= 1
                if depth < 0 { return nil }
                output.append(scalar)
            case "*", "+", "?", "}":
                // Reject lazy quantifiers, which ECMAScript has and RFC 9485 doesn't.
                if next == "?" { return nil }
                output.append(scalar)
            default: output.append(scalar)
            }
        }
        return depth == 0 ? String(output) : nil
    }

    private enum Escape { case character, category }

    /// Reads an escape after its backslash.
    private mutating func takeEscape() -> Escape? {
        guard let letter = next else { return nil }
        at += 1
        switch letter {
        case "-": emit("\\x2D")
        case "n", "r", "t", "(", ")", "*", "+", ".", "?", "[", "\\", "]", "^", "{", "|", "}": emit("\\\(letter)")
        case "p", "P":
            guard take("{"), let close = scalars[at...].firstIndex(of: "}") else { return nil }
            let code = String(String.UnicodeScalarView(scalars[at..<close]))
            guard Self.categories.contains(code) else { return nil }
            at = close + 1
            emit("\\\(letter){\(code)}")
            return .category
        default: return nil
        }
        return .character
    }

    /// The Unicode categories that RFC 9485 allows in `\p{…}`.
    private static let categories = Set(
        """
        L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps Z Zl Zp Zs S Sc Sk Sm So C Cc Cf Cn Co
        """.split(separator: " ").map(String.init))

    /// Reads a character class after its opening bracket. An unescaped hyphen is a member only at the start and the
    /// end.
    private mutating func takeClass() -> Bool {
        emit(take("^") ? "[^" : "[")
        let first = at
        if take("-") { emit("\\x2D") }
        while let scalar = next, scalar != "]" {
            if scalar == "-" {
                guard at + 1 < scalars.count, scalars[at + 1] == "]" else { return false }
                at += 1
                emit("\\x2D")
                continue
            }
            guard let member = takeMember() else { return false }
            if next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" {
                guard member == .character else { return false }
                at += 1
                emit("-")
                guard takeMember() == .character else { return false }
            }
        }
        guard at > first, take("]") else { return false }
        emit("]")
        return true
    }

    private mutating func takeMember() -> Escape? {
        guard let scalar = next, scalar != "[", scalar != "]", scalar != "-" else { return nil }
        at += 1
        if scalar == "\\" { return takeEscape() }
        output.append(scalar)
        return .character
    }
}
