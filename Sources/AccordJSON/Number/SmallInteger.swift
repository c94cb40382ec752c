/// Integers that are read without a detour.
enum SmallInteger {
    /// The value of at most 18 characters that are digits and perhaps a minus sign; `nil` for other text.
    @inline(__always)
    static func read(_ text: UnsafePointer<UInt8>, count: Int) -> Int? {
        // Every access is below the count.
        guard count <= 18, count > 0 else { return nil }
        let isNegative = text[0] == 0x2D
        var value = 0
        var at = isNegative ? 1 : 0
        while at < count {
            let digit = text[at] &- 0x30
            if digit > 9 { return nil }
            value = value &* 10 &+ Int(truncatingIfNeeded: digit)
            at &+= 1
        }
        return isNegative ? -value : value
    }
}
