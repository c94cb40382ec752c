// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A property of a generated struct for a JSON object. It records that a closure of the bindings reads the property.
@propertyWrapper public struct InputProperty<Value: Codable & Sendable>: Codable, Sendable {
    private let value: Value
    private let input: JSONInput?
    private let place: JSONPointer

    /// The value of the property.
    public var wrappedValue: Value {
        input?.noteRead(place)
        return value
    }

    /// Decodes the value.
    ///
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
        input = JSONInput.decoded
        place = JSONPointer(decoder.codingPath)
    }

    /// Encodes the value.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Decodes an optional property, whose key may be missing. The compiler calls this method in generated structs.
    ///
    /// - Throws: The errors of the decoder.
    public func decode<Value>(_ type: InputProperty<Value?>.Type, forKey key: Key) throws -> InputProperty<Value?> {
        try InputProperty(from: superDecoder(forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes an optional property, and omits the key if there is no value. The compiler calls this method in
    /// generated structs.
    ///
    /// - Throws: The errors of the encoder.
    public mutating func encode<Value>(_ property: InputProperty<Value?>, forKey key: Key) throws {
        try encodeIfPresent(property.wrappedValue, forKey: key)
    }
}
