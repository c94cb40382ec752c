/// How many letters have to be changed, added, dropped or swapped to turn one word into another.
package enum EditDistance {
    /// In bytes; a swap of two neighbours is one change.
    package static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var before: [Int] = []
        var previous: [Int] = Array(0...right.count)
        for row in 1...left.count {
            var current: [Int] = [row]
            for column in 1...right.count {
                let cost = left[row - 1] == right[column - 1] ? 0 : 1
                var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
                let isSwap =
                    row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1]
                if isSwap { best = min(best, before[column - 2] + 1) }
                current.append(best)
            }
            before = previous
            previous = current
        }
        return previous[right.count]
    }
}
