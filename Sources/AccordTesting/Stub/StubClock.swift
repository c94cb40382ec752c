import AccordJSON

/// A clock on which sleeping takes no time, but is counted.
///
/// A client that waits before it tries again takes any `Clock` whose instants are told apart by a `Duration`; in tests it
/// is given this one. What it slept, and what really passed, is held to `Retry-After` and to the contract's `retry`.
public final class StubClock: Clock, Sendable {
    /// A point in time, from the clock's beginning.
    public struct Instant: InstantProtocol {
        let elapsed: Duration

        /// The instant later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

        /// The time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

        /// True where this instant comes first.
        public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let began = ContinuousClock.now
    private let slept = Locked(Duration.zero)

    init() {}

    /// The time that passed, slept or real, since the clock was made.
    var elapsed: Duration { slept.withLock { $0 } + (ContinuousClock.now - began) }

    /// Now.
    public var now: Instant { Instant(elapsed: elapsed) }

    /// The least that can be told apart: nothing.
    public var minimumResolution: Duration { .zero }

    /// Returns at once, at `deadline`; throws `CancellationError` where the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let rest = deadline.elapsed - elapsed
        if rest > .zero { slept.withLock { $0 += rest } }
        await Task.yield()
    }
}
