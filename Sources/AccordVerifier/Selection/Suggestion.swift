/// "Did you mean": the nearest of known names.
package enum Suggestion {
    /// The name with the fewest edits to `text`, case aside; nil if none is near (a third of its length).
    package static func nearest(to text: String, in names: some Sequence<String>) -> String? {
        let wanted = Array(text.lowercased())
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = Self.distance(wanted, Array(name.lowercased()), limit: best?.distance ?? .max)
            if distance <= max(2, name.count / 3), distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other.
    private static func distance(_ one: [Character], _ two: [Character], limit: Int) -> Int {
        guard abs(one.count - two.count) < limit else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...two.count)
        for (row, left) in one.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(two.count + 1)
            for (column, right) in two.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (left == right ? 0 : 1))
                if row > 0, column > 0, left == two[column - 1], one[row - 1] == right {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[two.count]
    }
}
