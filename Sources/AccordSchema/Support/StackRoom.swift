#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much of the running thread's stack is left: a main thread has 8 MB as a rule, a secondary one often 512 kB.
///
/// The thread is asked once, when the answer is first wanted; that takes about 50 µs on the main thread of Linux.
struct StackRoom {
    private var bounds: Range<UInt>?

    /// Whether at least so many bytes are left; true where the platform doesn't say how large the stack is.
    mutating func isLeft(_ bytes: UInt) -> Bool {
        let bounds = self.bounds ?? Self.ofThisThread()
        self.bounds = bounds
        var marker: UInt8 = 0
        // Only the address is taken, nothing is read or written through it.
        let here = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
        // An address elsewhere isn't the stack's: a sanitizer puts variables where it watches them.
        guard bounds.contains(here) else { return true }
        return here - bounds.lowerBound >= bytes
    }

    private static func ofThisThread() -> Range<UInt> {
        #if canImport(Darwin)
            let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
            let size = UInt(pthread_get_stacksize_np(pthread_self()))
            return top >= size ? top - size..<top : 0..<0
        #elseif canImport(Glibc) || canImport(Musl)
            // Swift's Glibc leaves the function out; the library has it under this name with this signature.
            typealias Ask = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
            guard let symbol = dlsym(nil, "pthread_getattr_np") else { return 0..<0 }
            var attributes = pthread_attr_t()
            guard unsafeBitCast(symbol, to: Ask.self)(pthread_self(), &attributes) == 0 else { return 0..<0 }
            defer { pthread_attr_destroy(&attributes) }
            var lowest: UnsafeMutableRawPointer?
            var size = 0
            guard pthread_attr_getstack(&attributes, &lowest, &size) == 0, let lowest else { return 0..<0 }
            let bottom = UInt(bitPattern: lowest)
            return bottom..<bottom + UInt(size)
        #else
            return 0..<0
        #endif
    }
}
