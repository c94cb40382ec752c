import AccordMatching

/// What base64 leaves of a secret that it encodes amid other bytes, as in `Authorization: Basic`.
///
/// Three bytes make four characters, so a secret has three traces, by where it begins. The characters at its edges also
/// depend on its neighbours; they hold some of its bits and are hidden with it.
struct Base64Trace: Sendable {
    let pattern: [UInt8]
    let hidesBefore: Bool
    let hidesAfter: Bool

    /// Shorter patterns occur in texts by chance.
    private static let shortestPattern = 5

    static func traces(of secret: String) -> [Base64Trace] {
        let bytes = Array(secret.utf8)
        return (0..<3).flatMap { offset -> [Base64Trace] in
            let digits = Array(Base64.encode([UInt8](repeating: 0, count: offset) + bytes).utf8)
            let first = (offset * 8 + 5) / 6
            let end = (offset + bytes.count) * 8 / 6
            guard end - first >= shortestPattern else { return [] }
            let pattern = Array(digits[first..<end])
            let urlSafe = pattern.map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? 0x5F : $0
            }
            return Set([pattern, urlSafe]).map {
                Base64Trace(
                    pattern: $0, hidesBefore: offset != 0, hidesAfter: (offset + bytes.count) * 8 % 6 != 0)
            }
        }
    }

    /// The range to hide if the pattern begins at `start`.
    func range(in text: [UInt8], from start: Int) -> Range<Int>? {
        let end = start + pattern.count
        guard end <= text.count, text[start..<end].elementsEqual(pattern) else { return nil }
        let before = hidesBefore && start > 0 && Self.isDigit(text[start - 1])
        let after = hidesAfter && end < text.count && Self.isDigit(text[end])
        return (before ? start - 1 : start)..<(after ? end + 1 : end)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
