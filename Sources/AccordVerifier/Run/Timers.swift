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

/// Limits the number of requests per second by spreading their starts evenly over time.
package struct Pacer: Sendable {
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    /// - Parameter rate: The number of requests per second, more than 0.
    package init(rate: Double) { interval = .seconds(1 / rate) }

    /// Reserves the next time at which a request may start. Returns the duration until that time.
    package mutating func reserve(at now: ContinuousClock.Instant) -> Duration {
        let slot = max(next ?? now, now)
        next = slot + interval
        return slot - now
    }
}
