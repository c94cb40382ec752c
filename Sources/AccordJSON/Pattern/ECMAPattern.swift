// SPDX-License-Identifier: Apache-2.0
/// A regular expression of ECMA-262, compiled once and matched within a limited number of steps.
///
/// Supports groups, lookahead, lookbehind, backreferences, named groups and `\p{…}`. A match may occur anywhere in the
/// text, as JSON Schema specifies for `pattern`.
public struct ECMAPattern: Sendable, CustomStringConvertible {
    /// The source text, without slashes and flags.
    public let source: String
    /// The syntax tree of the pattern.
    package let tree: PatternNode
    /// The pattern, compiled to instructions.
    package let compiled: CompiledPattern
    let groupNames: [String: Int]

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - source: The source text, without slashes and flags.
    ///   - unicode: Whether to use the grammar of the `u` flag instead of the grammar of annex B.
    /// - Throws: ``ECMAPatternError`` with the column of the error.
    public init(_ source: String, unicode: Bool = true) throws(ECMAPatternError) {
        var parser = PatternParser(source: source, isUnicode: unicode)
        tree = try parser.parse()
        compiled = CompiledPattern(try PatternCompiler.compile(tree, parser: parser))
        groupNames = parser.captureNames
        self.source = source
    }

    /// What a search found: a match, no match, or no answer within the limited number of steps.
    public enum Outcome: Sendable {
        case match(ECMAMatch)
        case noMatch
        /// The search was stopped because the pattern backtracks too much on this text.
        case undecided
    }

    /// Returns whether the text contains a match.
    ///
    /// Also returns `false` if the search was stopped. ``search(_:)`` distinguishes the two cases.
    public func matches(in text: String) -> Bool { outcome(in: text) == .match }

    /// The number of instructions of the compiled pattern.
    var size: Int { compiled.program.instructions.count }

    /// Searches the text without collecting groups.
    func outcome(in text: String) -> CompiledPattern.Outcome {
        var copy = text
        return copy.withUTF8 { compiled.search($0) }
    }

    /// Returns the first match in the text, or `nil` if no match was found.
    public func firstMatch(in text: String) -> ECMAMatch? {
        if case .match(let match) = search(text) { return match }
        return nil
    }

    /// Searches for the first match and its groups.
    public func search(_ text: String) -> Outcome {
        var copy = text
        return copy.withUTF8 { bytes in
            var slots: [Int32]? = []
            switch compiled.search(bytes, collecting: &slots) {
            case .match: return .match(ECMAMatch(slots: slots ?? [], names: groupNames, text: bytes))
            case .noMatch: return .noMatch
            case .outOfSteps: return .undecided
            }
        }
    }

    /// The pattern between slashes.
    public var description: String { "/\(source)/" }
}

/// A match of an ``ECMAPattern`` and its groups.
public struct ECMAMatch: Sendable, Hashable {
    /// The text of the whole match, followed by the text of each group. `nil` for a group that took no part in the
    /// match.
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

    /// The text of a named group, or `nil` if the group doesn't exist or took no part in the match.
    public subscript(name: String) -> String? { names[name].flatMap { groups[$0] } }
}

/// The error for a string that isn't a regular expression of ECMA-262, or that exceeds a limit of Accord.
public struct ECMAPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The invalid pattern.
    public let source: String
    /// The column of the error, counted in Unicode scalars from 1.
    public let column: Int
    /// The reason for the error, and how to fix it.
    public let reason: String
    /// Whether the pattern exceeds a limit of Accord. It may be valid for other programs.
    public var isLimit: Bool = false

    /// The pattern, the column and the reason on one line.
    public var description: String { "/\(source.clipped(to: 200))/, column \(column): \(reason)" }
}
