/// Lets so many requests begin in a second, evenly: a value that says how long to wait.
package struct Pacer: Sendable {
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    /// - Parameter rate: requests a second, more than 0.
    package init(rate: Double) {
        interval = .seconds(1 / rate)
    }

    /// Takes the next place in the line; how long it is until then.
    package mutating func reserve(at now: ContinuousClock.Instant) -> Duration {
        let slot = max(next ?? now, now)
        next = slot + interval
        return slot - now
    }
}
