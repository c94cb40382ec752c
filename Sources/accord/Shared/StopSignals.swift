import AccordVerifier
import Foundation

/// SIGINT, SIGTERM and SIGHUP, waited for on a thread instead of caught in a handler: what follows may do anything.
enum StopSignals {
    /// From now on none ends the process; to be called before any thread is started.
    static func block() {
        // A shell starts what runs in the background with SIGINT ignored.
        signal(SIGINT, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Returns once one of them comes.
    static func wait() {
        // Those that are blocked: a SIGHUP that `nohup` has ignored isn't.
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] where sigismember(&blocked, signal) == 1 { sigaddset(&set, signal) }
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 {}
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let before = signal(number, SIG_DFL)
        signal(number, before)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Calls `action` on a thread of its own when the first of them comes; the second ends the process at once.
    ///
    /// To be called before any other thread is started.
    static func onFirst(_ action: @escaping @Sendable () -> Void) {
        block()
        BackgroundThread.run {
            wait()
            action()
            wait()
            _exit(ExitStatus.interrupted.rawValue)
        }
    }
}
