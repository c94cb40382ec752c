import AccordSchema

/// What base64 leaves of a secret that it encodes amid other bytes, as in `Authorization: Basic`.
///
/// Three bytes make four characters, so a secret has three traces, by where it begins. The characters at its edges also
/// depend on its neighbours; they hold some of its bits and are hidden with it. What is encoded may itself be an encoded
/// form of the secret, as RFC 6749 section 2.3.1 has it.
struct Base64Trace: Sendable {
    let scalars: [Unicode.Scalar]
    let hidesBefore: Bool
    let hidesAfter: Bool

    /// Shorter patterns occur in texts by chance.
    private static let shortestPattern = 4
    private static let shortestSecret = 4

    static func traces(of secret: String) -> [Base64Trace] {
        guard secret.utf8.count >= shortestSecret else { return [] }
        return SecretForms.all(of: secret).flatMap { form in
            (0..<3).compactMap { Base64Trace(Array(form.utf8), offset: $0) }
        }
    }

    private init?(_ bytes: [UInt8], offset: Int) {
        let digits = Array(Base64.encode([UInt8](repeating: 0, count: offset) + bytes).unicodeScalars)
        let first = (offset * 8 + 5) / 6
        let end = (offset + bytes.count) * 8 / 6
        guard end - first >= Self.shortestPattern else { return nil }
        scalars = Array(digits[first..<end])
        hidesBefore = offset != 0
        hidesAfter = (offset + bytes.count) * 8 % 6 != 0
    }

    /// The range to hide if the pattern begins at `start`; lines may end within it, as in mail (RFC 2045).
    func range(in text: [UInt8], from start: Int) -> Range<Int>? {
        var end = start
        for (offset, scalar) in scalars.enumerated() {
            if offset > 0 { Self.skipLineBreaks(in: text, &end) }
            guard let next = Self.end(of: scalar, in: text, from: end) else { return nil }
            end = next
        }
        let before = hidesBefore && start > 0 && Self.isDigit(text[start - 1])
        let after = hidesAfter && end < text.count && Self.isDigit(text[end])
        return (before ? start - 1 : start)..<(after ? end + 1 : end)
    }

    /// As it is, as base64url has it (RFC 4648 section 5), or escaped by what it stands in.
    private static func end(of scalar: Unicode.Scalar, in text: [UInt8], from start: Int) -> Int? {
        guard start < text.count else { return nil }
        if text[start] == UInt8(truncatingIfNeeded: scalar.value) { return start + 1 }
        if scalar == "+" && text[start] == UInt8(ascii: "-") { return start + 1 }
        if scalar == "/" && text[start] == UInt8(ascii: "_") { return start + 1 }
        return ScalarSpelling.ends(of: scalar, in: text, from: start).max()
    }

    private static func skipLineBreaks(in text: [UInt8], _ index: inout Int) {
        while index < text.count {
            if text[index] == UInt8(ascii: "\r") || text[index] == UInt8(ascii: "\n") {
                index += 1
            } else if text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
                text[index + 1] == UInt8(ascii: "r") || text[index + 1] == UInt8(ascii: "n")
            {
                index += 2
            } else {
                return
            }
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
