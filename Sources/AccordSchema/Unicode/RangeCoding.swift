/// Ranges of scalars as short text: in base 36, the distance from the range before and, after a dash, the length.
///
/// Text costs a compiler nothing; a literal of as many ranges would.
enum RangeCoding {
    static func decode(_ fields: some Sequence<Substring.UTF8View>) -> [ClosedRange<UInt32>] {
        var ranges: [ClosedRange<UInt32>] = []
        var last: UInt32 = 0
        for field in fields {
            let parts = field.split(separator: 0x2D)
            guard let first = parts.first else { continue }
            let start = last + number(first)
            last = parts.count > 1 ? start + number(parts[1]) : start
            ranges.append(start...last)
        }
        return ranges
    }

    static func decode(_ text: String) -> [ClosedRange<UInt32>] {
        decode(text[...].utf8.split(separator: 0x20))
    }

    private static func number(_ digits: Substring.UTF8View) -> UInt32 {
        digits.reduce(0) { $0 * 36 + UInt32($1 < 0x3A ? $1 - 0x30 : $1 - 0x61 + 10) }
    }
}
