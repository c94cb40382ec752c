// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
public import Foundation

/// The input values of a case. Each name is the name of a property of the generated input type.
public struct CallInput: Sendable {
    /// The error for a missing value, or for a value whose type differs from the requested type.
    public struct Mismatch: Error, CustomStringConvertible {
        /// A sentence that describes the missing or wrong value.
        public let description: String
    }

    /// The error that a closure of the bindings throws if the client can't send the request of a case.
    ///
    /// ```swift
    /// guard let flag = Bool(input.includeDisabled) else {
    ///     throw CallInput.NotApplicable("the client's parameter is a Bool")
    /// }
    /// ```
    ///
    /// The case is then not applicable. If no case of an operation is applicable, the operation's test fails.
    public struct NotApplicable: Error, CustomStringConvertible {
        /// A sentence with the reason why the client can't make the call.
        public let description: String

        /// Creates the error with the reason, such as `the client's parameter is a Bool`.
        public init(_ reason: String) { description = reason }
    }

    let values: [String: JSON]
    let reads = InputReads()

    init(_ values: [String: JSON]) { self.values = values }

    /// Records that a closure reads a property of a generated input, and returns the property's value.
    public func reading<Value>(_ name: String, _ value: Value) -> Value {
        reads.insert(name)
        return value
    }

    /// Returns the string with the given name. Numbers and Boolean values are converted to strings.
    ///
    /// - Throws: ``Mismatch`` if the case has no value with this name, or if the value is an object or an array.
    public func string(_ name: String) throws -> String { try required(name, optionalString(name)) }

    /// Returns the integer with the given name.
    ///
    /// - Throws: ``Mismatch`` if the case has no value with this name, or if the value has a different type.
    public func int(_ name: String) throws -> Int { try required(name, optionalInt(name)) }

    /// Returns the number with the given name.
    ///
    /// - Throws: ``Mismatch`` if the case has no value with this name, or if the value has a different type.
    public func double(_ name: String) throws -> Double { try required(name, optionalDouble(name)) }

    /// Returns the Boolean value with the given name.
    ///
    /// - Throws: ``Mismatch`` if the case has no value with this name, or if the value has a different type.
    public func bool(_ name: String) throws -> Bool { try required(name, optionalBool(name)) }

    /// Returns the JSON value with the given name.
    ///
    /// - Throws: ``Mismatch`` if the case has no value with this name.
    public func json(_ name: String) throws -> JSONInput { try required(name, optionalJSON(name)) }

    /// Returns the string with the given name, or `nil` if the case has no value with this name.
    ///
    /// Numbers and Boolean values are converted to strings.
    ///
    /// - Throws: ``Mismatch`` if the value is an object or an array.
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

    /// Returns the integer with the given name, or `nil` if the case has no value with this name.
    ///
    /// - Throws: ``Mismatch`` if the value has a different type.
    public func optionalInt(_ name: String) throws -> Int? { try value(name, "an integer") { $0.int } }

    /// Returns the number with the given name, or `nil` if the case has no value with this name.
    ///
    /// - Throws: ``Mismatch`` if the value has a different type.
    public func optionalDouble(_ name: String) throws -> Double? { try value(name, "a number") { $0.number?.double } }

    /// Returns the Boolean value with the given name, or `nil` if the case has no value with this name.
    ///
    /// - Throws: ``Mismatch`` if the value has a different type.
    public func optionalBool(_ name: String) throws -> Bool? { try value(name, "true or false") { $0.bool } }

    /// Returns the JSON value with the given name, or `nil` if the case has no value with this name.
    public func optionalJSON(_ name: String) throws -> JSONInput? {
        reads.insert(name)
        return values[name].map { JSONInput($0, reads: reads, name: name) }
    }

    private func value<Value>(_ name: String, _ type: String, _ read: (JSON) -> Value?) throws -> Value? {
        reads.insert(name)
        guard let value = values[name], !value.isNull else { return nil }
        guard let read = read(value) else {
            throw Mismatch(description: "the value of “\(name)” in the case is \(value.compact), expected \(type)")
        }
        return read
    }

    private func required<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw Mismatch(description: "the case has no value for “\(name)”") }
        return value
    }
}

/// The input values that a closure of the bindings reads. A client must send the values that its closure reads.
final class InputReads: Sendable {
    private let read = Locked<Set<String>?>(nil)

    /// The names of the values. For a property of a JSON value, the name is a path such as `body/title`.
    var names: Set<String> { read.withLock { $0 ?? [] } }

    /// Starts to record. Before that, the initializer of a generated input reads every value.
    func start() { read.withLock { $0 = [] } }

    func insert(_ name: String) { read.withLock { _ = $0?.insert(name) } }

    /// Returns the name of a value in an object or a list. The elements of a list share the name `*`.
    static func name(of value: JSONPointer, in name: String) -> String {
        ([name] + value.tokens.map { Int($0) == nil ? $0 : "*" }).joined(separator: "/")
    }
}

extension JSONPointer {
    /// Creates the pointer to the value that a decoder decodes.
    init(_ path: [any CodingKey]) {
        self.init(tokens: path.map { key in key.intValue.map { "\($0)" } ?? key.stringValue })
    }
}

/// A JSON value of a case, such as a body, which can be decoded into any `Decodable` type.
public struct JSONInput: Sendable {
    let value: JSON
    private var reads: InputReads?
    private var name = ""

    init(_ value: JSON, reads: InputReads? = nil, name: String = "") {
        (self.value, self.reads, self.name) = (value, reads, name)
    }

    /// Decodes the value.
    ///
    /// - Throws: The errors of `JSONDecoder`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        let decoded = try Self.$decoded.withValue(self) { try decoder.decode(Value.self, from: text) }
        for place in value.innerPlaces() where reads(place, Value.self, decoder) { noteRead(place) }
        return decoded
    }

    /// The value that ``decode(_:with:)`` is decoding.
    @TaskLocal static var decoded: JSONInput?

    /// Records that a closure reads an inner value.
    func noteRead(_ place: JSONPointer) { reads?.insert(InputReads.name(of: place, in: name)) }

    private func noteAllRead() { for place in value.innerPlaces() { noteRead(place) } }

    private struct Member: Hashable {
        var type: ObjectIdentifier
        var name: String
    }

    private static let members = Locked<[Member: Bool]>([:])

    /// Returns whether a type reads an inner value: the type rejects a value of a different kind.
    private func reads<Value: Decodable>(_ place: JSONPointer, _ type: Value.Type, _ decoder: JSONDecoder) -> Bool {
        let member = Member(type: ObjectIdentifier(type), name: InputReads.name(of: place, in: ""))
        if let known = Self.members.withLock({ $0[member] }) { return known }
        let other: JSON = value.value(at: place)?.object == nil ? [:] : 0
        let changed = value.setting(other, at: place).map { JSONInput($0).text }
        let isRead = changed.flatMap { try? decoder.decode(type, from: $0) } == nil
        Self.members.withLock { $0[member] = isRead }
        return isRead
    }

    /// The JSON text of the value in UTF-8. Numbers are written as in the contract.
    ///
    /// A client that gets this text must send each member of an object. If the client has properties for only some of
    /// the members, use ``decode(_:with:)`` instead.
    public var data: Data {
        noteAllRead()
        return text
    }

    private var text: Data { Data(value.compact.utf8) }

    /// The string, or `nil` if the value isn't a string.
    public var string: String? { value.string }

    /// Returns the member of an object, or `nil` if there is no such member.
    public subscript(key: String) -> JSONInput? {
        noteRead(JSONPointer(tokens: [key]))
        return value[key].map { inner($0, key) }
    }

    /// Returns the element of an array, or `nil` if there is no such element.
    public subscript(index: Int) -> JSONInput? { value[index].map { inner($0, "\(index)") } }

    /// The elements of an array; empty if the value isn't an array.
    public var elements: [JSONInput] { (value.array ?? []).map { inner($0, "0") } }

    private func inner(_ value: JSON, _ token: String) -> JSONInput {
        JSONInput(value, reads: reads, name: InputReads.name(of: JSONPointer(tokens: [token]), in: name))
    }
}

extension JSONInput: Hashable {
    public static func == (left: JSONInput, right: JSONInput) -> Bool { left.value == right.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension JSONInput: Codable {
    /// Decodes any JSON value. Generated structs use this for properties whose schema has no single type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value: JSON
        if container.decodeNil() {
            value = .null
        } else if let object = try? container.decode([String: JSONInput].self) {
            // A dictionary has a different order in each process.
            value = .object(JSONObject(object.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) }))
        } else if let elements = try? container.decode([JSONInput].self) {
            value = .array(elements.map(\.value))
        } else if let bool = try? container.decode(Bool.self) {
            value = .bool(bool)
        } else if let number = try? container.decode(Decimal.self), let exact = JSONNumber("\(number)") {
            value = .number(exact)
        } else {
            value = .string(try container.decode(String.self))
        }
        let place = JSONPointer(decoder.codingPath)
        self.init(
            value, reads: Self.decoded?.reads, name: InputReads.name(of: place, in: Self.decoded?.name ?? ""))
    }

    /// Encodes the value. Numbers are encoded with the precision of `Decimal`.
    public func encode(to encoder: any Encoder) throws {
        noteAllRead()
        var container = encoder.singleValueContainer()
        switch value {
        case .object(let members):
            let values = members.map { ($0.key, JSONInput($0.value)) }
            try container.encode(Dictionary(values) { first, _ in first })
        case .array(let elements): try container.encode(elements.map { JSONInput($0) })
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number):
            if let integer = number.int { return try container.encode(integer) }
            try container.encode(Decimal(string: number.lexeme) ?? Decimal(number.double))
        case .string(let text): try container.encode(text)
        }
    }
}
