// SPDX-License-Identifier: Apache-2.0
/// The scalars of common scripts (Unicode 17.0, Scripts.txt).
///
/// Each line has a script's name, its short name and its ranges, as ``RangeCoding`` encodes them. ``ranges(of:)``
/// decodes only the ranges of one script.
package enum ScriptTable {
    /// Returns the ranges of a script by its long or short name, or `nil` if the table doesn't contain the script.
    package static func ranges(of name: String) -> [ClosedRange<UInt32>]? {
        for line in text.utf8.split(separator: 0x0A) {
            var fields = line.split(separator: 0x20)[...]
            guard let long = fields.popFirst(), let short = fields.popFirst() else { continue }
            if long.elementsEqual(name.utf8) || short.elementsEqual(name.utf8) { return RangeCoding.decode(fields) }
        }
        return nil
    }

    private static let text: String = """
        Latin Latn 1t-p 7-p 1c g 6-m 2-u 2-cg 14-4 55o-11 7-1c 6-3 6-c 2-1x 1u-73 aa e h-f 3v-1 7 s i-14 254-v \
        o83-2t 4-2a 5 f-e mp-16 2-8 2-3 3-1 fpv-6 t7-p 7-p 1ly-5 2-15 2-d 16ip-3l f-6 1j-11 3-a
        Greek Grek og-3 2-2 3-3 2 5 2 2-2 2 2-j 2-1q f-f 4yv-4 1f-4 5-4 2d 8x-l 3-5 3-11 3-5 3-7 2 2 2 2-u 3-1g 2-e \
        2-d 3-5 2-i 3-2 2-8 88 rb3 gyj-26 i 155s-1x 2pa-1
        Cyrillic Cyrl sg-3o 3-4o 4lt-a 4h 25 38o-v nr5-2n han-1 18n5-1p y
        Armenian Armn 10x-11 2-1j 1chw-4
        Hebrew Hebr 13l-1k 7-q 5-5 1cfd-p 2-4 2 2-1 2-1 2-9
        Arabic Arab 16o-4 2-5 2-d 2-2 2-v 2-9 c-p 2-2z 2-x 29-1b 6p-x 6-22 2-s 1bv5-dp 3-3z x-f 35-4 2-3q 31g-u 1w-5 \
        2-11 2-f 181t-3 2-q 2-1 2 3 2-9 2-3 2 2 7 5 2 2 2-2 2-1 2 3 2 2 2 2 2-1 2 3-3 2-6 2-3 2-3 2 2-9 2-g 6-2 2-4 \
        2-g 1h-1
        Syriac Syrc 1ds-d 2-1n 3-2 7l-a
        Thaana Thaa 1hc-1d
        Devanagari Deva 1s0-28 5-e 3-p vhd-v mip-a
        Bengali Beng 1vk-3 2-7 3-1 3-l 2-6 2 4-3 3-8 3-1 3-3 9 5-1 2-4 3-o 1iia-1
        Gurmukhi Guru 1z5-2 2-5 5-1 3-l 2-6 2-1 2-1 2-1 3 2-4 5-1 3-2 4 8-3 2 8-g
        Gujarati Gujr 22p-2 2-8 2-2 2-l 2-6 2-1 2-4 3-9 2-2 2-2 3 g-3 3-b 8-6
        Oriya Orya 269-2 2-7 3-1 3-l 2-6 2-1 2-4 3-8 3-1 3-2 6-4 5-1 2-4 3-h
        Tamil Taml 29u-1 2-5 4-2 2-3 4-1 2 2-1 4-1 4-2 4-b 5-4 4-2 2-3 3 7 f-k 1ih2-1d e
        Telugu Telu 2dc-c 2-2 2-m 2-f 3-8 2-2 2-3 8-1 2-2 2-1 3-3 3-9 8-8
        Kannada Knda 2gw-c 2-2 2-m 2-9 2-4 3-8 2-2 2-3 8-1 6-2 2-3 3-9 2-2
        Malayalam Mlym 2kg-c 2-2 2-1e 2-2 2-5 5-f 3-p
        Sinhala Sinh 2o1-2 2-h 4-n 2-8 2 3-6 4 5-5 2 2-7 7-9 3-2 1fcd-j
        Thai Thai 2rl-1l 6-r
        Lao Laoo 2v5-1 2 2-4 2-n 2 2-m 3-4 2 2-6 2-9 3-3
        Tibetan Tibt 2yo-1z 2-z 5-12 2-z 2-e 2-6 5-1
        Myanmar Mymr 35s-4f u9t-u 2q-v le9-j
        Georgian Geor 3a8-11 2 6 3-16 2-3 2a9-16 3-2 37l-11 2 6
        Hangul Hang 3cw-73 5yn-1 76-2l 36-u 1u-u nhe-s hw-8mb d-m 5-1c 7tx-u 4-5 3-5 3-5 3-2
        Ethiopic Ethi 3k0-20 2-3 3-6 2 2-3 3-14 2-3 3-w 2-3 3-6 2 2-3 3-e 2-1k 2-3 3-1u 3-v 4-p 547-m a-6 2-6 2-6 \
        2-6 2-6 2-6 2-6 2-6 opv-5 3-5 3-5 a-6 2-6 1qk2-6 2-3 2-1 2-e
        Cherokee Cher 3vk-2d 3-5 twz-27
        Khmer Khmr 4n4-2l 3-9 7-9 dj-v
        Mongolian Mong 4qo-1 3 2-j 7-2g 8-16 1e46-c
        Hiragana Hira 9j5-2d 7-2 23qa-7y 4 f u-2 cry
        Katakana Kana 9lt-2h 3-2 6p-f 5t-1a 2-2f 14b3-9 2-18 ytv-3 2-6 2-1 2 80-2 2-4 19 f-4
        Bopomofo Bopo kq-1 93u-16 35-v
        Han Hani 96o-p 2-2g d-5x 1c 2 q-8 f-3 qt-533 1t-g73 hkx-a5 3-2x n49-1 d-6 sga-wyn x-3dq 2-4gd 3-5rk g-h9 \
        1wj-f1 15v-3t6 6-6jt
        Yi Yiii vls-wc 4-1i
        Common Zyyy 0-1s r-5 r-1a 2-e 2-4 o w ci-12 6-4 3-j 39 a 7 2 hq 7 f 4 x 4d ed 3m-1 yi ba-3 83 168-2 20-1 \
        5o-1 2 y6 e 8-3 2-5 2-2 3 li-b 3-2e 2-a 4-a 2-f h-10 1o-11 2-2 3-5 2-q 2-g 16-2 5-ih n-a m-pr 75-hf 3-3t \
        e9-2l 3-3 b1-k 2 2-o g-7 5-3 2k-1 4 2j-1 44-f x-11 a 1d-1r w-28 1c 2h-4n 535-1r hkx-x 2v-2 4m-9 6t 4h b0 f-1 \
        g5v-1 5t-9 n-y 2-i 2-3 44 2-v r-5 r-a b 1a-1 1t-6 2-6 b-4 77-2 5-18 4-8 29-c 1g-18 6d-q 10o5-3 319-70 4-c3 \
        7-m 2-2 9-w 2b-37 1p-6t b-12 3-1p 4-g 9-1 8-t 5-29 29-a 3-10 1r-j d-j d-2e a-o 3s-2c 2-1y 2-1 3 3-1 3-3 2-b \
        2 2-6 2-1s 2-3 3-7 2-6 2-r 2-3 2-4 2 4-6 2-9g 2-83 3-1d ld-s 3f9-1v 25-1o jn-17 5-2r d-e 3-e 2-e 2-10 b-4u \
        1k-p 2-1 e-17 5-8 8-1 f-5 4b-rd 3-g 4-c 4-63 5-b 5-r 5-1j 9-9 7-13 9-t 3-b 5-1 f-8 14-9j 9-d 3-c 4-1y 2 4-h \
        2-c 4-b 6-42 2-2u gvlz v-2n
        Inherited Zinh lc-33 7q-1 cl-a r kh-3 3fg-1s dc-2 2-c 2-6 5 7 4-1 5j-1r el-1 5f-w 30a-3 30-1 14km-f h-d r4 \
        6b 38b 1139-19 3-m dd-1 1r-2 i-7 3-6 v-3 4u-1 h410-6n
        """
}

/// Encodes ranges of scalars as a string of numbers in base 36.
///
/// Each range starts with the distance between its first scalar and the end of the previous range. If the range has
/// several scalars, a dash follows, and then the distance between its first and its last scalar.
///
/// A string literal compiles much faster than an array literal.
package enum RangeCoding {
    static func decode(_ fields: some Sequence<Substring.UTF8View>) -> [ClosedRange<UInt32>] {
        var ranges: [ClosedRange<UInt32>] = []
        var last: UInt32 = 0
        for field in fields {
            let parts = field.split(separator: 0x2D)
            guard let first = parts.first else { continue }
            let start = last + number(first)
            last = parts.count > 1 ? start + number(parts[1]) : start
            ranges.append(start...last)
        }
        return ranges
    }

    /// Decodes the ranges in a string.
    package static func decode(_ text: String) -> [ClosedRange<UInt32>] {
        decode(text[...].utf8.split(separator: 0x20))
    }

    private static func number(_ digits: Substring.UTF8View) -> UInt32 {
        digits.reduce(0) { $0 * 36 + UInt32($1 < 0x3A ? $1 - 0x30 : $1 - 0x61 + 10) }
    }
}
