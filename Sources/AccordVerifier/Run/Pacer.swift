// SPDX-License-Identifier: Apache-2.0
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
