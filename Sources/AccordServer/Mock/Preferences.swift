import AccordContract

/// The preferences of a request's `Prefer` fields (RFC 7240): by lowercased name, the first of a name wins.
struct Preferences: Sendable, Hashable {
    private(set) var values: [String: String] = [:]

    /// Preferences that don't follow the grammar are left out, as RFC 7240 section 2 has it for unknown ones.
    init(_ fields: [HTTPField]) {
        for line in fields.values("Prefer") { read(line) }
    }

    subscript(name: String) -> String? { values[name] }

    /// `preference *( "," preference )`, each `token [ "=" word ] *( ";" parameter )`; parameters are passed over.
    private mutating func read(_ line: String) {
        var scanner = Scanner(line)
        while !scanner.isAtEnd {
            scanner.skipSpaces()
            if let name = scanner.token() {
                var value = ""
                scanner.skipSpaces()
                if scanner.skip("=") {
                    scanner.skipSpaces()
                    value = scanner.word() ?? ""
                }
                if values[name.lowercased()] == nil { values[name.lowercased()] = value }
            }
            scanner.skipToComma()
        }
    }
}

/// A field's value, read from the left.
private struct Scanner {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipSpaces() {
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }

    mutating func skip(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    /// RFC 9110 section 5.6.2.
    mutating func token() -> String? {
        let token = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) }
        rest = rest.dropFirst(token.count)
        return token.isEmpty ? nil : String(token)
    }

    mutating func word() -> String? {
        rest.first == "\"" ? quotedString() : token()
    }

    /// Goes on behind the next comma outside quotes.
    mutating func skipToComma() {
        while let character = rest.first {
            if character == "\"" {
                guard quotedString() != nil else { return rest = "" }
            } else {
                rest.removeFirst()
                if character == "," { return }
            }
        }
    }

    /// RFC 9110 section 5.6.4; nil where the closing quote is missing.
    private mutating func quotedString() -> String? {
        var text = ""
        var tail = rest.dropFirst()
        while let character = tail.popFirst() {
            switch character {
            case "\"":
                rest = tail
                return text
            case "\\":
                guard let escaped = tail.popFirst() else { return nil }
                text.append(escaped)
            default: text.append(character)
            }
        }
        return nil
    }
}
