/// Texts from servers and clients, made harmless: what would steer a terminal, hide or reorder text, or is forbidden in
/// XML 1.0 is shown as `\u{1B}` instead of taking effect.
enum VisibleText {
    enum Lines {
        /// Line feeds and tabs stay.
        case kept
        /// Line feeds and tabs are shown as `\n` and `\t`.
        case shown
    }

    /// The text with every such scalar shown by its number.
    static func escape(_ text: String, lines: Lines) -> String {
        text.replacingScalars { scalar in
            switch (scalar, lines) {
            case ("\n", .kept), ("\t", .kept): nil
            case ("\n", .shown): #"\n"#
            case ("\t", .shown): #"\t"#
            case ("\r", _): #"\r"#
            default: isHidden(scalar) ? #"\u{\#(String(scalar.value, radix: 16, uppercase: true))}"# : nil
            }
        }
    }

    /// Controls, marks of direction, invisible characters, noncharacters.
    ///
    /// Joiners (U+200C, U+200D) stay: emoji and Persian need them.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0..<0x20, 0x7F..<0xA0: true
        // Soft hyphen, Arabic letter mark, Hangul fillers, Mongolian vowel separator.
        case 0xAD, 0x61C, 0x115F, 0x1160, 0x180E, 0x3164, 0xFFA0: true
        // Zero-width space; marks, embeddings, overrides and isolates of direction; line and paragraph separators.
        case 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        // Interlinear annotation, noncharacters, tags.
        case 0xFDD0...0xFDEF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
