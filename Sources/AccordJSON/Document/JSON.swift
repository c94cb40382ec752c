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
        self = JSONCopy.of(value)
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
        // Pairs wait in a list of their own, so that depth takes nothing of the stack.
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

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: Self.hashedLevels) }

    /// What lies deeper counts by its kind and size alone: values that only differ there have the same hash.
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

// No literal for null: where `nil` meets a JSON in a condition, Swift would take null for no value at all.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// An integer.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    /// A number in its shortest decimal form; `null` for what JSON has no number for.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map { .number($0) } ?? .null }

    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// An object with its members in the order written; of a key written twice the last one counts.
    public init(dictionaryLiteral members: (String, JSON)...) { self = .object(JSONObject(members)) }
}

/// Copies a value out of its document along the tape, so that depth takes nothing of the stack.
enum JSONCopy {
    static func of(_ value: JSONValue) -> JSON {
        let document = value.document
        var open: [Container] = []
        var node = value.node
        while true {
            let tapeNode = document.nodes[node]
            var finished: JSON?
            switch tapeNode.kind {
            case .null: finished = .some(.null)
            case .no: finished = .bool(false)
            case .yes: finished = .bool(true)
            case .number: finished = .number(JSONNumber(validated: JSONValue(document: document, node: node).text))
            case .string, .escapedString: finished = .string(document.string(ofNode: node))
            case .array: open.append(Container(end: tapeNode.next, isObject: false))
            case .object, .indexedObject: open.append(Container(end: tapeNode.next, isObject: true))
            }
            node += 1
            if let finished {
                guard let last = open.indices.last else { return finished }
                open[last].add(finished)
            }
            // Whatever ends here goes into what is around it.
            while let last = open.last, last.end == node {
                open.removeLast()
                guard let outer = open.indices.last else { return last.value }
                open[outer].add(last.value)
            }
            if let last = open.indices.last, open[last].isObject {
                open[last].key = document.string(ofNode: node)
                node += 1
            }
        }
    }

    /// An array or object whose values are still being copied.
    private struct Container {
        let end: Int
        let isObject: Bool
        var key = ""
        private var elements: [JSON] = []
        private var object = JSONObject()

        init(end: Int, isObject: Bool) {
            self.end = end
            self.isObject = isObject
        }

        var value: JSON { isObject ? .object(object) : .array(elements) }

        mutating func add(_ value: JSON) {
            if isObject { object[key] = value } else { elements.append(value) }
        }
    }
}
