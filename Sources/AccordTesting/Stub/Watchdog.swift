// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// Abandons calls that make no progress before their deadline.
///
/// The watchdog counts time steps on its own thread. A step counts only if the concurrency pool ran a task during the
/// step, so the deadline is longer on a loaded machine. While the process is busy, a call is abandoned after
/// ``busyFactor`` times as much processor time.
final class Watchdog: Sendable {
    static let shared = Watchdog()

    /// The number of idle time steps after which a call is abandoned. A step is idle if the process uses almost no
    /// processor time.
    static let patience = 50
    static let busyFactor = 12
    /// The factor by which a loaded machine may extend the time of a busy call.
    static let loadFactor = 4
    /// If the process uses less than this share of a processor, it counts as idle. The watchdog itself uses a tenth of
    /// this share.
    static let idleShare: Double = 0.02
    /// The share of a processor from which a step proves that the process works. The watchdog's own thread uses less.
    static let busyShare: Double = 0.25

    private struct State {
        /// The conversations with running calls, by the length of their time steps.
        var watched: [Duration: [ObjectIdentifier: Conversation]] = [:]
        var whenBlocked: (after: Duration, report: @Sendable (Double) -> Void)?
    }

    private let state = Locked(State())

    /// Watches the calls of a conversation. Starts a thread that counts steps of its length, unless the thread already
    /// exists.
    func watch(_ conversation: Conversation) {
        let step = conversation.step
        let isFirst = state.withLock { state in
            defer { state.watched[step, default: [:]][ObjectIdentifier(conversation)] = conversation }
            return state.watched[step] == nil
        }
        if isFirst { Thread.detachNewThread { [self] in count(step) } }
    }

    func forget(_ conversation: Conversation) {
        state.withLock { _ = $0.watched[conversation.step]?.removeValue(forKey: ObjectIdentifier(conversation)) }
        ClientSleep.forgetAll()
    }

    /// Sets the closure to call when the concurrency pool is blocked. The closure receives the number of seconds for
    /// which the pool was blocked, reports the problem and ends the process.
    func whenBlocked(after duration: Duration, _ report: @escaping @Sendable (Double) -> Void) {
        state.withLock { $0.whenBlocked = (duration, report) }
    }

    private func count(_ step: Duration) {
        let pulse = Pulse()
        var processor = Processor()
        var idleSteps = 0
        while true {
            pulse.send()
            // Not `Thread.sleep`, which `ClientSleep` intercepts.
            usleep(UInt32(step.seconds * 1_000_000))
            let share = processor.share()
            idleSteps = share < Self.idleShare ? idleSteps + 1 : 0
            if idleSteps > 1, pulse.hasArrived { skipSleep(step) }
            if pulse.hasArrived {
                guard advance(step, share) else { return }
            } else if let blocked = state.withLock({ $0.whenBlocked }) {
                let patience = max(Self.patience, Int(blocked.after.seconds / step.seconds))
                if pulse.isBlocked(share, patience: patience) { blocked.report(blocked.after.seconds) }
            }
        }
    }

    /// Ends the sleep of a client that did nothing else in two time steps.
    private func skipSleep(_ step: Duration) {
        let conversations = state.withLock { Array(($0.watched[step] ?? [:]).values) }
        guard !conversations.isEmpty, conversations.allSatisfy(\.maySkipSleep) else { return }
        ClientSleep.endFirst { remaining in
            for conversation in conversations { conversation.skip(remaining) }
        }
    }

    /// Counts a time step for each conversation, and returns `false` if none remain.
    private func advance(_ step: Duration, _ share: Double) -> Bool {
        let conversations = state.withLock { state in
            let watched = state.watched[step] ?? [:]
            if watched.isEmpty { state.watched[step] = nil }
            return Array(watched.values)
        }
        for conversation in conversations where conversation.count(share) { forget(conversation) }
        return !conversations.isEmpty
    }
}

/// Counts the time steps in which a call makes no progress.
struct Quiet: Sendable {
    enum Action: Equatable { case wait, noteSlowness, giveUp }

    private var idle = 0
    private var all = 0
    /// The number of idle steps, plus the fraction of each other step in which the process used a processor.
    private var countedSteps: Double = 0
    private var isSlow = false

    /// Counts a time step without progress, and returns whether to wait, to record that the call is slow, or to abandon
    /// the call.
    ///
    /// - Parameters:
    ///   - share: The fraction of the step in which the process used a processor.
    ///   - factor: The factor by which a call may exceed the limits before it is abandoned.
    mutating func step(_ share: Double, patience: Int, busyFactor: Int, times factor: Int = 1) -> Action {
        let isIdle = share < Watchdog.idleShare
        all += 1
        // On a loaded machine, a busy process gets no processor in some steps. A busy step makes up for four of them.
        idle = isIdle ? idle + 1 : share < Watchdog.busyShare ? idle : max(0, idle - 4)
        countedSteps += isIdle ? 1 : min(share, 1)
        let (limit, most) = (patience * factor, patience * factor * busyFactor)
        if idle >= limit || countedSteps >= Double(most) || all >= most * Watchdog.loadFactor { return .giveUp }
        guard !isSlow, countedSteps >= Double(patience) else { return .wait }
        isSlow = true
        return .noteSlowness
    }
}

/// A task that shows whether the concurrency pool still runs tasks.
private final class Pulse: Sendable {
    private let state = Locked((hasArrived: true, quiet: Quiet()))

    /// Starts a task. Does nothing if an earlier task is still waiting to run.
    func send() {
        guard hasArrived else { return }
        state.withLock { $0 = (false, Quiet()) }
        Task.detached { self.state.withLock { $0.hasArrived = true } }
    }

    var hasArrived: Bool { state.withLock { $0.hasArrived } }

    /// Counts a time step in which the task didn't run. Returns `true` if there were so many steps that the pool counts
    /// as blocked.
    func isBlocked(_ share: Double, patience: Int) -> Bool {
        state.withLock { $0.quiet.step(share, patience: patience, busyFactor: Watchdog.busyFactor) == .giveUp }
    }
}

/// Measures how much processor time the process uses.
private struct Processor {
    private var used = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
    private var elapsed = Self.seconds(CLOCK_MONOTONIC)

    /// Returns the processor time since the previous call, divided by the elapsed time; 1 means one busy thread.
    mutating func share() -> Double {
        let used = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
        let elapsed = Self.seconds(CLOCK_MONOTONIC)
        defer { (self.used, self.elapsed) = (used, elapsed) }
        return (used - self.used) / max(elapsed - self.elapsed, 0.000_001)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
