#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The standard error stream, unbuffered.
enum StandardError {
    /// Writes a text, by default as a line.
    static func write(_ text: String, terminator: String = "\n") {
        var bytes = Array((text + terminator).utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                    Musl.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
                #else
                    Darwin.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
                #endif
            }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
