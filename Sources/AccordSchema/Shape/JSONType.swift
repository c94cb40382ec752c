import AccordJSON

/// The names of JSON Schema's `type`.
package enum JSONType: String, Sendable, Hashable, Codable, CaseIterable {
    case null, boolean, integer, number, string, array, object
}

extension JSONType {
    /// The narrowest type of a value: `integer` for a number without a fraction.
    package init(of value: JSONValue) {
        self =
            switch value.kind {
            case .null: .null
            case .bool: .boolean
            case .number: value.number?.isInteger == true ? .integer : .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }
}
