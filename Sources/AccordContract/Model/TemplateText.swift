// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Functions for the templates, `${…}`, in the strings of a case.
package enum TemplateText {
    /// Returns the names between `${` and `}`, in order; `$${` is a literal `${`.
    static func names(in text: String) -> (names: [String], isUnclosed: Bool) {
        let pieces = TemplatePiece.split(text)
        let names = pieces.compactMap { if case .name(let name, _) = $0 { name } else { nil } }
        return (names, pieces.last == .unclosed)
    }

    /// Returns whether a value may contain a template or a `$${`, at any depth or in a key.
    package static func isIn(_ value: JSONValue) -> Bool {
        let range = value.byteRange
        guard range.count > 4 else { return false }
        // Scanning the document's bytes is much faster than scanning each string.
        return value.document.bytes.withUnsafeBufferPointer { bytes in
            var index = range.lowerBound
            while index < range.upperBound - 1 {
                let byte = bytes[index]
                if byte == 0x24, bytes[index + 1] == 0x7B { return true }
                // JSON may contain “$” and “{” as `\u` escapes, so any `\u` escape may belong to a template.
                if byte == 0x5C, bytes[index + 1] == 0x75 { return true }
                index += 1
            }
            return false
        }
    }

    /// A JSON value of a case after Accord replaced its templates. A template stays if its value is unknown before the
    /// run.
    package struct Filled {
        package let value: JSON
        /// The pointers to the strings that contain a template with an unknown value.
        let unknown: [JSONPointer]
        package var isComplete: Bool { unknown.isEmpty }
    }

    package static func filled(
        _ value: JSONValue, row: JSONValue? = nil, given: [String: JSONValue]? = nil
    ) -> Filled {
        var unknown: [JSONPointer] = []
        let json = JSON(value) { string in
            if let filled = filled(string.string ?? "", row, given ?? [:]) { return filled }
            unknown.append(JSONPointer(tokens: Array(string.pointer.tokens.dropFirst(value.pointer.tokens.count))))
            return JSON(string)
        }
        return Filled(value: json, unknown: unknown)
    }

    /// Replaces each template in a string with its value. Returns `nil` if the value of a template is unknown.
    private static func filled(_ text: String, _ row: JSONValue?, _ given: [String: JSONValue]) -> JSON? {
        TemplatePiece.filled(text) { value(of: $0, row, given).map { JSON($0) } }
    }

    private static func value(of name: String, _ row: JSONValue?, _ given: [String: JSONValue]) -> JSONValue? {
        if let key = name.dropping("row.") { return row?[key] }
        if let key = name.dropping("given.") { return given[key] }
        return nil
    }

    /// If `value` is the string `${row.x}`, returns the member `x` of the row. Returns any other value unchanged.
    static func filled(_ value: JSONValue, _ row: JSONValue?) -> JSONValue {
        guard let row, let text = value.string, text.hasPrefix("${row."), text.hasSuffix("}") else { return value }
        return row[String(text.dropFirst(6).dropLast())] ?? value
    }
}

/// A point in time that a template names relative to the current time, such as `now`, `now+1h` or `now-30m`.
package struct TemplateInstant: Sendable, Hashable {
    /// The number of seconds between the current time and the point in time. It is negative for the past.
    package var offset: Int

    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    private static let longest = 100 * 366 * 86_400

    /// Parses a point in time, such as `now+1h`. Returns `nil` if the name has a different form.
    package init?(_ name: String) {
        guard name.hasPrefix("now") else { return nil }
        let suffix = name.dropFirst(3)
        guard let sign = suffix.first else {
            offset = 0
            return
        }
        guard sign == "+" || sign == "-", let unit = suffix.last.flatMap({ Self.units[$0] }),
            let count = Int(suffix.dropFirst().dropLast()), count >= 0, suffix.dropFirst().first?.isNumber == true,
            count <= Self.longest / unit
        else { return nil }
        offset = (sign == "-" ? -count : count) * unit
    }
}

extension String {
    /// The text with every `${` escaped, because `${` begins a template.
    package var withoutTemplates: String { utf8.contains(0x24) ? replacing("${", with: "$${") : self }
}

extension JSON {
    /// Copies a value of a document, and replaces each string in it.
    package init<Problem: Error>(
        _ value: JSONValue, replacingStrings replacement: (JSONValue) throws(Problem) -> JSON
    ) throws(Problem) {
        switch value.kind {
        case .null, .bool, .number: self = JSON(value)
        case .string: self = try replacement(value)
        case .array:
            var elements: [JSON] = []
            for element in value.elements { elements.append(try JSON(element, replacingStrings: replacement)) }
            self = .array(elements)
        case .object:
            var object = JSONObject()
            for member in value.members { object[member.key] = try JSON(member.value, replacingStrings: replacement) }
            self = .object(object)
        }
    }
}
