// SPDX-License-Identifier: Apache-2.0
/// The pauses of cases, the earliest first.
struct Timers {
    private var entries: [(due: ContinuousClock.Instant, position: Int)] = []

    var isEmpty: Bool { entries.isEmpty }
    var next: ContinuousClock.Instant? { entries.last?.due }

    mutating func add(_ position: Int, due: ContinuousClock.Instant) {
        let index = entries.firstIndex { $0.due <= due } ?? entries.endIndex
        entries.insert((due, position), at: index)
    }

    /// Returns the positions whose pause is over.
    mutating func due(at now: ContinuousClock.Instant) -> [Int] {
        var positions: [Int] = []
        while let last = entries.last, last.due <= now {
            positions.append(last.position)
            entries.removeLast()
        }
        return positions
    }
}

/// Spreads the starts of requests evenly over time.
package struct Pacer: Sendable {
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    /// - Parameter rate: The number of requests per second, more than 0.
    package init(rate: Double) {
        interval = .seconds(1 / rate)
    }

    /// Reserves the next start and returns the time until then.
    package mutating func reserve(at now: ContinuousClock.Instant) -> Duration {
        let slot = max(next ?? now, now)
        next = slot + interval
        return slot - now
    }
}
