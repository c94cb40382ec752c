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

extension String {
    /// The first scalars, followed by “…” if there are more. Replaces the control characters, which act on a terminal.
    package func clipped(to limit: Int = 60) -> String {
        // Stops at the limit, since a text may have many megabytes.
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

    /// Feeds the scalars, so that the hash goes with ``isSame(as:)``.
    func hashScalars(into hasher: inout Hasher) {
        // The bytes are read within the closure alone.
        utf8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer(start: $0, count: $1)) }
        hasher.combine(0xFF as UInt8)
    }
}

/// A string as a dictionary's key, the same only if it has the same scalars.
struct ExactString: Hashable {
    let string: String

    static func == (left: Self, right: Self) -> Bool { left.string.isSame(as: right.string) }

    func hash(into hasher: inout Hasher) { string.hashScalars(into: &hasher) }
}

/// Hexadecimal digits.
package enum HexDigit {
    /// The value of a digit in either case.
    package static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// The digit in lower case of a value below 16.
    package static func lower(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

    /// The digit in upper case of a value below 16.
    package static func upper(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
