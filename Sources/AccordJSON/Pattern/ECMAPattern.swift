/// A regular expression of ECMA-262, compiled once, matched within a bounded number of steps.
///
/// Groups, lookaround in both directions, backreferences, named groups and `\p{…}` are all there. A match is looked
/// for anywhere in the text, as `pattern` of JSON Schema does.
public struct ECMAPattern: Sendable, CustomStringConvertible {
    /// The expression as it was written, without slashes and flags.
    public let source: String
    /// The program that a search runs.
    package let compiled: CompiledPattern
    let groupNames: [String: Int]

    /// Reads an expression; `unicode` is the `u` flag, without which the laxer grammar of annex B holds.
    ///
    /// Throws an ``ECMAPatternError`` with the column of the mistake.
    public init(_ source: String, unicode: Bool = true) throws(ECMAPatternError) {
        var parser = PatternParser(source: source, isUnicode: unicode)
        let node = try parser.parse()
        compiled = CompiledPattern(try PatternCompiler.compile(node, parser: parser))
        groupNames = parser.captureNames
        self.source = source
    }

    /// What came of a search.
    public enum Outcome: Sendable {
        case match(ECMAMatch)
        case noMatch
        /// The search was given up: the expression backtracks too much on this text.
        case undecided
    }

    /// Whether the text holds a match; false too where a search is given up, which ``search(_:)`` tells apart.
    public func matches(in text: String) -> Bool {
        outcome(in: text) == .match
    }

    /// The number of instructions.
    var size: Int { compiled.program.instructions.count }

    /// Searches the text without collecting groups.
    func outcome(in text: String) -> CompiledPattern.Outcome {
        var copy = text
        return copy.withUTF8 { compiled.search($0) }
    }

    /// The first match in the text.
    public func firstMatch(in text: String) -> ECMAMatch? {
        if case .match(let match) = search(text) { return match }
        return nil
    }

    /// Looks for the first match and its groups.
    public func search(_ text: String) -> Outcome {
        var copy = text
        return copy.withUTF8 { bytes in
            var slots: [Int32] = []
            switch compiled.search(bytes, collecting: &slots) {
            case .match: return .match(ECMAMatch(slots: slots, names: groupNames, text: bytes))
            case .noMatch: return .noMatch
            case .outOfSteps: return .undecided
            }
        }
    }

    /// The expression between slashes.
    public var description: String { "/\(source)/" }
}

/// A match of an ``ECMAPattern`` with what its groups took.
public struct ECMAMatch: Sendable, Hashable {
    /// The whole match, then each group by its number; `nil` for a group that took no part.
    public let groups: [String?]
    private let names: [String: Int]

    init(slots: [Int32], names: [String: Int], text: UnsafeBufferPointer<UInt8>) {
        self.names = names
        groups = stride(from: 0, to: slots.count - 1, by: 2).map { slot in
            let start = Int(slots[slot])
            let end = Int(slots[slot + 1])
            guard start >= 0, end >= start else { return nil }
            return String(decoding: text[start..<end], as: UTF8.self)
        }
    }

    /// The text of the whole match.
    public var text: String { groups[0] ?? "" }

    /// What a group took, by its name.
    public subscript(name: String) -> String? { names[name].flatMap { groups[$0] } }
}

/// A text that isn't a regular expression of ECMA-262.
public struct ECMAPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text that was given.
    public let source: String
    /// The place in it, counted from 1 in Unicode scalars.
    public let column: Int
    /// What is wrong and what to do about it.
    public let reason: String

    /// The text, the place and the reason in one line.
    public var description: String { "/\(source.clipped(to: 200))/, column \(column): \(reason)" }
}
