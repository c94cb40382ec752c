import AccordMatching

/// The ways in which a secret may stand in a text: as it is, percent-encoded, form-encoded, escaped in JSON or for a
/// shell, or in any mixture of these, as encoders differ in what they leave alone.
struct Spelling: Sendable {
    let scalars: [Unicode.Scalar]
    /// The bytes that a spelling may begin with.
    let firstBytes: Set<UInt8>
    /// True where it is so short that it is hidden only where it stands by itself.
    let isShort: Bool

    /// A secret of fewer bytes would blacken half of every text.
    private static let shortestAnywhere = 4

    init?(_ secret: String) {
        guard let first = secret.unicodeScalars.first else { return nil }
        scalars = Array(secret.unicodeScalars)
        var bytes: Set<UInt8> = [UInt8(ascii: "%"), UInt8(ascii: "\\"), Array(String(first).utf8)[0]]
        if first == " " { bytes.insert(UInt8(ascii: "+")) }
        if first == "'" { bytes.insert(UInt8(ascii: "'")) }
        firstBytes = bytes
        isShort = secret.utf8.count < Self.shortestAnywhere
    }

    /// Where the secret ends if a spelling of it begins at `start`.
    func end(in text: [UInt8], from start: Int) -> Int? {
        // Several spellings may fit a scalar (`%` is itself and the start of `%25`): all are followed.
        var ends = [start]
        for scalar in scalars {
            var next: [Int] = []
            for end in ends {
                for further in Self.ends(of: scalar, in: text, from: end) where !next.contains(further) {
                    next.append(further)
                }
            }
            if next.isEmpty { return nil }
            ends = next
        }
        guard let end = ends.max() else { return nil }
        return isShort && !standsAlone(text, start..<end) ? nil : end
    }

    private func standsAlone(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        func isWord(_ byte: UInt8) -> Bool {
            byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        }
        return !(range.lowerBound > 0 && isWord(text[range.lowerBound - 1]))
            && !(range.upperBound < text.count && isWord(text[range.upperBound]))
    }

    private static func ends(of scalar: Unicode.Scalar, in text: [UInt8], from start: Int) -> [Int] {
        guard start < text.count else { return [] }
        var result: [Int] = []
        if let end = octets(of: scalar, in: text, from: start) { result.append(end) }
        if text[start] == UInt8(ascii: "%"), scalar == "%" { result.append(start + 1) }
        if scalar == " " && text[start] == UInt8(ascii: "+") { result.append(start + 1) }
        if scalar == "'" && matches(text, start, #"'\''"#) { result.append(start + 4) }
        if text[start] == UInt8(ascii: "\\") { result += escapes(of: scalar, in: text, from: start) }
        return result
    }

    /// The UTF-8 of a scalar, each byte as it is or as `%XX`.
    private static func octets(of scalar: Unicode.Scalar, in text: [UInt8], from start: Int) -> Int? {
        var end = start
        for byte in String(scalar).utf8 {
            guard end < text.count else { return nil }
            if text[end] == UInt8(ascii: "%"), hex(text, end + 1, count: 2) == UInt32(byte) {
                end += 3
            } else if text[end] == byte {
                end += 1
            } else {
                return nil
            }
        }
        return end
    }

    /// JSON's `\n`, `\"`, `\/`, `\u00E9`, with a pair of surrogates beyond the basic plane.
    private static func escapes(of scalar: Unicode.Scalar, in text: [UInt8], from start: Int) -> [Int] {
        guard start + 1 < text.count else { return [] }
        var result: [Int] = []
        let short: Unicode.Scalar? =
            switch text[start + 1] {
            case UInt8(ascii: "n"): "\n"
            case UInt8(ascii: "r"): "\r"
            case UInt8(ascii: "t"): "\t"
            case UInt8(ascii: "b"): "\u{8}"
            case UInt8(ascii: "f"): "\u{C}"
            case let byte where byte < 0x80 && byte != UInt8(ascii: "u"): Unicode.Scalar(byte)
            default: nil
            }
        if short == scalar { result.append(start + 2) }
        var end = start
        for unit in String(scalar).utf16 {
            guard matches(text, end, #"\u"#), hex(text, end + 2, count: 4) == UInt32(unit) else {
                return result
            }
            end += 6
        }
        return result + [end]
    }

    private static func hex(_ text: [UInt8], _ start: Int, count: Int) -> UInt32? {
        guard start + count <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text[start..<start + count] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
            case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
            default: return nil
            }
        }
        return value
    }

    private static func matches(_ text: [UInt8], _ start: Int, _ wanted: String) -> Bool {
        let end = start + wanted.utf8.count
        return end <= text.count && text[start..<end].elementsEqual(wanted.utf8)
    }
}
