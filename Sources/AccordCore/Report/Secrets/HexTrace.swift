import AccordJSON

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
        for (offset, digit) in digits.enumerated() where HexDigit.value(text[start + offset]) != digit { return nil }
        return end
    }

    /// The digit's two spellings; of a decimal digit the one twice.
    static func digits(of value: UInt8) -> [UInt8] { [HexDigit.upper(value), HexDigit.lower(value)] }
}
