/// A secret's bytes as hexadecimal digits, in capitals or not.
struct HexTrace: Sendable {
    /// The values of the digits, from 0 to 15.
    let digits: [UInt8]

    /// Fewer digits occur by chance, in dates and sums.
    private static let fewest = 8

    /// nil for a secret that is too short to be told from chance.
    init?(_ secret: String) {
        digits = secret.utf8.flatMap { [$0 >> 4, $0 & 15] }
        if digits.count < Self.fewest { return nil }
    }

    /// The digits, in small letters and in capitals.
    var texts: [String] {
        let text = digits.map { String($0, radix: 16) }.joined()
        return [text, text.uppercased()]
    }

    /// Where the secret ends if its digits begin at `start`.
    func end(in text: [UInt8], from start: Int) -> Int? {
        let end = start + digits.count
        guard end <= text.count else { return nil }
        for (offset, digit) in digits.enumerated() where Self.value(of: text[start + offset]) != digit { return nil }
        return end
    }

    /// The digit's two spellings; of a decimal digit the one twice.
    static func digits(of value: UInt8) -> [UInt8] {
        value < 10 ? [0x30 + value, 0x30 + value] : [0x37 + value, 0x57 + value]
    }

    /// What a digit is worth; nil for a byte that is none.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
