// SPDX-License-Identifier: Apache-2.0
import AccordJSON
public import Foundation

/// The input values of a case, by the names of the generated input's properties.
public struct CallInput: Sendable {
    /// A missing value, or a value of a different type than the schema's.
    public struct Mismatch: Error, CustomStringConvertible {
        /// The problem in one sentence.
        public let description: String
    }

    let values: [String: JSON]

    init(_ values: [String: JSON]) {
        self.values = values
    }

    /// Returns a string.
    ///
    /// - Throws: ``Mismatch`` if the case has no such value.
    public func string(_ name: String) throws -> String {
        try required(name, optionalString(name))
    }

    /// Returns an integer.
    ///
    /// - Throws: ``Mismatch`` if the case has no such value.
    public func int(_ name: String) throws -> Int {
        try required(name, optionalInt(name))
    }

    /// Returns a number.
    ///
    /// - Throws: ``Mismatch`` if the case has no such value.
    public func double(_ name: String) throws -> Double {
        try required(name, optionalDouble(name))
    }

    /// Returns a Boolean value.
    ///
    /// - Throws: ``Mismatch`` if the case has no such value.
    public func bool(_ name: String) throws -> Bool {
        try required(name, optionalBool(name))
    }

    /// Returns a JSON value.
    ///
    /// - Throws: ``Mismatch`` if the case has no such value.
    public func json(_ name: String) throws -> JSONInput {
        try required(name, optionalJSON(name))
    }

    /// Returns a string, or `nil` if the case has no such value.
    public func optionalString(_ name: String) throws -> String? {
        try value(name, "a string") { value in
            switch value {
            case .string(let text): text
            case .number(let number): number.lexeme
            case .bool(let bool): bool ? "true" : "false"
            default: nil
            }
        }
    }

    /// Returns an integer, or `nil` if the case has no such value.
    public func optionalInt(_ name: String) throws -> Int? {
        try value(name, "an integer") { $0.int }
    }

    /// Returns a number, or `nil` if the case has no such value.
    public func optionalDouble(_ name: String) throws -> Double? {
        try value(name, "a number") { $0.number?.double }
    }

    /// Returns a Boolean value, or `nil` if the case has no such value.
    public func optionalBool(_ name: String) throws -> Bool? {
        try value(name, "true or false") { $0.bool }
    }

    /// Returns a JSON value, or `nil` if the case has no such value.
    public func optionalJSON(_ name: String) throws -> JSONInput? {
        values[name].map { JSONInput($0) }
    }

    private func value<Value>(_ name: String, _ type: String, _ read: (JSON) -> Value?) throws -> Value? {
        guard let value = values[name], !value.isNull else { return nil }
        guard let read = read(value) else {
            throw Mismatch(description: "the case's “\(name)” is \(value.compact), not \(type)")
        }
        return read
    }

    private func required<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw Mismatch(description: "the case has no value for “\(name)”") }
        return value
    }
}

/// A JSON value of a case that decodes into any type: a body, a list, an object.
public struct JSONInput: Sendable {
    let value: JSON

    init(_ value: JSON) {
        self.value = value
    }

    /// Decodes the value.
    ///
    /// - Throws: The errors of `JSONDecoder`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(Value.self, from: data)
    }

    /// The value as JSON text in UTF-8, with the numbers of the contract.
    public var data: Data { Data(value.compact.utf8) }

    /// The string, or `nil` for a value of a different type.
    public var string: String? { value.string }

    /// The member of an object, or `nil` if there is none.
    public subscript(key: String) -> JSONInput? { value[key].map(JSONInput.init) }

    /// The element of an array, or `nil` if there is none.
    public subscript(index: Int) -> JSONInput? { value[index].map(JSONInput.init) }

    /// The elements of an array; empty for a value of a different type.
    public var elements: [JSONInput] { (value.array ?? []).map(JSONInput.init) }
}

extension JSONInput: Codable {
    /// Decodes any JSON value, for properties of generated structs whose schema has no single type.
    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            var members = JSONObject()
            for key in object.allKeys {
                members[key.stringValue] = try object.decode(JSONInput.self, forKey: key).value
            }
            self.init(.object(members))
        } else if var array = try? decoder.unkeyedContainer() {
            var elements: [JSON] = []
            while !array.isAtEnd { elements.append(try array.decode(JSONInput.self).value) }
            self.init(.array(elements))
        } else {
            self.init(try Self.scalar(decoder.singleValueContainer()))
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSON {
        if container.decodeNil() { return .null }
        if let bool = try? container.decode(Bool.self) { return .bool(bool) }
        if let number = try? container.decode(Decimal.self), let exact = JSONNumber("\(number)") {
            return .number(exact)
        }
        return .string(try container.decode(String.self))
    }

    /// Encodes the value; numbers have the precision of `Decimal`.
    public func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let members):
            var container = encoder.container(keyedBy: Key.self)
            for member in members {
                try container.encode(JSONInput(member.value), forKey: Key(stringValue: member.key))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(JSONInput(element)) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let bool):
            var container = encoder.singleValueContainer()
            try container.encode(bool)
        case .number(let number):
            var container = encoder.singleValueContainer()
            if let integer = number.int {
                try container.encode(integer)
            } else {
                try container.encode(Decimal(string: number.lexeme) ?? Decimal(number.double))
            }
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
