import AccordJSON
import AccordSchema

/// Scalars as the texts that parameters, headers and form fields carry.
package enum ScalarText {
    /// The text of a scalar: a string as it is, a number as it was written; nil for null, lists and objects.
    package static func text(_ value: JSON) -> String? {
        switch value {
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.lexeme
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }

    /// The values that a text may mean, the most particular first; no types: any.
    package static func readings(_ text: String, types: Set<JSONType>) -> [JSON] {
        var result: [JSON] = []
        func allows(_ type: JSONType) -> Bool { types.isEmpty || types.contains(type) }
        if allows(.null), text == "null" || text.isEmpty && !allows(.string) { result.append(.null) }
        if allows(.boolean), text == "true" || text == "false" { result.append(.bool(text == "true")) }
        if allows(.integer) || allows(.number), let number = JSONNumber(text) { result.append(.number(number)) }
        if allows(.string) || result.isEmpty { result.append(.string(text)) }
        return result
    }

    /// True when the text means `expected`, both read as the types allowed.
    package static func matches(_ text: String, _ expected: JSON, types: Set<JSONType>) -> Bool {
        switch expected {
        case .null: return text.isEmpty || text == "null"
        case .bool(let value): return text == (value ? "true" : "false")
        case .number(let number): return JSONNumber(text) == number
        case .string(let string):
            if text.isExactly(string) { return true }
            guard !types.isEmpty, !types.contains(.string), let number = JSONNumber(string) else { return false }
            return JSONNumber(text) == number
        case .array, .object: return false
        }
    }
}
