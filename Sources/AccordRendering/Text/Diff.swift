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

/// The longest common subsequence of two lists of lines.
enum LineComparison {
    /// Beyond this many pairs of lines that differ the two sides are shown one after the other: a table of the pairs is
    /// held in memory.
    private static let largestTable = 250_000

    static func compare(_ expected: [String], _ actual: [String]) -> [Diff.Line] {
        let before = zip(expected, actual).prefix { $0 == $1 }.count
        let after = zip(expected.dropFirst(before).reversed(), actual.dropFirst(before).reversed())
            .prefix { $0 == $1 }.count
        let middle = compareMiddle(
            Array(expected[before..<expected.count - after]), Array(actual[before..<actual.count - after]))
        return lines(expected.prefix(before), .same) + middle + lines(expected.suffix(after), .same)
    }

    private static func compareMiddle(_ expected: [String], _ actual: [String]) -> [Diff.Line] {
        guard expected.count * actual.count <= largestTable else {
            return lines(expected[...], .expected) + lines(actual[...], .actual)
        }
        // lengths[i][j]: how many lines expected[i...] and actual[j...] have in common.
        var lengths = [[Int]](repeating: [Int](repeating: 0, count: actual.count + 1), count: expected.count + 1)
        for i in expected.indices.reversed() {
            for j in actual.indices.reversed() {
                lengths[i][j] =
                    expected[i] == actual[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
            }
        }
        var result: [Diff.Line] = []
        var (i, j) = (0, 0)
        while i < expected.count || j < actual.count {
            if i < expected.count && j < actual.count && expected[i] == actual[j] {
                result += lines(expected[i...i], .same)
                i += 1
                j += 1
            } else if i < expected.count && (j == actual.count || lengths[i + 1][j] >= lengths[i][j + 1]) {
                result += lines(expected[i...i], .expected)
                i += 1
            } else {
                result += lines(actual[j...j], .actual)
                j += 1
            }
        }
        return result
    }

    private static func lines(_ texts: ArraySlice<String>, _ mark: Diff.Mark) -> [Diff.Line] {
        texts.map { Diff.Line(mark: mark, pieces: [Diff.Piece(text: $0, isChanged: false)]) }
    }
}

/// Where two lines differ: what lies between their common beginning and their common end.
enum PieceComparison {
    /// Lines that have less than this share in common are different all over, and marking all of it says nothing.
    private static let smallestShare = 0.3

    static func compare(_ expected: String, _ actual: String) -> (expected: [Diff.Piece], actual: [Diff.Piece]) {
        let left = Array(expected)
        let right = Array(actual)
        let before = zip(left, right).prefix { $0 == $1 }.count
        let after = zip(left.dropFirst(before).reversed(), right.dropFirst(before).reversed()).prefix { $0 == $1 }.count
        let share = Double(before + after) / Double(max(1, min(left.count, right.count)))
        guard share >= smallestShare, left != right else {
            return ([Diff.Piece(text: expected, isChanged: false)], [Diff.Piece(text: actual, isChanged: false)])
        }
        return (pieces(left, before, after), pieces(right, before, after))
    }

    private static func pieces(_ line: [Character], _ before: Int, _ after: Int) -> [Diff.Piece] {
        let parts: [(ArraySlice<Character>, Bool)] = [
            (line[..<before], false), (line[before..<line.count - after], true), (line[(line.count - after)...], false),
        ]
        return parts.filter { !$0.0.isEmpty }.map { Diff.Piece(text: String($0.0), isChanged: $0.1) }
    }
}
