// SPDX-License-Identifier: Apache-2.0
/// Hashes and compares bytes in memory, in steps of eight bytes.
///
/// The caller guarantees that `count` bytes can be read. The functions read no other bytes.
package enum Bytes {
    /// The seed for hashes, which is different in every process. Otherwise, an attacker could choose keys that collide.
    /// No output depends on it.
    package static let seed = UInt64.random(in: .min ... .max) | 1

    @inlinable
    package static func hash(_ bytes: UnsafePointer<UInt8>, count: Int, seed: UInt64) -> UInt32 {
        var hash = seed ^ UInt64(truncatingIfNeeded: count)
        if count >= 8 {
            var at = 0
            while at < count &- 8 {
                hash = mix(hash, word(bytes + at)) &+ seed
                at &+= 8
            }
            hash = mix(hash, word(bytes + (count &- 8)))
        } else {
            hash = mix(hash, shortWord(bytes, count))
        }
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    /// Returns whether two sequences of `count` bytes are equal.
    @inlinable
    package static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
        if count >= 8 {
            var at = 0
            while at < count &- 8 {
                if word(left + at) != word(right + at) { return false }
                at &+= 8
            }
            return word(left + (count &- 8)) == word(right + (count &- 8))
        }
        return shortWord(left, count) == shortWord(right, count)
    }

    /// Reads eight bytes.
    @inlinable
    package static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
    }

    /// Returns fewer than eight bytes as one word. For a given length, different bytes give different words.
    @inlinable
    package static func shortWord(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        if count >= 4 {
            let low = UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
            let high = UnsafeRawPointer(bytes + (count &- 4)).loadUnaligned(as: UInt32.self)
            return UInt64(low) | UInt64(high) << 32
        }
        if count == 0 { return 0 }
        return UInt64(bytes[0]) | UInt64(bytes[count >> 1]) << 8 | UInt64(bytes[count &- 1]) << 16
    }

    @inlinable
    package static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

extension String {
    /// Returns whether two strings have the same Unicode scalars. `==` also accepts canonically equivalent strings.
    package func isSame(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return utf8Buffer { left, leftCount in
            other.utf8Buffer { right, _ in Bytes.areEqual(left, right, count: leftCount) }
        }
    }

    /// Returns whether this string precedes `other` in the order of Unicode scalars, which is the order of UTF-8 bytes.
    package func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// Calls a closure with the UTF-8 bytes, which are valid only during the call.
    package func utf8Buffer<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        var copy = self
        return copy.withUTF8 { buffer in
            // The buffer of an empty string may have no address. Pass the address of a placeholder byte instead, which
            // is never read.
            withUnsafePointer(to: 0 as UInt8) { body(buffer.baseAddress ?? $0, buffer.count) }
        }
    }
}

extension String {
    /// Returns the first `limit` scalars, followed by “…” if the string has more.
    ///
    /// Replaces characters that control a terminal.
    package func clipped(to limit: Int = 60) -> String {
        // Stops at the limit, since a string may have many megabytes.
        var scalars = unicodeScalars.makeIterator()
        var result = String.UnicodeScalarView()
        for _ in 0..<limit {
            guard let scalar = scalars.next() else { return String(result) }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return scalars.next() == nil ? String(result) : String(result) + "…"
    }

    /// Hashes the scalars, consistently with ``isSame(as:)``.
    func hashScalars(into hasher: inout Hasher) {
        // The bytes are read only within the closure.
        utf8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer(start: $0, count: $1)) }
        hasher.combine(0xFF as UInt8)
    }
}

/// A dictionary key that compares strings by Unicode scalars.
struct ExactString: Hashable {
    let string: String

    static func == (left: Self, right: Self) -> Bool { left.string.isSame(as: right.string) }

    func hash(into hasher: inout Hasher) { string.hashScalars(into: &hasher) }
}

/// Conversions between hexadecimal digits and their values.
package enum HexDigit {
    /// Returns the value of an uppercase or lowercase digit, or `nil` for other bytes.
    package static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Returns the lowercase digit of a value below 16.
    package static func lower(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

    /// Returns the uppercase digit of a value below 16.
    package static func upper(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}

extension String {
    /// Creates a string from UTF-8, or returns `nil` if the bytes are malformed.
    ///
    /// The initializer `String(validating:as:)` of the standard library requires macOS 15 and iOS 18.
    package init?(utf8 bytes: some Collection<UInt8>) {
        // `init(decoding:as:)` replaces malformed bytes. If the string's bytes differ from `bytes`, some were
        // malformed.
        self.init(decoding: bytes, as: UTF8.self)
        guard hasSameBytes(as: bytes) else { return nil }
    }

    private func hasSameBytes(as bytes: some Collection<UInt8>) -> Bool {
        // Compares pointers, because `elementsEqual` is slow here: the compiler doesn't specialize it for `bytes`.
        let isSame = bytes.withContiguousStorageIfAvailable { bytes in
            utf8Buffer { text, count in
                count == bytes.count && (bytes.baseAddress.map { Bytes.areEqual(text, $0, count: count) } ?? true)
            }
        }
        return isSame ?? utf8.elementsEqual(bytes)
    }
}
