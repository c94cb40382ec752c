// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A set of the types of JSON values. Integers are numbers.
struct SchemaTypes: OptionSet, Hashable {
    let rawValue: UInt8

    static let null = SchemaTypes(rawValue: 1)
    static let boolean = SchemaTypes(rawValue: 2)
    static let number = SchemaTypes(rawValue: 4)
    static let string = SchemaTypes(rawValue: 8)
    static let array = SchemaTypes(rawValue: 16)
    static let object = SchemaTypes(rawValue: 32)
    static let all = SchemaTypes(rawValue: 63)

    /// All types, in the order in which a search tries them: types with short values first.
    static let each: [SchemaTypes] = [.number, .string, .boolean, .object, .array, .null]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set with one type from its name in JSON Schema, such as `string`. The set is empty if the name is
    /// unknown.
    init(name: String) {
        switch name {
        case "null": self = .null
        case "boolean": self = .boolean
        case "integer", "number": self = .number
        case "string": self = .string
        case "array": self = .array
        case "object": self = .object
        default: self = []
        }
    }

    init(of value: JSON) {
        switch value {
        case .null: self = .null
        case .bool: self = .boolean
        case .number: self = .number
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }
}
