/// The order within flows: cases that are joined by `after` keep the file's order around unsafe methods.
///
/// Safe requests (RFC 9110 section 9.2.1) between two unsafe ones may run side by side; flows don't wait for each
/// other.
package enum FlowOrder {
    /// - Parameters:
    ///   - needs: for each case, the positions of those that come first by `after`.
    ///   - isSafe: for each case, whether all its requests are safe.
    /// - Returns: what the schedule has to know of each case.
    package static func entries(needs: [[Int]], isSafe: [Bool]) -> [Schedule.Entry] {
        var entries = needs.map { Schedule.Entry(needs: $0) }
        for flow in flows(needs) where flow.count > 1 {
            var barrier: Int?
            var sinceBarrier: [Int] = []
            for position in order(flow, needs) {
                if isSafe[position] {
                    if let barrier { entries[position].follows.append(barrier) }
                    sinceBarrier.append(position)
                } else {
                    entries[position].follows += sinceBarrier.isEmpty ? [barrier].compactMap { $0 } : sinceBarrier
                    barrier = position
                    sinceBarrier = []
                }
            }
        }
        for position in entries.indices {
            entries[position].follows.removeAll { needs[position].contains($0) }
        }
        return entries
    }

    /// The groups of cases that `after` joins, each in the list's order.
    package static func flows(_ needs: [[Int]]) -> [[Int]] {
        var root = Array(needs.indices)
        func find(_ position: Int) -> Int {
            var position = position
            while root[position] != position {
                root[position] = root[root[position]]
                position = root[position]
            }
            return position
        }
        for (position, needed) in needs.enumerated() {
            for other in needed {
                let (one, two) = (find(position), find(other))
                root[max(one, two)] = min(one, two)
            }
        }
        var members = [[Int]](repeating: [], count: needs.count)
        for position in needs.indices { members[find(position)].append(position) }
        return members.filter { !$0.isEmpty }
    }

    /// The list's order, except that what is needed comes first; members of a ring are left out.
    private static func order(_ flow: [Int], _ needs: [[Int]]) -> [Int] {
        var ordered: [Int] = []
        var isDone: Set<Int> = []
        var stack: [(position: Int, next: Int)] = []
        var isOpen: Set<Int> = []
        for start in flow where !isDone.contains(start) {
            stack.append((start, 0))
            isOpen.insert(start)
            while let (position, next) = stack.last {
                let needed = needs[position].sorted()
                if next < needed.count {
                    stack[stack.count - 1].next += 1
                    if isOpen.insert(needed[next]).inserted { stack.append((needed[next], 0)) }
                } else {
                    stack.removeLast()
                    if isDone.insert(position).inserted { ordered.append(position) }
                }
            }
        }
        return ordered
    }
}
