#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#else
    import Darwin
#endif

/// The standard output stream.
enum Output {
    /// Writes a line at once, also where the output is a pipe.
    static func line(_ text: String) {
        self.text(text + "\n")
    }

    /// Writes a text at once.
    static func text(_ text: String) {
        errno = 0
        print(text, terminator: "")
        fflush(stdout)
        // A reader that went away has read what it wanted.
        if errno == EPIPE { clearerr(stdout) }
    }

    /// False where something that was to be told can't have been: the disk is full, say.
    static var isComplete: Bool { fflush(nil) == 0 && ferror(stdout) == 0 }
}
