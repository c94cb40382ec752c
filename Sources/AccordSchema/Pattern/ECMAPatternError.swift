/// A text that isn't a regular expression of ECMA-262.
public struct ECMAPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text that was given.
    public let source: String
    /// The place in it, counted from 1 in Unicode scalars.
    public let column: Int
    /// What is wrong and what to do about it.
    public let reason: String

    /// The text, the place and the reason in one line.
    public var description: String { "/\(Wording.clip(source, 200))/, column \(column): \(reason)" }
}
