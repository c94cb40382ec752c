import AccordCore
import AccordJSON
import Foundation

/// What is watched: it is given up where it makes no progress.
protocol Watched: AnyObject, Sendable {
    /// When something happened last.
    var latestProgress: ContinuousClock.Instant { get }

    /// Told once that the deadline has passed while the process is busy.
    func beSlow()

    /// Told that nothing happens any more.
    func giveUp()
}

/// Gives runs up in which nothing has happened for their deadline, and ends a process that can't go on at all.
///
/// It counts on a thread of its own, which a client that blocks the concurrency pool doesn't take. A step counts where
/// the pool answered it: where a machine is loaded, the client stands still as well, and its deadline grows. A process
/// that computes is no idle one: it has ``busyFactor`` times as long.
final class Watchdog: Sendable {
    static let shared = Watchdog()

    /// The steps that a run may do nothing.
    static let patience = 50
    /// How many times as long something may take that keeps the process busy.
    static let busyFactor = 12
    /// The share of a step below which the process is idle: what counting itself takes is a tenth of it.
    static let idleShare: Double = 0.02

    private struct Entry {
        var watched: any Watched
        var seen: ContinuousClock.Instant
        /// Steps without progress: all of them, and those in which the process was idle.
        var quiet = Quiet()
    }

    private struct State {
        var entries: [Duration: [ObjectIdentifier: Entry]] = [:]
        var countdowns: [Duration: [Int: Countdown]] = [:]
        var latestCountdown = 0
        /// Told where every thread of the pool is taken, after how long: what to say of the cases under way.
        var whenStuck: (after: Duration, tell: @Sendable (Double) -> Void)?
        /// Child processes that are waited for, each of which takes threads of the pool to read what it writes.
        var children = 0

        func hasWork(_ step: Duration) -> Bool {
            entries[step]?.isEmpty == false || countdowns[step]?.isEmpty == false
        }
    }

    private struct Countdown {
        var stepsLeft: Int
        var end: @Sendable () -> Void
    }

    /// What `after` gave, to be forgotten.
    struct CountdownID: Sendable {
        fileprivate let step: Duration
        fileprivate let number: Int
    }

    private let state = Locked(State())

    func watch(_ watched: any Watched, step: Duration) {
        begin(step) {
            $0.entries[step, default: [:]][ObjectIdentifier(watched)] = Entry(
                watched: watched, seen: watched.latestProgress)
        }
    }

    func forget(_ watched: any Watched, step: Duration) {
        state.withLock { _ = $0.entries[step]?.removeValue(forKey: ObjectIdentifier(watched)) }
    }

    /// Calls `end` after so many steps that the pool answered, unless it is forgotten before.
    func after(_ steps: Int, of step: Duration, _ end: @escaping @Sendable () -> Void) -> CountdownID {
        var number = 0
        begin(step) { state in
            state.latestCountdown += 1
            number = state.latestCountdown
            state.countdowns[step, default: [:]][number] = Countdown(stepsLeft: steps, end: end)
        }
        return CountdownID(step: step, number: number)
    }

    func forget(_ countdown: CountdownID) {
        state.withLock { _ = $0.countdowns[countdown.step]?.removeValue(forKey: countdown.number) }
    }

    /// Has `tell` say so where every thread of the pool was taken for so long, and the process idle; it has to end the
    /// process.
    func whenStuck(after duration: Duration, _ tell: @escaping @Sendable (Double) -> Void) {
        state.withLock { $0.whenStuck = (duration, tell) }
    }

    /// Waits for a child process, which has a watchdog of its own: as long as one is waited for, a pool that is taken
    /// says nothing of a client.
    func awaitingChild<Value>(_ body: () async -> Value) async -> Value {
        state.withLock { $0.children += 1 }
        defer { state.withLock { $0.children -= 1 } }
        return await body()
    }

    /// Adds work of a step, and begins to count where there was none.
    private func begin(_ step: Duration, _ add: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            defer { add(&state) }
            return state.entries[step] == nil && state.countdowns[step] == nil
        }
        guard isFirst else { return }
        Thread.detachNewThread { [self] in count(step) }
    }

    private func count(_ step: Duration) {
        let pulse = Pulse()
        var processor = Processor()
        while true {
            pulse.ask()
            Thread.sleep(forTimeInterval: step.seconds)
            let isIdle = processor.share() < Self.idleShare
            guard pulse.isAnswered else {
                guard let stuck = state.withLock({ $0.children == 0 ? $0.whenStuck : nil }) else { continue }
                let patience = max(Self.patience, Int(stuck.after.seconds / step.seconds))
                if pulse.isStuck(isIdle, patience: patience) { stuck.tell(stuck.after.seconds) }
                continue
            }
            if !advance(step, isIdle) { return }
        }
    }

    /// Counts a step; false where nothing is left to watch.
    private func advance(_ step: Duration, _ isIdle: Bool) -> Bool {
        var hung: [any Watched] = []
        var slow: [any Watched] = []
        var ended: [@Sendable () -> Void] = []
        let goesOn = state.withLock { state in
            guard state.hasWork(step) else {
                state.entries[step] = nil
                state.countdowns[step] = nil
                return false
            }
            for (id, var entry) in state.entries[step] ?? [:] {
                let latest = entry.watched.latestProgress
                if latest != entry.seen { entry = Entry(watched: entry.watched, seen: latest) }
                switch entry.quiet.step(isIdle: isIdle, patience: Self.patience, busyFactor: Self.busyFactor) {
                case .wait: break
                case .beSlow: slow.append(entry.watched)
                case .giveUp:
                    hung.append(entry.watched)
                    state.entries[step]?[id] = nil
                    continue
                }
                state.entries[step]?[id] = entry
            }
            for (number, var countdown) in state.countdowns[step] ?? [:] {
                countdown.stepsLeft -= 1
                state.countdowns[step]?[number] = countdown.stepsLeft > 0 ? countdown : nil
                if countdown.stepsLeft <= 0 { ended.append(countdown.end) }
            }
            return true
        }
        for watched in slow { watched.beSlow() }
        for watched in hung { watched.giveUp() }
        for end in ended { end() }
        return goesOn
    }
}

/// The steps in which nothing happened: a state machine without a clock.
struct Quiet: Sendable {
    enum Action: Equatable {
        case wait, beSlow, giveUp
    }

    private var idle = 0
    private var all = 0

    init() {}

    /// Counts a step without progress.
    mutating func step(isIdle: Bool, patience: Int, busyFactor: Int) -> Action {
        all += 1
        idle += isIdle ? 1 : 0
        if idle >= patience || all >= patience * busyFactor { return .giveUp }
        return all == patience ? .beSlow : .wait
    }
}

/// Whether the concurrency pool still runs tasks.
private final class Pulse: Sendable {
    private let counts = Locked((asked: 0, answered: 0, quiet: Quiet()))

    /// Asks for an answer, unless the one before is still awaited.
    func ask() {
        let isAsked = counts.withLock { counts in
            guard counts.asked == counts.answered else { return false }
            counts.asked += 1
            counts.quiet = Quiet()
            return true
        }
        if isAsked { Task.detached { self.counts.withLock { $0.answered += 1 } } }
    }

    var isAnswered: Bool { counts.withLock { $0.asked == $0.answered } }

    /// Counts a step without an answer; true where none is to be expected any more.
    func isStuck(_ isIdle: Bool, patience: Int) -> Bool {
        counts.withLock {
            $0.quiet.step(isIdle: isIdle, patience: patience, busyFactor: Watchdog.busyFactor) == .giveUp
        }
    }
}

/// How busy the process is.
private struct Processor {
    private var used = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
    private var passed = Self.seconds(CLOCK_MONOTONIC)

    /// The share of the time since the last call in which the process computed: 1 for one thread that did all along.
    mutating func share() -> Double {
        let used = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
        let passed = Self.seconds(CLOCK_MONOTONIC)
        defer { (self.used, self.passed) = (used, passed) }
        return (used - self.used) / max(passed - self.passed, 0.000_001)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
