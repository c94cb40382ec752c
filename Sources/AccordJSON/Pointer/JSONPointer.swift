/// A path from a value to one inside it (RFC 6901).
public struct JSONPointer: Sendable, CustomStringConvertible {
    /// The keys and indexes on the way, unescaped; empty for the value itself.
    public var tokens: [String]

    /// The pointer to the value itself.
    public static let root: JSONPointer = JSONPointer(tokens: [])

    /// Creates a pointer from its tokens, which are taken as they are.
    public init(tokens: [String]) { self.tokens = tokens }

    /// Reads a pointer such as `/users/0/name`; `~1` stands for a slash and `~0` for a tilde.
    public init(parsing text: String) throws(JSONPointerError) {
        tokens = try Self.parse(text)
    }

    /// The pointer to a member or, by its index, an element of what this one points to.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    /// The pointer to an element of what this one points to.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// The pointer to the value around this one; `nil` at the root.
    public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast())) }

    /// The pointer as text, escaped.
    public var description: String {
        var text = ""
        for token in tokens {
            text += "/"
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }

    /// The array index that a token spells: digits without a leading zero.
    package static func arrayIndex(_ token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, digits.count <= 18, first != 0x30 || digits.count == 1 else { return nil }
        var index = 0
        for digit in digits {
            guard digit &- 0x30 < 10 else { return nil }
            index = index * 10 + Int(digit &- 0x30)
        }
        return index
    }
}

/// A text that isn't a JSON Pointer.
public struct JSONPointerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text that was given.
    public let text: String
    /// The place in it, counted from 1 in Unicode scalars.
    public let column: Int
    /// What is wrong and what to do about it.
    public let reason: String

    /// The text, the place and the reason in one line.
    public var description: String { "“\(text)”, column \(column): \(reason)" }
}
