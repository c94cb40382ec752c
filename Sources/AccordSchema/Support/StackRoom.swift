// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The remaining stack of the current thread. A main thread usually has 8 MB, a secondary thread often 512 kB.
///
/// The bounds are read only once, and only if the thread has used much of its stack since the first call. On the main
/// thread of Linux, this takes 50 µs or more, because the system reads the process's memory map.
struct StackRoom {
    /// The bytes that a thread may use after the first call before the bounds are read.
    private static let unchecked: UInt = 64 << 10

    /// The address of the stack at the first call.
    private var start: UInt?
    private var bounds: Range<UInt>?

    /// Returns whether this many bytes are left. Returns `true` if the platform doesn't report the stack's size.
    mutating func isLeft(_ bytes: UInt) -> Bool {
        var marker: UInt8 = 0
        // Only the address of the variable is used. The pointer isn't used to read or write.
        let here = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
        let start = self.start ?? here
        self.start = start
        if start >= here, start - here < Self.unchecked { return true }
        let bounds = self.bounds ?? Self.ofThisThread()
        self.bounds = bounds
        // A sanitizer may store variables outside of the stack. If so, the remaining stack is unknown.
        guard bounds.contains(here) else { return true }
        return here - bounds.lowerBound >= bytes
    }

    private static func ofThisThread() -> Range<UInt> {
        #if canImport(Darwin)
            let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
            let size = UInt(pthread_get_stacksize_np(pthread_self()))
            return top >= size ? top - size..<top : 0..<0
        #elseif canImport(Glibc) || canImport(Musl)
            // Swift's Glibc module lacks `pthread_getattr_np`, but the C library has this function, with the following
            // type.
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
