// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The preferences of a request's `Prefer` fields (RFC 7240), by lowercased name. If a name occurs several times, the
/// first value counts.
package struct Preferences: Sendable, Hashable {
    /// The supported preferences.
    enum Known: String, CaseIterable {
        case code, `case`, example, dynamic, wait, fault
    }

    private(set) var values: [String: String] = [:]

    /// Reads the preferences of header fields. Preferences that violate the grammar are ignored, as RFC 7240 section 2
    /// requires.
    init(_ fields: [HTTPField]) {
        for field in fields where field.isNamed("Prefer") { read(field.value) }
    }

    subscript(name: Known) -> String? { values.isEmpty ? nil : values[name.rawValue] }

    /// The names of unsupported preferences, sorted.
    var unknown: [String] { values.keys.filter { Known(rawValue: $0) == nil }.sorted() }

    /// Whether the mock must generate the response from random values.
    var isDynamic: Bool { self[.dynamic].map { $0 != "false" } ?? false }

    /// The delay of the response in seconds, at most 60.
    var wait: Double? {
        self[.wait].flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? min($0, 60) : nil }
    }

    /// Reads `preference *( "," preference )`. A preference is `token [ "=" word ] *( ";" parameter )`; its parameters
    /// are ignored.
    private mutating func read(_ line: String) {
        for item in HeaderGrammar.list(line) {
            guard let preference = HeaderGrammar.split(item, on: UInt8(ascii: ";")).first else { continue }
            let parts = preference.split(separator: "=", maxSplits: 1).map { HeaderGrammar.trimmed($0) }
            guard let name = parts.first?.lowercased(), HeaderGrammar.isToken(name), values[name] == nil else {
                continue
            }
            let word = parts.count > 1 ? parts[1] : ""
            let isQuoted = word.utf8.count > 1 && word.hasPrefix("\"") && word.hasSuffix("\"")
            values[name] = isQuoted ? HeaderGrammar.unquoted(word) : HeaderGrammar.isToken(word) ? word : ""
        }
    }
}
