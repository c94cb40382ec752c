// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Shows control, invisible and bidirectional characters in untrusted text as escapes such as `\u{1B}`.
enum VisibleText {
    enum Lines {
        /// Keeps line feeds and tabs.
        case kept
        /// Shows line feeds and tabs as `\n` and `\t`.
        case shown
    }

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

extension String {
    /// Returns the string with every occurrence of a byte sequence replaced.
    package func replacingBytes(_ pattern: String, with text: String) -> String {
        guard !pattern.isEmpty else { return self }
        return String(decoding: Array(utf8).replacing(Array(pattern.utf8), with: Array(text.utf8)), as: UTF8.self)
    }
}

/// Escapes text for XML 1.0, which doesn't allow most control characters.
enum XMLText {
    /// Returns text escaped for the value of an attribute. Line feeds become character references.
    static func attribute(_ text: String) -> String {
        element(text).replacingScalars { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "\n": "&#10;"
            case "\t": "&#9;"
            default: nil
            }
        }
    }

    /// Returns text escaped for the content of an element.
    static func element(_ text: String) -> String {
        VisibleText.escape(text, lines: .kept).replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: nil
            }
        }
    }
}
