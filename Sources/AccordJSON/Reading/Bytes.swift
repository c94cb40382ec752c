/// Comparisons of bytes in memory.
enum Bytes {
    /// Whether two runs of as many bytes are the same; the caller vouches for both.
    @inline(__always)
    static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
        var at = 0
        while at < count {
            if left[at] != right[at] { return false }
            at &+= 1
        }
        return true
    }
}

extension String {
    /// Whether both have the same scalars; `==` would take canonically equivalent strings for the same.
    package func isSame(as other: String) -> Bool {
        utf8Buffer { left, leftCount in
            other.utf8Buffer { right, rightCount in
                leftCount == rightCount && Bytes.areEqual(left, right, count: leftCount)
            }
        }
    }

    /// Orders by scalars, which is the order of the UTF-8 bytes.
    package func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// Calls with the UTF-8 bytes, valid during the call alone.
    func utf8Buffer<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        var copy = self
        return copy.withUTF8 { buffer in
            // An empty string may have no address; then nothing is read from the stand-in.
            withUnsafePointer(to: 0 as UInt8) { body(buffer.baseAddress ?? $0, buffer.count) }
        }
    }
}
