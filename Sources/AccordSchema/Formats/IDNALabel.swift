// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Labels of host names with non-ASCII characters (RFC 5891, RFC 5892).
enum IDNALabel {
    /// Returns whether a label starts with `xn--`. Uppercase letters are allowed.
    static func isALabel(_ label: ByteScanner) -> Bool {
        label.rest.prefix(4).elementsEqual("xn--".utf8) { $0 == $1 || ASCII.isLetter($0) && $0 | 0x20 == $1 }
    }

    /// Returns the U-label of an A-label. Returns `nil` if the U-label doesn't encode to the same A-label.
    static func decode(aLabel label: ByteScanner) -> [UInt32]? {
        guard isALabel(label) else { return nil }
        let encoded = label.part(from: label.at + 4, to: label.end)
        guard let scalars = Punycode.decode(encoded), scalars.contains(where: { $0 >= 0x80 }),
            let again = Punycode.encode(scalars)
        else { return nil }
        let isSame = again.elementsEqual(encoded.rest) { byte, given in
            given == byte || ASCII.isLetter(byte) && given | 0x20 == byte | 0x20
        }
        return isSame ? scalars : nil
    }

    /// Returns whether scalars form a U-label: each scalar must be allowed in its context.
    static func isValid(_ label: [UInt32]) -> Bool {
        guard let first = label.first, let last = label.last, first != 0x2D, last != 0x2D else { return false }
        if label.count >= 4, label[2] == 0x2D, label[3] == 0x2D { return false }
        guard let scalar = Unicode.Scalar(first), !isMark(scalar) else { return false }
        for (place, scalar) in label.enumerated() {
            guard isAllowed(scalar), ContextRule.allows(scalar, at: place, in: label) else { return false }
        }
        return !label.contains(where: BidirectionalRule.isRightToLeft) || BidirectionalRule.allows(label)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Returns whether a scalar is PVALID, CONTEXTJ or CONTEXTO (RFC 5892, section 3).
    static func isAllowed(_ value: UInt32) -> Bool {
        switch value {
        case 0x2D, 0x30...0x39, 0x61...0x7A: return true
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9, 0x200C, 0x200D: return true
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        // Conjoining Hangul jamo, the parts of syllables, are disallowed.
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
        // Combining marks for symbols, musical symbols and ancient Greek musical notation are disallowed.
        case 0x20D0...0x20FF, 0x1D100...0x1D24F: return false
        default: break
        }
        guard let scalar = Unicode.Scalar(value) else { return false }
        let properties = scalar.properties
        if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint { return false }
        if properties.isWhitespace || properties.isNoncharacterCodePoint { return false }
        switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
            .spacingMark:
            return true
        default: return false
        }
    }
}

/// The rules for scalars that host names allow only in a certain context (RFC 5892, appendix A).
enum ContextRule {
    static func allows(_ scalar: UInt32, at place: Int, in label: [UInt32]) -> Bool {
        let before: UInt32? = place > 0 ? label[place - 1] : nil
        let behind: UInt32? = place + 1 < label.count ? label[place + 1] : nil
        switch scalar {
        case 0x200C: return isVirama(before) || joins(at: place, in: label)
        case 0x200D: return isVirama(before)
        case 0xB7: return before == 0x6C && behind == 0x6C
        case 0x375: return isOf(Scripts.greek, behind)
        case 0x5F3, 0x5F4: return isOf(Scripts.hebrew, before)
        case 0x30FB:
            return label.contains { isOf(Scripts.hiragana, $0) || isOf(Scripts.katakana, $0) || isOf(Scripts.han, $0) }
        case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0) }
        case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0) }
        default: return true
        }
    }

    private enum Scripts {
        static let greek: [ClosedRange<UInt32>] = ScriptTable.ranges(of: "Greek") ?? []
        static let hebrew: [ClosedRange<UInt32>] = ScriptTable.ranges(of: "Hebrew") ?? []
        static let hiragana: [ClosedRange<UInt32>] = ScriptTable.ranges(of: "Hiragana") ?? []
        static let katakana: [ClosedRange<UInt32>] = ScriptTable.ranges(of: "Katakana") ?? []
        static let han: [ClosedRange<UInt32>] = ScriptTable.ranges(of: "Han") ?? []
    }

    private static func isOf(_ script: [ClosedRange<UInt32>], _ scalar: UInt32?) -> Bool {
        scalar.map { ScalarSet.contains($0, in: script) } ?? false
    }

    private static func isVirama(_ scalar: UInt32?) -> Bool {
        scalar.flatMap(Unicode.Scalar.init)?.properties.canonicalCombiningClass == .virama
    }

    /// Returns whether there is a joining letter on each side of a scalar. Transparent scalars are skipped.
    private static func joins(at place: Int, in label: [UInt32]) -> Bool {
        let before = label[..<place].last { !isTransparent($0) }
        let behind = label[(place + 1)...].first { !isTransparent($0) }
        guard let before, let behind else { return false }
        return (isOf(dualJoining, before) || isOf(leftJoining, before))
            && (isOf(dualJoining, behind) || isOf(rightJoining, behind))
    }

    private static func isTransparent(_ scalar: UInt32) -> Bool {
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: scalar != 0x200C && scalar != 0x200D
        default: false
        }
    }

    // Joining types of Unicode 17 (DerivedJoiningType.txt), encoded as in ``RangeCoding``.
    private static let dualJoining: [ClosedRange<UInt32>] = RangeCoding.decode(
        """
        17k 6 2 2-4 5-c 2-6 2-1 10-1 9-f j-11 2-1 a 2 2-1 15-2 3 j-2 6-3 2-8 2 2 2-1 w-a 4-e 3-3 2 3-2 3-5 23-w \
        2f-4 3 2-9 2 b 2-3 3 u 3-4 2 h-9 6-1 3-5 2-e 30f p-2g f-x 2 sd2-1d jf3-4 f-3 2-4 2-2 b-3 42 2 4-2 2-1 2 3 \
        t-1 9f-w 2 bk-1 2-1 2x-2 2-g d-2 t-3 3-b 1b 2-1 5 3-1 2-1 2 3 6 16wm-1v
        """)
    private static let rightJoining: [ClosedRange<UInt32>] = RangeCoding.decode(
        """
        17m-3 2 2 6-3 m 15-2 2-2 h-h 13 3-8 2 2 3-1 2 p-1 x 5-4 5 a 2 2 3 u c-2 g-1 5 2-1 4-1 5j 6-1 2 b 2-2 f 2-1 \
        6-i c s-2 2 3-1 7 1ez0 2 2-1 4-4 b 4 3 b 42 2-2 4 3 2-1 2 o-3 ae bk 35 x w-1 1r-2 3-1 3 5-1 6
        """)
    private static let leftJoining: [ClosedRange<UInt32>] = RangeCoding.decode("x9u jff a fd d5-l 65")
}

/// The rule for host names with text from right to left (RFC 5893, section 2).
enum BidirectionalRule {
    private enum Direction { case left, right, arabicNumber, europeanNumber, mark, other }

    /// Returns whether a scalar is written from right to left, so that the rule applies to the whole host name.
    static func isRightToLeft(_ scalar: UInt32) -> Bool {
        scalar >= 0x590 && (ScalarSet.contains(scalar, in: rightToLeft) || isArabicNumber(scalar))
    }

    static func allows(_ label: [UInt32]) -> Bool {
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

    // Bidi_Class R and AL of Unicode 14 (DerivedBidiClass.txt), encoded as in ``RangeCoding``.
    private static let rightToLeft: [ClosedRange<UInt32>] = RangeCoding.decode(
        """
        14u 2 3 3 a-q 5-5 k 3 2 e-1b z-2 2-2s g-1 8-1 b-j 2-1 2-t u-2g c f-16 a-1 5 4-n 5 a 4 8-e 2-o 6 2-a 6-u \
        i-15 4li 179q 2-9 2-c 2-4 2 2-1 2-1 2-3g h-a2 j-1r 3-1h 15-c 38-4 2-3q 1s4-5 3 2-17 2-1 4 3-m 2-1z 9-8 \
        1d-i 2-1 6-w 5-p 6 1t-1j 5-j 3-1a g-3 2-2 2-s b-8 8-8 8-1r x-10 7-b a-1h b-l 3-q 6-p 8-3 d-6 29-20 1k-1e \
        e-1e 8-15 9p-15 4 3-1 27-13 9-l c-8 n-h 5-3 13-r l-m 16oa-5g 3-8 1d-1v 8 5-9 5-1 lu-1v 25-1o 5f-3 2-q 2-1 \
        2 3 2-9 2-3 2 2 7 5 2 2 2-2 2-1 2 3 2 2 2 2 2-1 2 3-3 2-6 2-3 2-3 2 2-9 2-g 6-2 2-4 2-g
        """)
}
