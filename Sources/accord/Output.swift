#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
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
        print(text, terminator: "")
        fflush(nil)
    }
}
