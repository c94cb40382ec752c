// SPDX-License-Identifier: Apache-2.0
/// A JSON value that a program builds and changes, without source positions.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// Copies a value of a document. If an object has a key more than once, the last value counts.
    public init(_ value: JSONValue) {
        let document = value.document
        // Uses a stack instead of recursion, since deep nesting would overflow the call stack. Copies the nodes in
        // reverse order, so that the children of an array or object are on top of the stack when its node is reached.
        var copies: [(node: Int, json: JSON)] = []
        for node in (value.node..<value.tapeNode.next).reversed() {
            let tapeNode = document.nodes[node]
            var children: [JSON] = []
            while let last = copies.last, last.node < tapeNode.next { children.append(copies.removeLast().json) }
            let copy: JSON
            switch tapeNode.kind {
            case .null: copy = .null
            case .no, .yes: copy = .bool(tapeNode.kind == .yes)
            case .number: copy = .number(JSONNumber(validated: JSONValue(document: document, node: node).text))
            case .string, .escapedString: copy = .string(document.string(ofNode: node))
            case .array: copy = .array(children)
            case .object, .indexedObject:
                var object = JSONObject()
                for at in stride(from: 0, to: children.count, by: 2) {
                    if case .string(let key) = children[at] { object[key] = children[at + 1] }
                }
                copy = .object(object)
            }
            copies.append((node, copy))
        }
        self = copies[0].json
    }

    /// Reads a JSON text.
    ///
    /// - Throws: ``JSONSyntaxError`` if the text isn't valid JSON.
    public init(parsing text: String, file: String = "<json>") throws(JSONSyntaxError) {
        self.init(try JSONDocument(parsing: text, file: file).root)
    }

    /// The type of the value.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
    /// The Boolean value, or `nil` for other types.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, or `nil` for other types.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The number as an `Int`, or `nil` for other types, for fractions and for integers that don't fit.
    public var int: Int? { number?.int }
    /// The string, or `nil` for other types.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The elements of the array, or `nil` for other types.
    public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    /// The members of the object, or `nil` for other types.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The value of a key.
    ///
    /// If `self` isn't an object, setting a value first replaces `self` by an empty object. Setting `nil` removes the
    /// key.
    public subscript(key: String) -> JSON? {
        get { object?[key] }
        set {
            if newValue == nil, kind != .object { return }
            var changed = object ?? JSONObject()
            self = .null
            changed[key] = newValue
            self = .object(changed)
        }
    }

    /// The element of the array at an index, or `nil` if the index is out of bounds.
    ///
    /// Setting `nil` removes the element. Setting an index that is out of bounds has no effect.
    public subscript(index: Int) -> JSON? {
        get {
            guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
            return elements[index]
        }
        set {
            guard case .array(var elements) = self, elements.indices.contains(index) else { return }
            self = .null
            if let newValue { elements[index] = newValue } else { elements.remove(at: index) }
            self = .array(elements)
        }
    }
}

extension JSON: Hashable {
    /// Returns whether two values are equal JSON.
    ///
    /// Compares numbers by value, strings by Unicode scalars, and objects without regard to order.
    public static func == (left: JSON, right: JSON) -> Bool {
        // Uses a list of pairs instead of recursion, since deep nesting would overflow the stack.
        var pairs: [(JSON, JSON)] = [(left, right)]
        while let pair = pairs.popLast() {
            switch pair {
            case (.null, .null): continue
            case (.bool(let left), .bool(let right)): if left != right { return false }
            case (.number(let left), .number(let right)): if left != right { return false }
            case (.string(let left), .string(let right)): if !left.isSame(as: right) { return false }
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                for index in left.indices { pairs.append((left[index], right[index])) }
            case (.object(let left), .object(let right)):
                guard left.count == right.count else { return false }
                for member in left {
                    guard let other = right[member.key] else { return false }
                    pairs.append((member.value, other))
                }
            default: return false
            }
        }
        return true
    }

    /// Hashes the value so that equal values have equal hashes.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: Self.hashedLevels) }

    /// The number of levels to hash. Values that differ only at deeper levels have the same hash.
    static let hashedLevels = 24

    func hash(into hasher: inout Hasher, levels: Int) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): value.hashScalars(into: &hasher)
        case .array(let value):
            hasher.combine(value.count)
            if levels > 0 { for element in value { element.hash(into: &hasher, levels: levels - 1) } }
        case .object(let value): value.hash(into: &hasher, levels: levels)
        }
    }
}

// `JSON` isn't `ExpressibleByNilLiteral`. If it were, Swift could read `nil` in `json["key"] == nil` as JSON's `null`
// instead of a missing key.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .int(value) }

    /// Returns an integer.
    package static func int(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    /// Creates a number in its shortest decimal form, or `null` for infinities and NaN.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map { .number($0) } ?? .null }

    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Creates an object with its members in order. If a key occurs twice, the last value counts.
    public init(dictionaryLiteral members: (String, JSON)...) { self = .object(JSONObject(members)) }
}
