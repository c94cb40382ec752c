import AccordContract

/// The preferences of a request's `Prefer` fields (RFC 7240), by lowercased name. The first value of a name counts.
package struct Preferences: Sendable, Hashable {
    /// The supported preferences.
    enum Known: String, CaseIterable {
        case code, `case`, example, dynamic, wait, fault
    }

    private(set) var values: [String: String] = [:]

    /// Reads the preferences of header fields. Preferences that violate the grammar are ignored, as RFC 7240 section 2
    /// requires.
    init(_ fields: [HTTPField]) {
        for field in fields where field.isNamed("Prefer") { read(field.value) }
    }

    subscript(name: Known) -> String? { values.isEmpty ? nil : values[name.rawValue] }

    /// The names of unsupported preferences, sorted.
    var unknown: [String] { values.keys.filter { Known(rawValue: $0) == nil }.sorted() }

    /// Whether the response is to be generated from random values.
    var isDynamic: Bool { self[.dynamic].map { $0 != "false" } ?? false }

    /// Seconds until the response, at most 60.
    var wait: Double? {
        self[.wait].flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? min($0, 60) : nil }
    }

    /// `preference *( "," preference )`, each `token [ "=" word ] *( ";" parameter )`. Parameters are ignored.
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

/// Reads the value of a header field from left to right.
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

    /// Skips the next comma outside quoted strings.
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

    /// Reads a quoted string (RFC 9110 section 5.6.4), or returns `nil` if the closing quote is missing.
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
