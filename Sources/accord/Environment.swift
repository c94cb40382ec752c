#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The process's environment, and what lies around it.
enum Environment {
    @Sendable
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// True if there is something at `path`, even if it can't be read.
    static func hasFile(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }
}
