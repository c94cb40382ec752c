import AccordJSON
import Foundation

extension JSONInput: Codable {
    /// Reads any JSON: what a generated struct keeps of a property whose schema is no single type.
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

    /// Writes the value as it is; numbers as a `Decimal` holds them.
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
