/// The pairs of bytes that a hidden text may begin with: one look-up for each byte of a message, whatever is hidden.
struct PrefixFilter: Sendable {
    /// A bit for each pair.
    private var pairs = [UInt64](repeating: 0, count: 1024)

    /// Whether something hidden may begin at `index`; at the last byte it may.
    func contains(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index + 1 < bytes.count else { return true }
        let pair = Int(bytes[index]) << 8 | Int(bytes[index + 1])
        return pairs[pair >> 6] & (1 << UInt64(pair & 63)) != 0
    }

    /// Adds the ways in which scalars may begin that are spelled as ``ScalarSpelling`` has it.
    mutating func insert(_ scalars: [Unicode.Scalar]) {
        guard let first = scalars.first else { return }
        let octets = Array(String(first).utf8)
        var following: [UInt8] = octets.count > 1 ? [octets[1], UInt8(ascii: "%")] : []
        if octets.count == 1 {
            following = scalars.count > 1 ? ScalarSpelling.firstBytes(of: scalars[1]) : Array(0...255)
        }
        for byte in ScalarSpelling.firstBytes(of: first) {
            switch byte {
            // `%73`, `%2573`, and a backslash as `%5C`; `%` itself, if it is the scalar.
            case UInt8(ascii: "%"):
                insert(byte, HexTrace.digits(of: octets[0] >> 4) + Array("25".utf8))
                if first == "%" { insert(byte, following) }
            case UInt8(ascii: "\\"):
                insert(byte, ScalarSpelling.escapedBytes(of: first))
                if first == "\\" { insert(byte, following) }
            case UInt8(ascii: "&") where first != "&": insert(byte, Array("algq#".utf8))
            case UInt8(ascii: "&"): insert(byte, following + Array("a#".utf8))
            case UInt8(ascii: "'") where first == "'": insert(byte, following + [UInt8(ascii: "\\")])
            default: insert(byte, following)
            }
        }
    }

    /// Adds the ways in which base64 may begin, of either alphabet, where lines may end.
    mutating func insert(trace scalars: [Unicode.Scalar]) {
        func spelled(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
            scalar == "+" ? ["+", "-"] : scalar == "/" ? ["/", "_"] : [scalar]
        }
        guard scalars.count > 1 else { return }
        for first in spelled(scalars[0]) {
            for second in spelled(scalars[1]) + ["\r", "\n", "\\"] { insert([first, second]) }
        }
    }

    /// Adds hexadecimal digits, in capitals or not.
    mutating func insertHex(_ digits: [UInt8]) {
        guard digits.count > 1 else { return }
        for byte in HexTrace.digits(of: digits[0]) { insert(byte, HexTrace.digits(of: digits[1])) }
    }

    private mutating func insert(_ first: UInt8, _ seconds: [UInt8]) {
        for second in seconds {
            let pair = Int(first) << 8 | Int(second)
            pairs[pair >> 6] |= 1 << UInt64(pair & 63)
        }
    }
}
