// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Shows control, invisible and bidirectional characters in untrusted text as escapes such as `\u{1B}`.
package enum VisibleText {
    package enum Lines {
        /// Keeps line feeds and tabs.
        case kept
        /// Shows line feeds and tabs as `\n` and `\t`.
        case shown
    }

    package static func escape(_ text: String, lines: Lines) -> String {
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

    /// Returns the name of a file with its control characters as escape sequences.
    package static func name(_ name: String) -> String { escape(name, lines: .shown) }

    /// Returns a line with each hidden character replaced, so that the places of the others don't change.
    static func of(_ line: String) -> String { line.replacingScalars { $0 == "\n" || isHidden($0) ? "\u{FFFD}" : nil } }

    /// Returns whether a scalar is a control character, a direction mark, an invisible character or a noncharacter.
    ///
    /// Joiners (U+200C, U+200D) stay visible, because emoji and Persian text need them.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0..<0x20, 0x7F..<0xA0: true
        // Soft hyphen, Arabic letter mark, Hangul fillers, Mongolian vowel separator.
        case 0xAD, 0x61C, 0x115F, 0x1160, 0x180E, 0x3164, 0xFFA0: true
        // Zero-width space; direction marks, embeddings, overrides and isolates; line and paragraph separators.
        case 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        // Noncharacters, marks of interlinear annotation, and tag characters.
        case 0xFDD0...0xFDEF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}

extension Int {
    /// Returns the number with a noun in singular or plural, such as `1 case` or `2 cases`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Array where Element: StringProtocol {
    /// Returns the first names, followed by the number of further names: `login, fetchItems, addItem and 9 more`.
    package func joined(upTo limit: Int) -> String {
        prefix(limit).joined(separator: ", ") + (count > limit ? " and \(count - limit) more" : "")
    }
}
