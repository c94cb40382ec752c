/// Well-formed UTF-8, as Unicode's table 3-7 has it: no overlong forms, no surrogates, nothing beyond U+10FFFF.
enum UTF8Sequence {
    /// The length of the well-formed sequence of two to four bytes at a place, or 0; reads no more than is available.
    static func length(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
        let lead = bytes[0]
        guard available >= 2 else { return 0 }
        let second = bytes[1]
        switch lead {
        case 0xC2...0xDF:
            return second & 0xC0 == 0x80 ? 2 : 0
        case 0xE0...0xEF:
            let low: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
            let high: UInt8 = lead == 0xED ? 0x9F : 0xBF
            return second >= low && second <= high && available >= 3 && bytes[2] & 0xC0 == 0x80 ? 3 : 0
        case 0xF0...0xF4:
            let low: UInt8 = lead == 0xF0 ? 0x90 : 0x80
            let high: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
            return second >= low && second <= high && available >= 4 && bytes[2] & 0xC0 == 0x80
                && bytes[3] & 0xC0 == 0x80 ? 4 : 0
        default:
            return 0
        }
    }
}
