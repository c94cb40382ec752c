/// The rules for scalars that host names allow only in company (RFC 5892, appendix A).
enum ContextRule {
    static func holds(for scalar: UInt32, at place: Int, in label: [UInt32]) -> Bool {
        let before: UInt32? = place > 0 ? label[place - 1] : nil
        let behind: UInt32? = place + 1 < label.count ? label[place + 1] : nil
        switch scalar {
        case 0x200C: return isVirama(before) || joins(at: place, in: label)
        case 0x200D: return isVirama(before)
        case 0xB7: return before == 0x6C && behind == 0x6C
        case 0x375: return isOf(Scripts.greek, behind)
        case 0x5F3, 0x5F4: return isOf(Scripts.hebrew, before)
        case 0x30FB: return label.contains { isOf(Scripts.hiragana, $0) || isOf(Scripts.katakana, $0) || isHan($0) }
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

    private static func isHan(_ scalar: UInt32) -> Bool { isOf(Scripts.han, scalar) }

    private static func isVirama(_ scalar: UInt32?) -> Bool {
        scalar.flatMap(Unicode.Scalar.init)?.properties.canonicalCombiningClass == .virama
    }

    /// Whether letters that join stand on both sides, with only transparent ones between.
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

    // Joining types of Unicode 17 (DerivedJoiningType.txt), as ``RangeCoding`` has them.
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
