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

    init(_ failure: ReadFailure, bytes: [UInt8], file: String) {
        let lines = LineIndex(bytes)
        let opening = failure.opening.map { lines.position(ofOffset: $0, in: bytes) }
        self.file = file
        position = lines.position(ofOffset: failure.offset, in: bytes)
        reason = failure.reason + (opening.map { " (the incomplete value starts at \($0))" } ?? "")
        let line = lines.range(ofLine: position.line, in: bytes)
        (sourceLine, caret) = Self.excerpt(of: bytes, line, around: position.offset)
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

    /// The number of bytes to show on each side of the position.
    private static let window = 60

    /// Returns the part of a line around an offset: short, and safe to print on a terminal. Also returns the number of
    /// Unicode scalars before the offset.
    private static func excerpt(of bytes: [UInt8], _ range: Range<Int>, around offset: Int) -> (String, Int) {
        let place = min(max(offset, range.lowerBound), range.upperBound)
        var from = max(range.lowerBound, place - window)
        while from > range.lowerBound, from > place - window - 4, bytes[from] & 0xC0 == 0x80 { from -= 1 }
        var to = min(range.upperBound, place + window)
        while to < range.upperBound, to < place + window + 4, bytes[to] & 0xC0 == 0x80 { to += 1 }
        let before = (from > range.lowerBound ? ["…"] : []) + visible(bytes[from..<place])
        let behind = visible(bytes[place..<to]) + (to < range.upperBound ? ["…"] : [])
        return (String(String.UnicodeScalarView(before + behind)), before.count)
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
