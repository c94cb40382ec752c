// SPDX-License-Identifier: Apache-2.0
import AccordVerifier
import Foundation

/// SIGINT, SIGTERM and SIGHUP, received by a thread instead of a signal handler.
enum StopSignals {
    /// Ignores the signals of failed writes, which are reported as errors instead.
    static func ignoreWriteSignals() {
        // A closed pipe or connection.
        signal(SIGPIPE, SIG_IGN)
        // The limit of a file's size.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Blocks the signals. Call it before any thread starts.
    static func block() {
        // A shell starts background jobs with SIGINT ignored.
        signal(SIGINT, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Returns when a blocked signal arrives.
    static func wait() {
        // `nohup` ignores SIGHUP, which is then not blocked.
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] where sigismember(&blocked, signal) == 1 { sigaddset(&set, signal) }
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 {}
    }

    /// Calls `action` on a separate thread at the first signal. The second one ends the process.
    ///
    /// Call it before any other thread starts.
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
