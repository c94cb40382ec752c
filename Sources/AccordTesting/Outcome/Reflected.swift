// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// A tree of the stored properties of a Swift value, for comparison with JSON.
indirect enum Reflected: Sendable {
    struct Member: Sendable {
        var name: String
        var value: Reflected
    }

    case null
    case bool(Bool)
    /// An integer or a `Decimal`, with all of its digits.
    case exact(JSONNumber)
    case double(Double)
    case float(Float)
    case string(String)
    case date(Date)
    case uuid(UUID)
    case data(Data)
    case array([Reflected])
    /// The elements of a set, which have no order.
    case set([Reflected])
    case object([Member])
    /// An enum case without a raw value, and its associated values, which are `nil` if the enum case has none.
    case enumeration(String, [Member]?)

    init(_ value: Any, depth: Int = 0) {
        if let scalar = Self.scalar(value) {
            self = scalar
        } else if let value = Self.unwrapped(value), depth < 64 {
            self = Self.scalar(value) ?? Self.composite(value, depth: depth)
        } else {
            self = .null
        }
    }

    init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .exact(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { Reflected($0) })
        case .object(let object): self = .object(object.map { Member(name: $0.key, value: Reflected($0.value)) })
        }
    }

    /// Returns the wrapped value of an optional, or any other value unchanged.
    static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }

    /// How to read values of common types. A cast of each value to all of these types would take most of the time of a
    /// test, because on Linux a cast to `NSNumber` first creates an object from a string or a URL.
    private static let readers: [ObjectIdentifier: @Sendable (Any) -> Reflected?] = {
        var readers: [ObjectIdentifier: @Sendable (Any) -> Reflected?] = [:]
        func read<Value>(_ type: Value.Type, _ form: @escaping @Sendable (Value) -> Reflected?) {
            readers[ObjectIdentifier(type)] = { ($0 as? Value).flatMap(form) }
        }
        read(Void.self) { .null }
        read(Bool.self) { .bool($0) }
        read(Int.self) { JSONNumber(String($0)).map { .exact($0) } }
        read(Double.self) { .double($0) }
        read(Float.self) { .float($0) }
        read(Decimal.self) { value in JSONNumber("\(value)").map { .exact($0) } ?? .string("\(value)") }
        read(String.self) { .string($0) }
        read(Substring.self) { .string(String($0)) }
        read(Character.self) { .string(String($0)) }
        read(Date.self) { .date($0) }
        read(Data.self) { .data($0) }
        read([UInt8].self) { .data(Data($0)) }
        read(URL.self) { .string($0.absoluteString) }
        read(UUID.self) { .uuid($0) }
        read(JSONInput.self) { Reflected($0.value) }
        return readers
    }()

    private static func scalar(_ original: Any) -> Reflected? {
        if let read = readers[ObjectIdentifier(Swift.type(of: original))] { return read(original) }
        if let integer = original as? any BinaryInteger {
            return JSONNumber(String(describing: integer)).map { .exact($0) }
        }
        guard Swift.type(of: original) is AnyClass else { return nil }
        return switch original {
        case is NSNull: .null
        case let value as NSNumber: number(value)
        case let value as String: .string(value)
        case let value as Date: .date(value)
        case let value as Data: .data(value)
        case let value as URL: .string(value.absoluteString)
        case let value as UUID: .uuid(value)
        default: nil
        }
    }

    private static func number(_ value: NSNumber) -> Reflected? {
        switch String(cString: value.objCType) {
        case "c", "B": .bool(value.boolValue)
        case "d", "f": .double(value.doubleValue)
        default: JSONNumber(value.stringValue).map { .exact($0) }
        }
    }

    /// The enum cases of types for any JSON value, such as `AnyJSON` of supabase-swift. Such a value is its content.
    private static let jsonKinds: Set<String> = [
        "string", "number", "integer", "int", "double", "decimal", "bool", "boolean", "array", "object", "dictionary",
    ]

    private static func composite(_ value: Any, depth: Int) -> Reflected {
        let mirror = Mirror(reflecting: value)
        func members(_ mirror: Mirror) -> [Member] {
            mirror.children.enumerated().map { index, child in
                let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_\(index)"
                return Member(name: label, value: Reflected(child.value, depth: depth + 1))
            }
        }
        switch mirror.displayStyle {
        case .set:
            let elements = mirror.children.map { Reflected($0.value, depth: depth + 1) }
            return .set(elements.sorted { $0.json.compact < $1.json.compact })
        case .collection: return .array(mirror.children.map { Reflected($0.value, depth: depth + 1) })
        case .dictionary:
            return .object(
                mirror.children.compactMap { child in
                    let pair = Array(Mirror(reflecting: child.value).children)
                    guard pair.count == 2 else { return nil }
                    let key = Reflected(pair[0].value, depth: depth + 1).text ?? String(describing: pair[0].value)
                    return Member(name: key, value: Reflected(pair[1].value, depth: depth + 1))
                }.sorted { $0.name < $1.name })
        case .enum:
            if let raw = (value as? any RawRepresentable)?.rawValue { return Reflected(raw, depth: depth + 1) }
            let isJSON = value is any Codable
            guard let payload = mirror.children.first else {
                let name = String(describing: value)
                return isJSON && name == "null" ? .null : .enumeration(name, nil)
            }
            let name = payload.label ?? String(describing: value)
            let inner = Mirror(reflecting: payload.value)
            if inner.displayStyle == .tuple { return .enumeration(name, members(inner)) }
            if isJSON, jsonKinds.contains(name) { return Reflected(payload.value, depth: depth + 1) }
            return .enumeration(name, [Member(name: "_0", value: Reflected(payload.value, depth: depth + 1))])
        default:
            // Flight-School's `AnyCodable`, which many clients use, is its content.
            if value is any Codable, "\(Swift.type(of: value))" == "AnyCodable", let child = mirror.children.first,
                child.label == "value"
            {
                return Reflected(child.value, depth: depth + 1)
            }
            let levels = sequence(first: mirror) { $0.superclassMirror }
            return .object(levels.reversed().flatMap(members))
        }
    }

    /// The value as a key of a JSON object, or `nil` if the value can't be a key.
    private var text: String? {
        switch self {
        case .string(let text): text
        case .exact(let number): number.lexeme
        case .enumeration(let name, nil): name
        case .uuid(let uuid): uuid.uuidString
        default: nil
        }
    }

    /// The value as JSON, for messages.
    var json: JSON {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .exact(let number): .number(number)
        case .double(let value): JSONNumber(value).map { .number($0) } ?? .string("\(value)")
        case .string(let text): .string(text)
        case .date(let date): .string(Instant.text(date.timeIntervalSince1970))
        case .uuid(let uuid): .string(uuid.uuidString)
        case .data(let data): .string(data.base64EncodedString())
        case .float(let value): JSONNumber("\(value)").map { .number($0) } ?? .string("\(value)")
        case .array(let elements), .set(let elements): .array(elements.map(\.json))
        case .object(let members): Self.object(members)
        case .enumeration(let name, let payload): payload.map { .object([name: Self.object($0)]) } ?? .string(name)
        }
    }

    private static func object(_ members: [Member]) -> JSON {
        .object(JSONObject(members.map { ($0.name, $0.value.json) }))
    }
}
