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
