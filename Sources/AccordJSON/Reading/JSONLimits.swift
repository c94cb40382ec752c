/// How large and how deep a text may be before it is refused.
public struct JSONLimits: Sendable, Hashable {
    /// The number of arrays and objects that may be open at once.
    public var maximumDepth: Int = 512
    /// The size of the text in bytes; never more than ``largestBytes``.
    public var maximumBytes: Int = Self.largestBytes

    /// 512 nested containers, and as many bytes as a tape can address.
    public static let standard: JSONLimits = JSONLimits()

    /// The most bytes that any limit allows: half a gigabyte, so that a node's index fits 28 bits of the tape.
    public static let largestBytes: Int = 1 << 29 - 4

    /// Creates limits; the defaults are those of ``standard``.
    public init(maximumDepth: Int = 512, maximumBytes: Int = Self.largestBytes) {
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
    }
}
