/// The text that a pattern is matched against: UTF-8, taken scalar by scalar in both directions.
///
/// The pointer comes from a string or a document that the caller keeps alive for the length of the match.
struct SubjectText {
    let base: UnsafePointer<UInt8>
    let count: Int

    /// The scalar at a place and its length; the place isn't the end.
    @inline(__always)
    func scalar(at place: Int) -> (value: UInt32, length: Int) {
        let first = UInt32(base[place])
        if first < 0x80 { return (first, 1) }
        return longScalar(at: place, first)
    }

    private func longScalar(at place: Int, _ first: UInt32) -> (value: UInt32, length: Int) {
        // The text is well-formed UTF-8: the bytes that the first one announces are there.
        func rest(_ offset: Int) -> UInt32 { UInt32(base[place + offset] & 0x3F) }
        if first < 0xE0 { return ((first & 0x1F) << 6 | rest(1), 2) }
        if first < 0xF0 { return ((first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3) }
        return ((first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
    }

    /// The place of the scalar that ends at a place, which isn't the start.
    @inline(__always)
    func place(before place: Int) -> Int {
        var at = place &- 1
        while base[at] & 0xC0 == 0x80 { at &-= 1 }
        return at
    }

    /// Whether `\w` and something else meet at a place.
    func isWordBoundary(_ place: Int) -> Bool {
        let before = place > 0 && Self.isWord(base[place - 1])
        let behind = place < count && Self.isWord(base[place])
        return before != behind
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}
