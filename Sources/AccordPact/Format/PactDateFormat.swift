// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A format of dates and times in a pact, such as `yyyy-MM-dd'T'HH:mm:ssXXX`, compiled into a pattern.
package struct PactDateFormat: Sendable {
    package let text: String
    package let pattern: ECMAPattern

    /// Compiles a format.
    ///
    /// - Throws: A ``Mistake`` that names the first unknown letter.
    package init(_ text: String) throws(Mistake) {
        self.text = text
        let source = try Self.source(text)
        do { pattern = try ECMAPattern("^(?:\(source))$") } catch {
            throw Mistake("invalid date format “\(text)”: \(error.reason)")
        }
    }

    private static func source(_ text: String) throws(Mistake) -> String {
        var source = ""
        for (piece, letter) in pieces(of: text) {
            guard let letter else {
                source += PactPattern.escaped(piece)
                continue
            }
            guard let part = part(letter, count: piece.unicodeScalars.count) else {
                throw Mistake("unknown letter “\(letter)” in the date format “\(text)”")
            }
            source += part
        }
        return source
    }

    /// Splits a format into runs of a letter, such as `yyyy`, and the text between them. Text in quotation marks has no
    /// letters, and two quotation marks are one.
    package static func pieces(of text: String) -> [(text: String, letter: Unicode.Scalar?)] {
        let scalars = Array(text.unicodeScalars)
        var pieces: [(text: String, letter: Unicode.Scalar?)] = []
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let isQuoted = scalar == "'"
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            let start = isQuoted ? index + 1 : index
            let end = scalars[start...].firstIndex { isQuoted ? $0 == scalar : $0 != scalar } ?? scalars.count
            let piece = String(String.UnicodeScalarView(scalars[start..<end]))
            pieces.append((isQuoted && piece.isEmpty ? "'" : piece, isLetter ? scalar : nil))
            index = isQuoted ? end + 1 : end
        }
        return pieces
    }

    private static func part(_ letter: Unicode.Scalar, count: Int) -> String? {
        switch letter {
        case "y", "Y", "u": return count == 2 ? "\\d{2}" : "\\d{4,}"
        case "M", "L":
            return count > 3 ? months : count == 3 ? "(?:\(shortMonths))" : number(count, "(?:0?[1-9]|1[0-2])")
        case "d": return number(count, "(?:0?[1-9]|[12]\\d|3[01])")
        case "D": return "\\d{1,3}"
        case "w", "W", "F", "e", "c", "q", "Q": return "\\d{1,2}"
        case "H": return number(count, "(?:[01]?\\d|2[0-3])")
        case "k": return number(count, "(?:0?[1-9]|1\\d|2[0-4])")
        case "h": return number(count, "(?:0?[1-9]|1[0-2])")
        case "K": return number(count, "(?:0?\\d|1[01])")
        case "m": return number(count, "[0-5]?\\d")
        case "s": return number(count, "(?:[0-5]?\\d|60)")
        case "S", "n", "A", "N": return count == 1 ? "\\d+" : "\\d{\(count)}"
        case "a": return "(?:[AaPp]\\.?[Mm]\\.?)"
        case "G": return "(?:AD|BC|BCE|CE)"
        case "E": return count > 3 ? "(?:\(days))" : "(?:\(shortDays))"
        case "z", "v", "V", "O": return "[A-Za-z][A-Za-z0-9/_+:-]*"
        case "Z": return count > 4 ? "(?:Z|[+-]\\d{2}:\\d{2})" : "(?:Z|[+-]\\d{4})"
        case "X": return "(?:Z|\(offset(count)))"
        case "x": return offset(count)
        default: return nil
        }
    }

    /// Returns the pattern of a number: `H` allows `7` and `07`, and `HH` allows only `07`.
    private static func number(_ count: Int, _ pattern: String) -> String {
        count == 1 ? pattern : "(?=\\d{2})\(pattern)"
    }

    private static func offset(_ count: Int) -> String {
        count == 1 ? "[+-]\\d{2}(?:\\d{2})?" : count == 2 ? "[+-]\\d{4}" : "[+-]\\d{2}:\\d{2}"
    }

    private static let shortMonths = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    private static let months =
        "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    private static let shortDays = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
    private static let days = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
}

/// Regular expressions of pacts, which come from Ruby, Java, Rust and JavaScript.
package enum PactPattern {
    /// Compiles an expression. Translates the notations of Ruby and Rust that ECMA-262 doesn't support.
    package static func compile(_ text: String) throws(Mistake) -> ECMAPattern {
        var source = text
        for (notation, replacement) in [
            ("(?-mix:", "(?:"), ("\\A", "^"), ("\\z", "$"), ("\\Z", "$"), ("\\h", "[0-9a-fA-F]"), ("(?P<", "(?<"),
            ("[[:alpha:]]", "[A-Za-z]"), ("[[:digit:]]", "\\d"), ("[[:alnum:]]", "[A-Za-z0-9]"),
        ] {
            source = source.split(separator: notation, omittingEmptySubsequences: false).joined(separator: replacement)
        }
        do { return try ECMAPattern(source) } catch let strict {
            if let lenient = try? ECMAPattern(source, unicode: false) { return lenient }
            throw Mistake("invalid regular expression “\(text)”, column \(strict.column): \(strict.reason)")
        }
    }

    /// Returns an expression that matches exactly the text.
    package static func escaped(_ text: String) -> String {
        text.replacingScalars { "\\^$.*+?()[]{}|".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }
}
