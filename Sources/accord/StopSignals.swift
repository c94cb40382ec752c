import AccordVerifier

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// SIGINT and SIGTERM, waited for on a thread instead of caught in a handler: what follows may do anything.
enum StopSignals {
    /// From now on neither ends the process; to be called before any thread is started.
    static func block() {
        // A shell starts what runs in the background with SIGINT ignored.
        signal(SIGINT, SIG_DFL)
        var set = signals
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Returns once one of them comes.
    static func wait() {
        var set = signals
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 {}
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

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}
