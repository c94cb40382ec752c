// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordVerifier
import Foundation

/// Handles SIGINT, SIGTERM and SIGHUP on a thread instead of in a signal handler.
enum StopSignals {
    /// Ignores SIGPIPE and SIGXFSZ, which would end the process if a write fails. The write returns an error to its
    /// caller.
    static func ignoreWriteSignals() {
        // The system sends SIGPIPE if the reader closed a pipe or connection.
        signal(SIGPIPE, SIG_IGN)
        // The system sends SIGXFSZ if a file exceeds the size limit.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Blocks the signals. This function must be called before any other thread starts.
    private static func block() {
        // A shell makes its background jobs ignore SIGINT. Restore the default action.
        signal(SIGINT, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until a blocked signal arrives.
    private static func wait() {
        // Wait only for signals that are blocked. Under `nohup`, `block()` doesn't block SIGHUP.
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] where sigismember(&blocked, signal) == 1 { sigaddset(&set, signal) }
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 {}
    }

    /// Calls `action` on a separate thread at the first signal. The second signal ends the process.
    ///
    /// This function must be called before any other thread starts. A test that runs a command in its own process keeps
    /// its signals.
    static func onFirst(_ action: @escaping @Sendable () -> Void) {
        guard !Capture.isOn else { return }
        block()
        Thread.detachNewThread {
            wait()
            action()
            wait()
            _exit(ExitStatus.interrupted.rawValue)
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let before = signal(number, SIG_DFL)
        signal(number, before)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// Records whether a command is preparing: it reads documents or plans cases. Meanwhile the process can end at any
/// time, because the command has sent no request and written no report.
final class Preparation: Sendable {
    private let state = Locked(State())

    private struct State {
        var number = 0
        var isPreparing = false
    }

    /// Runs `body`, which prepares. Ends the process if `limit` seconds pass before `body` returns.
    func run<Value>(limit: Double? = nil, _ body: () throws -> Value) rethrows -> Value {
        let number = state.withLock { state in
            state.number += 1
            state.isPreparing = true
            return state.number
        }
        defer { state.withLock { $0.isPreparing = false } }
        if let limit {
            Thread.detachNewThread { [self] in
                Thread.sleep(forTimeInterval: limit)
                end(.broken, during: number, because: "--max-time was reached before the first request")
            }
        }
        return try body()
    }

    /// If the command is preparing, prints the reason and ends the process with `status`. Otherwise, does nothing.
    ///
    /// - Parameter number: The phase in which to end the process: 1 for the first call of `run`, 2 for the
    ///   second, or `nil` for any call.
    func end(_ status: ExitStatus, during number: Int? = nil, because reason: String) {
        state.withLock { state in
            guard state.isPreparing, number ?? state.number == state.number else { return }
            _exit(status.because(reason).rawValue)
        }
    }
}
