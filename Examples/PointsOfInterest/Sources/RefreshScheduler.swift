// SPDX-License-Identifier: Apache-2.0
/// Runs something again and again; injected, so that a test needn't wait.
public protocol RefreshScheduler: Sendable {
    /// Runs `action` every `interval` seconds until the timer is cancelled.
    func repeats(every interval: Double, _ action: @escaping @Sendable () async -> Void) -> any RefreshTimer
}

/// Something that is run again and again, and can be stopped.
public protocol RefreshTimer: Sendable {
    func cancel()
}

/// The scheduler of an app: real time.
public struct ClockScheduler: RefreshScheduler {
    public init() {}

    public func repeats(every interval: Double, _ action: @escaping @Sendable () async -> Void) -> any RefreshTimer {
        Timer(
            task: Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(interval))
                    if !Task.isCancelled { await action() }
                }
            })
    }

    private struct Timer: RefreshTimer {
        let task: Task<Void, Never>

        func cancel() { task.cancel() }
    }
}
