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

/// The part of a line that an error shows: safe to print, never long.
struct SourceExcerpt {
    let line: String
    /// The number of scalars in front of the place.
    let caret: Int

    /// The bytes shown on each side of the place.
    private static let window = 60

    /// The line around an offset; both ends of it as the document's lines say.
    init(bytes: [UInt8], line range: Range<Int>, offset: Int) {
        let place = min(max(offset, range.lowerBound), range.upperBound)
        var from = max(range.lowerBound, place - Self.window)
        while from > range.lowerBound, from > place - Self.window - 4, bytes[from] & 0xC0 == 0x80 { from -= 1 }
        var to = min(range.upperBound, place + Self.window)
        while to < range.upperBound, to < place + Self.window + 4, bytes[to] & 0xC0 == 0x80 { to += 1 }
        var scalars = String.UnicodeScalarView()
        if from > range.lowerBound { scalars.append("…") }
        scalars.append(contentsOf: Self.visible(bytes[from..<place]))
        caret = scalars.count
        scalars.append(contentsOf: Self.visible(bytes[place..<to]))
        if to < range.upperBound { scalars.append("…") }
        line = String(scalars)
    }

    /// Decodes bytes so that nothing in them can act on a terminal.
    private static func visible(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control where scalar.value < 0x20 && scalar != "\t":
                Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
            case .control where scalar != "\t", .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: scalar
            }
        }
    }
}
