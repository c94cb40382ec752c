/// What is left of a secret where a text was cut, which `…` tells: its beginning before that, its end behind it.
struct CutSecrets {
    private static let ellipsis = Array("…".utf8)
    /// Fewer scalars stand there by chance.
    private static let fewest = 4

    private let spellings: [Spelling]

    init(_ spellings: [Spelling]) {
        self.spellings = spellings
    }

    /// Where they stand, in no order.
    func ranges(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        var last = 0
        while index + 2 < text.count {
            guard text[index] == Self.ellipsis[0], text[index + 1] == Self.ellipsis[1],
                text[index + 2] == Self.ellipsis[2]
            else {
                index += 1
                continue
            }
            let starts = spellings.compactMap { $0.start(in: text, last..<index, atLeast: Self.fewest) }
            if let start = starts.min() { ranges.append(start..<index) }
            index += 3
            last = index
            let ends = spellings.compactMap { $0.restEnd(in: text, from: index, atLeast: Self.fewest) }
            if let end = ends.max() { ranges.append(index..<end) }
        }
        return ranges
    }
}

extension Spelling {
    /// The most bytes that a scalar of one byte takes.
    private static let longestScalar = 15

    /// Where a beginning of the secret starts that the range's end cuts, perhaps within an escape.
    func start(in text: [UInt8], _ range: Range<Int>, atLeast fewest: Int) -> Int? {
        guard let scalar = scalars.first else { return nil }
        let firstBytes = ScalarSpelling.firstBytes(of: scalar)
        let first = max(range.lowerBound, range.upperBound - scalars.count * Self.longestScalar * 4)
        return (first..<range.upperBound).first {
            firstBytes.contains(text[$0]) && isCut(text, $0..<range.upperBound, atLeast: fewest)
        }
    }

    private func isCut(_ text: [UInt8], _ range: Range<Int>, atLeast fewest: Int) -> Bool {
        var ends: Set<Int> = [range.lowerBound]
        for (count, scalar) in scalars.enumerated() {
            if count >= fewest, ends.contains(where: { Self.isPart(text[$0..<range.upperBound]) }) { return true }
            ends = Set(ends.flatMap { ScalarSpelling.ends(of: scalar, in: text, from: $0) })
                .filter { $0 <= range.upperBound }
            if ends.isEmpty { return false }
        }
        return false
    }

    /// True for nothing, and for what may be the beginning of an escape.
    private static func isPart(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first else { return true }
        return rest.count < longestScalar && Array("%\\&".utf8).contains(first)
    }

    /// Where the secret ends whose beginning was cut off.
    func restEnd(in text: [UInt8], from start: Int, atLeast fewest: Int) -> Int? {
        guard scalars.count > fewest else { return nil }
        return (1...scalars.count - fewest).lazy.compactMap { end(of: scalars[$0...], in: text, from: start) }.first
    }
}
