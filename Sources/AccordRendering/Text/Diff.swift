// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The difference between an expected and an actual text, line by line.
struct Diff: Sendable, Equatable {
    enum Mark: Sendable {
        case same, expected, actual
        /// A line such as `…`, which stands for equal lines that are left out.
        case gap
    }

    /// A part of a line, either changed or unchanged.
    struct Piece: Sendable, Equatable {
        var text: String
        var isChanged: Bool
    }

    struct Line: Sendable, Equatable {
        var mark: Mark
        var pieces: [Piece]

        var text: String { pieces.map(\.text).joined() }
    }

    /// The number of equal lines to show before and after lines that differ.
    private static let context = 2
    /// The maximum number of lines in the whole comparison.
    private static let longest = 60

    let lines: [Line]

    /// Compares two texts. If one text is `nil`, every line of the other text is a difference.
    init(expected: String?, actual: String?) {
        let expectedLines = expected.map(Self.split) ?? []
        let actualLines = actual.map(Self.split) ?? []
        let allLines = Self.markingChanges(Self.compare(expectedLines, actualLines))
        lines = Self.shortened(Self.withGaps(allLines))
    }

    /// Whether the comparison has at most two lines, all of which differ.
    var isSmall: Bool { lines.allSatisfy { $0.mark != .same && $0.mark != .gap } && lines.count <= 2 }

    private static func split(_ text: String) -> [String] { VisibleText.escape(text, lines: .kept).lines }

    /// Marks the characters that differ between expected and actual lines. Compares a group of expected lines only with
    /// an equally long group of actual lines after it.
    private static func markingChanges(_ lines: [Line]) -> [Line] {
        var result = lines
        var index = 0
        while index < lines.count {
            let expected = lines[index...].prefix { $0.mark == .expected }
            let actual = lines[expected.endIndex...].prefix { $0.mark == .actual }
            if !expected.isEmpty && expected.count == actual.count {
                for (left, right) in zip(expected.indices, actual.indices) {
                    let pieces = Self.pieces(lines[left].text, lines[right].text)
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
            // Show a single equal line instead of `…`, because both take one line.
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
        let gap = Line(mark: .gap, pieces: [Piece(text: "… \(lines.count - longest) more lines", isChanged: false)])
        return lines.prefix(longest) + [gap]
    }

    /// The maximum number of line pairs to compare. For longer texts, all expected lines are shown first and all actual
    /// lines after them, because a comparison would take too long.
    private static let largestTable = 250_000
    /// The minimum share of equal characters in two lines. Below this share, no characters are marked as changed.
    private static let smallestShare = 0.3

    private static func compare(_ expected: [String], _ actual: [String]) -> [Line] {
        func line(_ text: String, _ mark: Mark) -> Line {
            Line(mark: mark, pieces: [Piece(text: text, isChanged: false)])
        }
        let (before, after) = common(expected, actual)
        let left = expected[before..<expected.count - after]
        let right = actual[before..<actual.count - after]
        var removed = Set(left.indices)
        var inserted = Set(right.indices)
        if left.count * right.count <= largestTable {
            let difference = Array(right).difference(from: Array(left))
            removed = Set(difference.removals.map { change in before + change.offset })
            inserted = Set(difference.insertions.map { change in before + change.offset })
        }
        var lines: [Line] = []
        var (i, j) = (0, 0)
        while i < expected.count || j < actual.count {
            if removed.contains(i) {
                lines.append(line(expected[i], .expected))
                i += 1
            } else if inserted.contains(j) {
                lines.append(line(actual[j], .actual))
                j += 1
            } else {
                lines.append(line(expected[i], .same))
                (i, j) = (i + 1, j + 1)
            }
        }
        return lines
    }

    /// Splits two lines into parts. The part between their common beginning and end is marked as changed.
    private static func pieces(_ expected: String, _ actual: String) -> (expected: [Piece], actual: [Piece]) {
        let (left, right) = (Array(expected), Array(actual))
        let (before, after) = common(left, right)
        let share = Double(before + after) / Double(max(1, min(left.count, right.count)))
        // The digits of status codes have no meaning of their own.
        let status = /([1-5][0-9X]{2}(, )?)+/
        let hasStatus = expected.wholeMatch(of: status) != nil && actual.wholeMatch(of: status) != nil
        func pieces(_ line: [Character]) -> [Piece] {
            guard !hasStatus, share >= smallestShare, left != right else {
                return [Piece(text: String(line), isChanged: false)]
            }
            let end = line.count - after
            return [(line[..<before], false), (line[before..<end], true), (line[end...], false)]
                .filter { !$0.0.isEmpty }.map { Piece(text: String($0.0), isChanged: $0.1) }
        }
        return (pieces(left), pieces(right))
    }

    /// Returns how many elements at the beginning and at the end of two arrays are equal.
    private static func common<Element: Equatable>(_ left: [Element], _ right: [Element]) -> (Int, Int) {
        let before = zip(left, right).prefix { $0 == $1 }.count
        let after = zip(left.dropFirst(before).reversed(), right.dropFirst(before).reversed()).prefix { $0 == $1 }.count
        return (before, after)
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
