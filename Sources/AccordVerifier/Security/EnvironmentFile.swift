// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON

/// A file of `NAME=value` lines.
package struct EnvironmentFile: Sendable, Hashable {
    package struct Mistake: Error, Sendable, Hashable {
        package var line: Int
        /// The description of the error, without the text of the line, which may contain a secret.
        package var reason: String
    }

    package private(set) var values: [String: String] = [:]

    /// Parses the text of a file. Ignores empty lines and lines that begin with `#`. Removes `export`, and one pair of
    /// quotes around a value.
    ///
    /// - Throws: An error for the first invalid line.
    package init(_ text: String) throws(Mistake) {
        // Editors on Windows write a byte order mark.
        for (index, line) in text.trimmingPrefix("\u{FEFF}").lines.enumerated() {
            var assignment = line[...].trimmed
            if assignment.isEmpty || assignment.hasPrefix("#") { continue }
            if assignment.hasPrefix("export ") { assignment = assignment.dropFirst("export ".count).trimmed }
            guard let equals = assignment.firstIndex(of: "="), Self.isName(assignment[..<equals]) else {
                throw Mistake(line: index + 1, reason: "expected NAME=value")
            }
            guard let value = Self.unquoted(assignment[assignment.index(after: equals)...]) else {
                throw Mistake(
                    line: index + 1, reason: "the value's opening quote isn't closed; a value must be on one line")
            }
            values[String(assignment[..<equals])] = value
        }
    }

    /// Whether the shell allows a variable with this name.
    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.first, !first.isNumber else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Returns a value without the quotes around it, or `nil` if the closing quote is missing.
    private static func unquoted(_ text: Substring) -> String? {
        guard let first = text.first, first == "\"" || first == "'" else { return String(text) }
        guard text.count >= 2, text.last == first else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
