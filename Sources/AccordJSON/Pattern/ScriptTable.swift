// SPDX-License-Identifier: Apache-2.0
/// The scalars of common scripts (Unicode 17.0, Scripts.txt).
///
/// Each line has a script's name, its short name and its ranges, as ``RangeCoding`` encodes them. ``ranges(of:)``
/// decodes only the ranges of one script.
package enum ScriptTable {
    /// Returns the ranges of a script by its long or short name, or `nil` if the table doesn't contain the script.
    package static func ranges(of name: String) -> [ClosedRange<UInt32>]? {
        for line in unicodeScripts.utf8.split(separator: 0x0A) {
            var fields = line.split(separator: 0x20)[...]
            guard let long = fields.popFirst(), let short = fields.popFirst() else { continue }
            if long.elementsEqual(name.utf8) || short.elementsEqual(name.utf8) { return RangeCoding.decode(fields) }
        }
        return nil
    }
}

/// Encodes ranges of scalars as a string of numbers in base 36.
///
/// Each range starts with the distance between its first scalar and the end of the previous range. If the range has
/// several scalars, a dash follows, and then the distance between its first and its last scalar.
///
/// A string literal compiles much faster than an array literal.
package enum RangeCoding {
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

    /// Decodes the ranges in a string.
    package static func decode(_ text: String) -> [ClosedRange<UInt32>] {
        decode(text[...].utf8.split(separator: 0x20))
    }

    private static func number(_ digits: Substring.UTF8View) -> UInt32 {
        digits.reduce(0) { $0 * 36 + UInt32($1 < 0x3A ? $1 - 0x30 : $1 - 0x61 + 10) }
    }
}
