// SPDX-License-Identifier: Apache-2.0
// Parsers of HTML, Markdown and XML process Unicode scalars, but `String.replacing` compares characters.
// `String.replacing` doesn't find a quotation mark that is followed by a combining accent.

extension String {
    /// Calls `replacement` for each scalar. Replaces the scalar if the result is a string, and keeps it if the result
    /// is `nil`.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        let scalars = unicodeScalars
        var result = UnicodeScalarView()
        var kept = scalars.startIndex
        var index = kept
        while index < scalars.endIndex {
            let next = scalars.index(after: index)
            if let text = replacement(scalars[index]) {
                result += scalars[kept..<index]
                result += text.unicodeScalars
                kept = next
            }
            index = next
        }
        return kept == scalars.startIndex ? self : String(result + scalars[kept...])
    }

    /// Returns the string with every occurrence of a byte sequence replaced.
    package func replacingBytes(_ pattern: String, with text: String) -> String {
        guard !pattern.isEmpty else { return self }
        return String(decoding: Array(utf8).replacing(Array(pattern.utf8), with: Array(text.utf8)), as: UTF8.self)
    }
}
