import AccordContract
import AccordCore
import AccordJSON

/// Known findings that don't fail a run for a while: each of one case and one rule, with the day it counts again.
package struct Baseline: Sendable {
    package struct Entry: Sendable, Hashable {
        /// With the file's name, `todos.json:login/creates a token`.
        package var testCase: String
        package var rule: String
        /// Where in the message, as findings say it, `body /id`; nil: anywhere.
        package var place: String?
        package var reason: String
        /// ISO 8601, `2027-03-01`: from that day on the finding counts.
        package var expires: String
        package var location: SourceLocation

        func covers(_ finding: Finding) -> Bool {
            rule == finding.rule.id && (place == nil || place == finding.place?.description)
        }
    }

    package let entries: [Entry]
    /// By their case: a run may have many of both.
    private let byCase: [String: [Entry]]

    package init(entries: [Entry]) {
        self.entries = entries
        byCase = Dictionary(grouping: entries, by: \.testCase)
    }

    /// The entries of a case, `todos.json:login/creates a token`, in their order.
    func entries(of id: String) -> [Entry] { byCase[id] ?? [] }

    /// The form of the file; another one is refused.
    private static let version = "1.0"

    /// Reads `{ "baseline": "1.0", "findings": [ { "case", "rule", "place", "reason", "expires" } ] }`.
    ///
    /// - Throws: the first thing that is wrong, with its place.
    package init(parsing bytes: [UInt8], file: String) throws(BaselineError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes, file: file)
        } catch {
            throw BaselineError("\(file):\(error.position.line):\(error.position.column): error: \(error.reason)")
        }
        let root = document.root
        try Self.check(root, keys: ["baseline", "findings"])
        guard root["baseline"]?.string == Self.version, let list = root["findings"], list.kind == .array else {
            throw BaselineError(
                root["baseline"] ?? root, "a baseline is { \"baseline\": \"\(Self.version)\", \"findings\": […] }")
        }
        var entries: [Entry] = []
        for value in list.elements { entries.append(try Self.entry(value)) }
        self.init(entries: entries)
    }

    private static func entry(_ value: JSONValue) throws(BaselineError) -> Entry {
        try check(value, keys: ["case", "rule", "place", "reason", "expires"])
        let expires = try text("expires", of: value)
        guard CalendarDate.isDate(expires) else {
            throw BaselineError(value["expires"] ?? value, "“expires” is no date such as 2027-03-01")
        }
        let place = value["place"] == nil ? nil : try text("place", of: value)
        return Entry(
            testCase: try text("case", of: value), rule: try text("rule", of: value), place: place,
            reason: try text("reason", of: value), expires: expires, location: SourceLocation(value))
    }

    private static func check(_ value: JSONValue, keys: [String]) throws(BaselineError) {
        var seen: Set<String> = []
        for member in value.members {
            guard keys.contains(member.key) else {
                throw BaselineError(
                    member.value, "“\(member.key)” is unknown here; there are \(keys.joined(separator: ", "))")
            }
            guard seen.insert(member.key).inserted else {
                throw BaselineError(member.value, "“\(member.key)” is there twice")
            }
        }
    }

    private static func text(_ key: String, of value: JSONValue) throws(BaselineError) -> String {
        guard let text = value[key]?.string, !text.isEmpty else {
            throw BaselineError(value[key] ?? value, "a known finding needs “\(key)”, a text")
        }
        return text
    }

    /// The file's text, in the order of the entries.
    package var json: JSON {
        let findings = entries.map { entry in
            var object: JSONObject = ["case": .string(entry.testCase), "rule": .string(entry.rule)]
            if let place = entry.place { object["place"] = .string(place) }
            object["reason"] = .string(entry.reason)
            object["expires"] = .string(entry.expires)
            return JSON.object(object)
        }
        return ["baseline": .string(Self.version), "findings": .array(findings)]
    }
}

/// Why a file is no baseline.
package struct BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }

    init(_ value: JSONValue, _ reason: String) {
        description = "\(SourceLocation(value)): error: \(reason)"
    }
}
