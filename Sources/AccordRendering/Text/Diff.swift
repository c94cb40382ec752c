/// What was expected and what came, line beside line, with what differs inside a line marked.
struct Diff: Sendable, Equatable {
    enum Mark: Sendable {
        case same, expected, actual
        /// Lines that are the same were left out.
        case gap
    }

    /// A part of a line; the parts that differ are changed.
    struct Piece: Sendable, Equatable {
        var text: String
        var isChanged: Bool
    }

    struct Line: Sendable, Equatable {
        var mark: Mark
        var pieces: [Piece]

        var text: String { pieces.map(\.text).joined() }
    }

    /// Lines around a difference that are shown.
    private static let context = 2
    /// Lines that are shown at most.
    private static let longest = 60

    let lines: [Line]

    /// Compares two texts; where one is missing the other stands alone.
    init(expected: String?, actual: String?) {
        let expectedLines = expected.map(Self.split) ?? []
        let actualLines = actual.map(Self.split) ?? []
        let whole = Self.markingChanges(LineComparison.compare(expectedLines, actualLines))
        lines = Self.shortened(Self.withGaps(whole))
    }

    /// True where each side is one line at most.
    var isSmall: Bool { lines.allSatisfy { $0.mark != .same && $0.mark != .gap } && lines.count <= 2 }

    private static func split(_ text: String) -> [String] {
        VisibleText.escape(text, lines: .kept).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Marks what differs within lines where as many expected lines are followed by as many actual ones.
    private static func markingChanges(_ lines: [Line]) -> [Line] {
        var result = lines
        var index = 0
        while index < lines.count {
            let expected = lines[index...].prefix { $0.mark == .expected }
            let actual = lines[expected.endIndex...].prefix { $0.mark == .actual }
            if !expected.isEmpty && expected.count == actual.count {
                for (left, right) in zip(expected.indices, actual.indices) {
                    let pieces = PieceComparison.compare(lines[left].text, lines[right].text)
                    result[left].pieces = pieces.expected
                    result[right].pieces = pieces.actual
                }
            }
            index = max(actual.endIndex, index + 1)
        }
        return result
    }

    private static func withGaps(_ lines: [Line]) -> [Line] {
        var isShown = [Bool](repeating: false, count: lines.count)
        for (index, line) in lines.enumerated() where line.mark != .same {
            for near in max(0, index - context)...min(lines.count - 1, index + context) { isShown[near] = true }
        }
        var result: [Line] = []
        for (index, line) in lines.enumerated() {
            // A mark for what is left out takes a line itself.
            let standsAlone = (index == 0 || isShown[index - 1]) && (index + 1 == lines.count || isShown[index + 1])
            if isShown[index] || standsAlone {
                result.append(line)
            } else if result.last?.mark != .gap {
                result.append(Line(mark: .gap, pieces: [Piece(text: "…", isChanged: false)]))
            }
        }
        return result
    }

    private static func shortened(_ lines: [Line]) -> [Line] {
        guard lines.count > longest else { return lines }
        let rest = Line(
            mark: .gap, pieces: [Piece(text: "… \(lines.count - longest) lines more", isChanged: false)])
        return lines.prefix(longest) + [rest]
    }
}
