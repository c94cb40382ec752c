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
