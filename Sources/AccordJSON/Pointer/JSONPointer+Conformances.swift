extension JSONPointer: Hashable, Comparable {
    /// Whether both have the same tokens, scalar for scalar.
    public static func == (left: Self, right: Self) -> Bool {
        left.tokens.count == right.tokens.count && zip(left.tokens, right.tokens).allSatisfy { $0.isSame(as: $1) }
    }

    /// Feeds the tokens' scalars.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(tokens.count)
        for token in tokens { token.hashScalars(into: &hasher) }
    }

    /// Orders token by token: indexes by their number, other tokens by their scalars.
    public static func < (left: Self, right: Self) -> Bool {
        for (ours, theirs) in zip(left.tokens, right.tokens) where !ours.isSame(as: theirs) {
            if let ours = arrayIndex(ours), let theirs = arrayIndex(theirs) { return ours < theirs }
            return ours.precedes(theirs)
        }
        return left.tokens.count < right.tokens.count
    }
}

extension JSONPointer: Codable {
    /// Reads the pointer from its text; throws a ``JSONPointerError`` if it isn't one.
    public init(from decoder: any Decoder) throws {
        try self.init(parsing: decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the pointer as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension JSONPointer: ExpressibleByStringLiteral {
    /// Reads the pointer from a literal in the program, which must be one.
    public init(stringLiteral text: String) {
        do {
            tokens = try Self.parse(text)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
