/// A JSON value that is built and changed in memory, without places.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// Copies a value out of its document; of a key that an object has more than once the last one counts.
    public init(_ value: JSONValue) {
        switch value.tapeNode.kind {
        case .null: self = .null
        case .no: self = .bool(false)
        case .yes: self = .bool(true)
        case .number: self = .number(JSONNumber(validated: value.text))
        case .string, .escapedString: self = .string(value.document.string(ofNode: value.node))
        case .array: self = .array(value.elements.map { JSON($0) })
        case .object, .indexedObject:
            var object = JSONObject()
            for member in value.members { object[member.key] = JSON(member.value) }
            self = .object(object)
        }
    }

    /// Reads a JSON text; throws a ``JSONSyntaxError``.
    public init(parsing text: String, file: String = "<json>") throws(JSONSyntaxError) {
        self.init(try JSONDocument(parsing: text, file: file).root)
    }

    /// Which of the six kinds the value is.
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
    /// The truth value, if the value is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, if the value is one.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The number as an integer, if the value is exactly that.
    public var int: Int? { number?.int }
    /// The string, if the value is one.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The elements, if the value is an array.
    public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    /// The members, if the value is an object.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The value of a key; setting one makes anything but an object an object, setting `nil` removes the key.
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

    /// The array's element at an index; `nil` beyond its ends. Setting `nil` removes it, elsewhere nothing happens.
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
    /// Whether two values are the same JSON: numbers by their value, strings by their scalars, objects without order.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isSame(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): value.hashScalars(into: &hasher)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}
