// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Descriptions of schemas and values for messages.
enum Wording {
    /// Returns a JSON kind with its article, such as “a string”.
    static func article(_ kind: JSONKind) -> String { article(type: kind.description) }

    /// Returns a type name of the `type` keyword with its article.
    static func article(type: String) -> String {
        switch type {
        case "null": "null"
        case "array", "object", "integer": "an \(type)"
        default: "a \(type)"
        }
    }

    /// Returns the source text of a value, shortened if it is long.
    static func short(_ value: JSONValue, limit: Int = 60) -> String {
        let range = value.byteRange
        if range.count > 4 * limit {
            switch value.kind {
            case .array: return "an array of \(count(value.count, "element"))"
            case .object: return "an object with \(count(value.count, "member"))"
            default: break
            }
        }
        let text = range.count > 64 * limit ? clipped(value, limit) : value.compact
        return clip(text, limit)
    }

    private static func clipped(_ value: JSONValue, _ limit: Int) -> String {
        let bytes = value.document.bytes[value.byteRange].prefix(8 * limit)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Shortens a string, and replaces characters that could control a terminal.
    static func clip(_ text: String, _ limit: Int = 60) -> String { text.clipped(to: limit) }

    /// Returns a number with its noun, such as “1 element” or “3 elements”.
    static func count(_ number: Int, _ noun: String) -> String {
        if number == 1 { return "1 \(noun)" }
        return noun.hasSuffix("y") ? "\(number) \(noun.dropLast())ies" : "\(number) \(noun)s"
    }

    /// Returns items as a list, such as “a, b or c”.
    static func list(_ items: [String], _ conjunction: String, limit: Int = 8) -> String {
        if items.count > limit {
            return items.prefix(limit).joined(separator: ", ") + " \(conjunction) \(items.count - limit) more"
        }
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
