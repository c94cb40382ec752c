/// The rule for host names with text from right to left (RFC 5893, section 2).
enum BidirectionalRule {
    private enum Direction { case left, right, arabicNumber, europeanNumber, mark, other }

    /// Whether a scalar makes its name one that this rule is about.
    static func isRightToLeft(_ scalar: UInt32) -> Bool {
        scalar >= 0x590 && (ScalarSet.contains(scalar, in: rightToLeft) || isArabicNumber(scalar))
    }

    static func holds(_ label: [UInt32]) -> Bool {
        let directions: [Direction] = label.map(direction)
        guard let first = directions.first, let last = directions.last(where: { $0 != .mark }) else { return false }
        switch first {
        case .right:
            guard last == .right || last == .arabicNumber || last == .europeanNumber else { return false }
            if directions.contains(.arabicNumber), directions.contains(.europeanNumber) { return false }
            return !directions.contains(.left)
        case .left:
            guard last == .left || last == .europeanNumber else { return false }
            return !directions.contains(.right) && !directions.contains(.arabicNumber)
        default: return false
        }
    }

    private static func direction(_ scalar: UInt32) -> Direction {
        if scalar < 0x80 {
            if scalar >= 0x61 { return .left }
            return scalar >= 0x30 && scalar <= 0x39 ? .europeanNumber : .other
        }
        if isArabicNumber(scalar) { return .arabicNumber }
        if scalar >= 0x6F0, scalar <= 0x6F9 { return .europeanNumber }
        if ScalarSet.contains(scalar, in: rightToLeft) { return .right }
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return .mark
        case .format, .otherPunctuation: return .other
        default: return .left
        }
    }

    private static func isArabicNumber(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x600...0x605, 0x660...0x669, 0x66B, 0x66C, 0x6DD, 0x890, 0x891, 0x8E2, 0x10D30...0x10D39: true
        default: false
        }
    }

    // Bidi_Class R and AL of Unicode 14 (DerivedBidiClass.txt), as ``RangeCoding`` has them.
    private static let rightToLeft: [ClosedRange<UInt32>] = RangeCoding.decode(
        """
        14u 2 3 3 a-q 5-5 k 3 2 e-1b z-2 2-2s g-1 8-1 b-j 2-1 2-t u-2g c f-16 a-1 5 4-n 5 a 4 8-e 2-o 6 2-a 6-u \
        i-15 4li 179q 2-9 2-c 2-4 2 2-1 2-1 2-3g h-a2 j-1r 3-1h 15-c 38-4 2-3q 1s4-5 3 2-17 2-1 4 3-m 2-1z 9-8 \
        1d-i 2-1 6-w 5-p 6 1t-1j 5-j 3-1a g-3 2-2 2-s b-8 8-8 8-1r x-10 7-b a-1h b-l 3-q 6-p 8-3 d-6 29-20 1k-1e \
        e-1e 8-15 9p-15 4 3-1 27-13 9-l c-8 n-h 5-3 13-r l-m 16oa-5g 3-8 1d-1v 8 5-9 5-1 lu-1v 25-1o 5f-3 2-q 2-1 \
        2 3 2-9 2-3 2 2 7 5 2 2 2-2 2-1 2 3 2 2 2 2 2-1 2 3-3 2-6 2-3 2-3 2 2-9 2-g 6-2 2-4 2-g
        """)
}
