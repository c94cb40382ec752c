/// The ways in which a secret may stand in a text: each of its scalars as ``ScalarSpelling`` has it, in any mixture, as
/// encoders differ in what they leave alone.
struct Spelling: Sendable {
    let scalars: [Unicode.Scalar]
    /// True where it is so short that it is hidden only where it stands by itself.
    private let isShort: Bool

    /// A secret of fewer bytes would blacken half of every text.
    private static let shortestAnywhere = 4

    init?(_ secret: String) {
        scalars = Array(secret.unicodeScalars)
        isShort = secret.utf8.count < Self.shortestAnywhere
        if scalars.isEmpty { return nil }
    }

    /// What an encoder makes of a secret, for where it is cut.
    init(encoded scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        isShort = false
    }

    /// Where the secret ends if a spelling of it begins at `start`.
    func end(in text: [UInt8], from start: Int) -> Int? {
        guard let end = end(of: scalars[...], in: text, from: start) else { return nil }
        return isShort && !standsAlone(text, start..<end) ? nil : end
    }

    /// Where some of the secret's scalars end.
    func end(of scalars: ArraySlice<Unicode.Scalar>, in text: [UInt8], from start: Int) -> Int? {
        // Several spellings may fit a scalar: all are followed.
        var ends = [start]
        for scalar in scalars {
            var next: [Int] = []
            for end in ends {
                for further in ScalarSpelling.ends(of: scalar, in: text, from: end) where !next.contains(further) {
                    next.append(further)
                }
            }
            if next.isEmpty { return nil }
            ends = next
        }
        return ends.max()
    }

    private func standsAlone(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        func isWord(_ byte: UInt8) -> Bool {
            byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        }
        return !(range.lowerBound > 0 && isWord(text[range.lowerBound - 1]))
            && !(range.upperBound < text.count && isWord(text[range.upperBound]))
    }
}
