// SPDX-License-Identifier: Apache-2.0
/// Orders the cases in each flow. A flow is a group of cases that `after` connects. A case with an unsafe method runs
/// after all earlier cases of its flow and before all later cases.
///
/// Cases with safe methods (RFC 9110 section 9.2.1) between two unsafe cases may run concurrently. Different flows may
/// run concurrently, too.
package enum FlowOrder {
    /// - Parameters:
    ///   - needs: For each case, the indices of the cases that `after` names.
    ///   - isSafe: For each case, whether all its requests are safe.
    ///   - isLate: For each case, whether it deletes a resource, or runs after a deletion. Other cases that use the
    ///     resource run first, such as invalid requests to change it.
    /// - Returns: For each case, the cases for which it waits.
    package static func entries(needs: [[Int]], isSafe: [Bool], isLate: [Bool]? = nil) -> [Schedule.Entry] {
        var entries = needs.map { Schedule.Entry(needs: $0) }
        for flow in flows(needs) where flow.count > 1 {
            var barrier: Int?
            var sinceBarrier: [Int] = []
            let late = flow.filter { isLate?[$0] == true }
            for position in order(flow.filter { isLate?[$0] != true } + late, needs) {
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
        for position in entries.indices { entries[position].follows.removeAll { needs[position].contains($0) } }
        return entries
    }

    /// Divides the cases into flows: groups of cases that `after` connects. Each group is in the plan's order.
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

    /// Returns the cases of a flow in the plan's order. Moves a case if it would run before a case that it needs.
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
