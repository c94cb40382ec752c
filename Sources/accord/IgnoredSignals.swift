import Foundation

/// Signals that would end the process where an error can be told instead.
enum IgnoredSignals {
    static func ignore() {
        // A reader that went away: a pipe of ours, or a server in the middle of TLS.
        signal(SIGPIPE, SIG_IGN)
        // A report that may not grow further.
        signal(SIGXFSZ, SIG_IGN)
    }
}
