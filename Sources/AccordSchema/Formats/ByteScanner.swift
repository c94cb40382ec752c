// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Reads UTF-8 text byte by byte.
///
/// The caller keeps the text alive. Every access is checked against `end`.
struct ByteScanner {
    let base: UnsafePointer<UInt8>
    var at: Int
    let end: Int

    init(_ base: UnsafePointer<UInt8>, from start: Int = 0, to end: Int) {
        self.base = base
        at = start
        self.end = end
    }

    var isAtEnd: Bool { at >= end }

    /// The remaining text.
    var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base + at, count: end - at) }

    /// The next byte, or 0 at the end.
    var next: UInt8 { at < end ? base[at] : 0 }

    /// Consumes a byte if it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard at < end, base[at] == byte else { return false }
        at &+= 1
        return true
    }

    /// Consumes one of two bytes, such as the lowercase or the uppercase form of a letter.
    mutating func take(_ byte: UInt8, or other: UInt8) -> Bool { take(byte) || take(other) }

    /// Consumes a number with exactly this many digits. Returns its value.
    mutating func takeNumber(digits: Int) -> Int? {
        guard end - at >= digits else { return nil }
        var value = 0
        for _ in 0..<digits {
            let digit = base[at] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
            at += 1
        }
        return value
    }

    /// Consumes a Unicode scalar.
    ///
    /// - Precondition: The scanner isn't at the end.
    mutating func takeScalar() -> UInt32 {
        let scalar = SubjectText(base: base, count: end).scalar(at: at)
        at += scalar.length
        return scalar.value
    }

    /// Returns a scanner for the text between two offsets.
    func part(from start: Int, to end: Int) -> ByteScanner { ByteScanner(base, from: start, to: end) }
}

/// Tests whether an ASCII byte is a digit, a letter or another kind of character.
enum ASCII {
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
}
