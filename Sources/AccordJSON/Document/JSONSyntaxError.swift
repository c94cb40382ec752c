/// A text that isn't JSON: where it goes wrong, why, and what to do.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the text, as the caller gave it.
    public let file: String
    /// The first place that no JSON text could have.
    public let position: JSONPosition
    /// What is wrong and what to do about it.
    public let reason: String
    /// The line of the place, clipped to a window around it, with control characters made visible.
    public let sourceLine: String
    /// The number of scalars of ``sourceLine`` in front of the place.
    public let caret: Int

    /// What is wrong with a text that was to be read as JSON, at an offset of its bytes.
    package init(file: String, text: [UInt8], offset: Int, reason: String) {
        self.init(ReadFailure(offset, reason), bytes: text, file: file)
    }

    init(file: String, position: JSONPosition, reason: String, excerpt: SourceExcerpt) {
        self.file = file
        self.position = position
        self.reason = reason
        sourceLine = excerpt.line
        caret = excerpt.caret
    }

    /// True where the text may be JSON, but is nested deeper than the limit.
    package var isTooDeep: Bool { reason.hasPrefix(Self.tooDeep) }

    static let tooDeep: String = "arrays and objects are nested more than "

    /// `file:line:column: error: reason`, the line, and a caret below the place.
    public var description: String {
        let padding = String(
            String.UnicodeScalarView(sourceLine.unicodeScalars.prefix(caret).map { $0 == "\t" ? "\t" : " " }))
        return "\(file):\(position): error: \(reason)\n\(sourceLine)\n\(padding)^"
    }
}
