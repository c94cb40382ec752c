#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The process's environment.
enum Environment {
    @Sendable
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
