import AccordJSON

/// The words in which schemas and values are spoken of.
enum Wording {
    /// A kind with its article, as in “not a string”.
    static func article(_ kind: JSONKind) -> String {
        switch kind {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// A kind by the name that `type` has for it, with its article.
    static func article(type: String) -> String {
        switch type {
        case "null": "null"
        case "array", "object", "integer": "an \(type)"
        default: "a \(type)"
        }
    }

    /// A value in a few words: short ones as they are, long ones cut.
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

    /// Cuts a text and replaces characters that control a terminal.
    static func clip(_ text: String, _ limit: Int = 60) -> String {
        // No more is looked at than is shown: the text may be a number of many megabytes.
        let visible = text.unicodeScalars.prefix(limit).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: scalar
            }
        }
        let shown = String(String.UnicodeScalarView(visible))
        let isCut =
            text.unicodeScalars.index(
                text.startIndex, offsetBy: limit, limitedBy: text.endIndex
            ).map { $0 != text.endIndex } ?? false
        return isCut ? shown + "…" : shown
    }

    /// A number with its noun: “1 element”, “3 elements”.
    static func count(_ number: Int, _ noun: String) -> String {
        if number == 1 { return "1 \(noun)" }
        return noun.hasSuffix("y") ? "\(number) \(noun.dropLast())ies" : "\(number) \(noun)s"
    }

    /// Things in a row: “a, b or c”.
    static func list(_ items: [String], _ conjunction: String, limit: Int = 8) -> String {
        if items.count > limit {
            return items.prefix(limit).joined(separator: ", ") + " \(conjunction) \(items.count - limit) more"
        }
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
