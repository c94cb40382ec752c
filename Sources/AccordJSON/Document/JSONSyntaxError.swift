// SPDX-License-Identifier: Apache-2.0
/// An error in a JSON text: the position, the reason and how to fix it.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file name that the caller specified.
    public let file: String
    /// The position at which the text becomes invalid.
    public let position: JSONPosition
    /// The reason for the error, and how to fix it.
    public let reason: String
    /// The line that contains the error, shortened, with visible replacements for control characters.
    public let sourceLine: String
    /// The number of Unicode scalars before the position in ``sourceLine``.
    public let caret: Int

    /// Creates an error at a byte offset of a text.
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

    /// Whether the text is nested more deeply than the limit.
    package var isTooDeep: Bool { reason.hasPrefix(Self.tooDeep) }

    static let tooDeep: String = "arrays and objects are nested more than "

    /// The message `file:line:column: error: reason`, followed by the source line and a caret below the position.
    public var description: String {
        let padding = String(
            String.UnicodeScalarView(sourceLine.unicodeScalars.prefix(caret).map { $0 == "\t" ? "\t" : " " }))
        return "\(file):\(position): error: \(reason)\n\(sourceLine)\n\(padding)^"
    }
}

/// The excerpt of the source line in an error message: short, and safe to print on a terminal.
struct SourceExcerpt {
    let line: String
    /// The number of Unicode scalars before the position in ``line``.
    let caret: Int

    /// The number of bytes to show on each side of the position.
    private static let window = 60

    /// Creates the excerpt around an offset of a line.
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

    /// Decodes bytes and replaces the characters that control a terminal.
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
