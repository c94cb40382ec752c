/// A set of ASCII bytes, asked for each byte of a URL.
package struct ByteSet: Sendable, Hashable, ExpressibleByStringLiteral {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init(stringLiteral text: String) { insert(text) }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    private mutating func insert(_ text: String) {
        for byte in text.utf8 where byte < 128 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    /// Whether a byte is in the set; none beyond ASCII is.
    package func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low & (1 << UInt64(byte)) != 0 }
        return byte < 128 && high & (1 << UInt64(byte - 64)) != 0
    }

    /// The bytes of both sets.
    package func union(_ other: ByteSet) -> ByteSet { ByteSet(low: low | other.low, high: high | other.high) }
}

extension ByteSet {
    private static let letters: ByteSet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private static let digits: ByteSet = "0123456789"

    /// RFC 3986 section 2.3: never has to be encoded.
    package static let unreserved: ByteSet = letters.union(digits).union("-._~")
    /// What a path may hold unencoded, RFC 3986 section 3.3.
    package static let path: ByteSet = unreserved.union("!$&'()*+,;=:@/")
    /// What may stand in a query at all, RFC 3986 section 3.4, with the brackets that everybody sends.
    package static let query: ByteSet = unreserved.union("!$&'()*+,;=:@/?%[]")
    /// What the WHATWG's URL standard leaves alone in a query.
    package static let webQuery: ByteSet = unreserved.union("!$%&'()*+,/:;=?@[\\]^`{|}")
    /// What the WHATWG's form serialiser leaves alone; a space becomes `+`.
    package static let form: ByteSet = letters.union(digits).union("*-._")
    /// RFC 9110 section 5.6.2.
    package static let token: ByteSet = letters.union(digits).union("!#$%&'*+-.^_`|~")
    /// RFC 6265 section 4.1.1, without `%`, so that decoding is the inverse of encoding.
    package static let cookieOctet: ByteSet = unreserved.union("!#$&'()*+/:<=>?@[]^`{|}")
}
