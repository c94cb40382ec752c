// SPDX-License-Identifier: Apache-2.0
import Foundation
import PointsOfInterest

/// A scheduler whose time passes when a test says so.
final class ManualScheduler: RefreshScheduler, @unchecked Sendable {
    // Everything is behind the lock.
    private let lock = NSLock()
    private var timers: [ManualTimer] = []

    func repeats(every interval: Double, _ action: @escaping @Sendable () async -> Void) -> any RefreshTimer {
        let timer = ManualTimer(interval: interval, action: action)
        lock.withLock { timers.append(timer) }
        return timer
    }

    /// The timers that run.
    var running: [ManualTimer] {
        lock.withLock { timers.filter { !$0.isCancelled } }
    }

    /// Lets one interval pass.
    func fire() async {
        for timer in running { await timer.action() }
    }
}

/// A timer that fires by hand.
final class ManualTimer: RefreshTimer, @unchecked Sendable {
    let interval: Double
    let action: @Sendable () async -> Void
    // Behind the lock.
    private let lock = NSLock()
    private var cancelled = false

    init(interval: Double, action: @escaping @Sendable () async -> Void) {
        self.interval = interval
        self.action = action
    }

    var isCancelled: Bool { lock.withLock { cancelled } }

    func cancel() { lock.withLock { cancelled = true } }
}
