// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The preferences of a request's `Prefer` fields (RFC 7240), by lowercased name. If a name occurs several times, the
/// first value counts.
package struct Preferences: Sendable, Hashable {
    /// The supported preferences.
    enum Known: String, CaseIterable { case code, `case`, example, dynamic, wait, fault }

    private(set) var values: [String: String] = [:]

    /// Reads the preferences of header fields. Preferences that violate the grammar are ignored, as RFC 7240 section 2
    /// requires.
    init(_ fields: [HTTPField]) { for field in fields where field.isNamed("Prefer") { read(field.value) } }

    /// The query items that Prism supports in place of the header field.
    private static let items: [String: Known] = ["__code": .code, "__example": .example, "__dynamic": .dynamic]

    /// Moves the query items `__code`, `__example` and `__dynamic` from a URL to the preferences. Header fields take
    /// precedence.
    ///
    /// - Parameter documented: A closure that returns the documented query parameters, which stay in the URL.
    mutating func take(from url: inout String, unless documented: (String) -> [Parameter]) {
        guard url.utf8.contains(UInt8(ascii: "_")), Array(url.utf8).holds("__") else { return }
        var parts = URLParts(url)
        var names = Self.items
        for parameter in documented(url) { names[parameter.name] = nil }
        let items = RawItem.split(parts.query ?? "")
        for item in items {
            guard let name = names[item.name]?.rawValue, values[name] == nil else { continue }
            values[name] = Form.decode(item.value)
        }
        let others = items.filter { names[$0.name] == nil }
        guard others.count < items.count else { return }
        parts.query = others.isEmpty ? nil : others.map(\.text).joined(separator: "&")
        url = parts.description
    }

    subscript(name: Known) -> String? { values.isEmpty ? nil : values[name.rawValue] }

    /// The names of unsupported preferences, sorted.
    var unknown: [String] { values.keys.filter { Known(rawValue: $0) == nil }.sorted() }

    /// Whether the mock must generate the response from random values.
    var isDynamic: Bool { self[.dynamic].map { $0 != "false" } ?? false }

    /// The delay of the response in seconds, at most 60.
    var wait: Double? { self[.wait].flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? min($0, 60) : nil } }

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
            let isValid = HeaderGrammar.isQuoted(word) || HeaderGrammar.isToken(word)
            values[name] = isValid ? HeaderGrammar.unquoted(word) : ""
        }
    }
}
