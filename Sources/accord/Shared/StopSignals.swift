// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordVerifier
import Foundation

/// Handles SIGINT, SIGTERM and SIGHUP on a thread instead of in a signal handler.
enum StopSignals {
    /// Ignores the signals that a failed write sends. The write itself reports the error.
    static func ignoreWriteSignals() {
        // The system sends SIGPIPE if the reader closed a pipe or connection.
        signal(SIGPIPE, SIG_IGN)
        // The system sends SIGXFSZ if a file exceeds the size limit.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Blocks the signals. This function must be called before any other thread starts.
    static func block() {
        // A shell starts background jobs with SIGINT ignored.
        signal(SIGINT, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until a blocked signal arrives.
    static func wait() {
        // SIGHUP isn't always blocked, because `nohup` ignores this signal.
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
    /// This function must be called before any other thread starts.
    static func onFirst(_ action: @escaping @Sendable () -> Void) {
        block()
        BackgroundThread.run {
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

/// The phase in which a command reads documents. No request was sent yet, so the process can end at any time.
final class ReadingPhase: Sendable {
    private let state = Locked(State())

    private struct State {
        var number = 0
        var isReading = false
    }

    /// Reads documents. Ends the process if the time limit of the run, in seconds, is reached before the end.
    func run<Value>(limit: Double?, _ body: () throws -> Value) rethrows -> Value {
        let number = state.withLock { state in
            state.number += 1
            state.isReading = true
            return state.number
        }
        defer { state.withLock { $0.isReading = false } }
        if let limit {
            BackgroundThread.run { [self] in
                Thread.sleep(forTimeInterval: limit)
                end(.broken, during: number, because: "--max-time was reached while Accord read the documents")
            }
        }
        return try body()
    }

    /// Ends the process with a status if documents are read.
    ///
    /// - Parameter number: the number of the phase, or `nil` for the current one.
    func end(_ status: ExitStatus, during number: Int? = nil, because reason: String) {
        state.withLock { state in
            guard state.isReading, number ?? state.number == state.number else { return }
            _exit(status.because(reason).rawValue)
        }
    }
}
