// SPDX-License-Identifier: Apache-2.0
/// The cases that wait before their next request, ordered by the time at which they continue.
struct Timers {
    private var entries: [(due: ContinuousClock.Instant, position: Int)] = []

    var next: ContinuousClock.Instant? { entries.last?.due }

    mutating func add(_ position: Int, due: ContinuousClock.Instant) {
        let index = entries.firstIndex { $0.due <= due } ?? entries.endIndex
        entries.insert((due, position), at: index)
    }

    /// Removes the cases whose pause is over, and returns their indices in the plan.
    mutating func due(at now: ContinuousClock.Instant) -> [Int] {
        var positions: [Int] = []
        while let last = entries.last, last.due <= now {
            positions.append(last.position)
            entries.removeLast()
        }
        return positions
    }
}
