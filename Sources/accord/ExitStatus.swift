#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the process says to whoever started it; thrown to end a command.
enum ExitStatus: Int32, Error {
    case passed = 0
    /// The server breaks the contract.
    case broken = 1
    /// A wrong flag, an unknown name, a folder that can't be written.
    case usage = 2
    /// The contract itself is wrong.
    case contractInvalid = 3
    case unreachable = 4
    /// SIGINT or SIGTERM, as shells count it.
    case interrupted = 130

    /// Ends the process, all output written.
    func exit() -> Never {
        fflush(nil)
        #if canImport(Glibc)
            Glibc.exit(rawValue)
        #elseif canImport(Musl)
            Musl.exit(rawValue)
        #else
            Darwin.exit(rawValue)
        #endif
    }

    /// Tells what is wrong and what to do, and is then thrown.
    func because(_ message: String) -> ExitStatus {
        StandardError.write("accord: \(message)")
        return self
    }
}
