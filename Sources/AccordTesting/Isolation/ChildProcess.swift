import Foundation

/// How a child process ends.
enum ChildProcess {
    private static let isEnding = Guarded(false)

    /// Ends the process as it does when it fails; what the system does at its end, such as writing coverage, is done.
    static func end() -> Never {
        isEnding.withLock { $0 = true }
        exit(EXIT_FAILURE)
    }

    /// Makes a client that ends the process by `exit(0)` no success.
    static func failWhereItEndsEarly() {
        atexit { if !ChildProcess.isEnding.withLock({ $0 }) { _exit(EXIT_FAILURE) } }
    }
}
