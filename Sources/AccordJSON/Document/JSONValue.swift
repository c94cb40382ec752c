/// A value of a document: a view that is cheap to copy and keeps the document alive.
public struct JSONValue: Sendable, CustomStringConvertible {
    /// The document that the value is part of.
    public let document: JSONDocument
    /// The index of the value's node on the document's tape.
    package let node: Int

    /// Names a node of a document, which must be one of a value or a key.
    package init(document: JSONDocument, node: Int) {
        self.document = document
        self.node = node
    }

    /// The value on the tape.
    package var tapeNode: TapeNode { document.nodes[node] }

    /// Which of the six kinds the value is.
    public var kind: JSONKind {
        switch tapeNode.kind {
        case .null: .null
        case .no, .yes: .bool
        case .number: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object, .indexedObject: .object
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { tapeNode.kind == .null }

    /// The truth value, if the value is `true` or `false`.
    public var bool: Bool? {
        switch tapeNode.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The string with its escapes resolved, if the value is one.
    public var string: String? {
        switch tapeNode.kind {
        case .string, .escapedString: document.string(ofNode: node)
        default: nil
        }
    }

    /// The number with its lexeme, if the value is one.
    public var number: JSONNumber? {
        tapeNode.kind == .number ? JSONNumber(validated: text) : nil
    }

    /// The number as an integer, if the value is one and it is exactly that (`1.0` and `1e2` are).
    public var int: Int? {
        guard tapeNode.kind == .number else { return nil }
        return document.smallInteger(ofNode: node) ?? number?.int
    }

    /// Where the value's text stands in the document's bytes.
    public var byteRange: Range<Int> { Int(tapeNode.start)..<Int(tapeNode.end) }

    /// The place of the value's first character.
    public var position: JSONPosition { document.position(ofNode: node) }

    /// The value's text as the document has it, with its white space.
    public var text: String {
        // The buffer is read within the closure; the range was made by the reader from these bytes.
        document.bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[byteRange]), as: UTF8.self)
        }
    }

    /// The value as compact JSON.
    public var description: String { compact }
}

extension JSONDocument {
    /// The string that a string's or a key's node stands for.
    package func string(ofNode node: Int) -> String {
        let tapeNode = nodes[node]
        // The reader checked the text between the quotes; the pointer is used within the closure alone.
        return bytes.withUnsafeBufferPointer { text in
            let inner = UnsafeBufferPointer(rebasing: text[Int(tapeNode.start) + 1..<Int(tapeNode.end) - 1])
            guard tapeNode.kind == .escapedString, let base = inner.baseAddress else {
                return String(decoding: inner, as: UTF8.self)
            }
            return StringDecoding.decode(base, count: inner.count)
        }
    }

    /// The integer of a number that has at most 18 characters, digits and perhaps a minus sign.
    package func smallInteger(ofNode node: Int) -> Int? {
        let (start, end) = (Int(nodes[node].start), Int(nodes[node].end))
        // The reader made the range from these bytes; the pointer is used within the closure alone.
        return bytes.withUnsafeBufferPointer { text in
            text.baseAddress.flatMap { SmallInteger.read($0 + start, count: end - start) }
        }
    }
}

/// The six kinds of value that RFC 8259 knows.
public enum JSONKind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case null, bool, number, string, array, object

    /// The name that JSON Schema's `type` uses, such as `boolean`.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSONValue: Hashable {
    /// Whether two values are the same JSON: numbers by their value, strings by their scalars, objects without order.
    ///
    /// Where an object has a key more than once, the last one counts.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        // Pairs wait in a list of their own, so that depth takes nothing of the stack.
        var pairs: [(JSONValue, JSONValue)] = []
        guard areEqual(left, right, &pairs) else { return false }
        while let (left, right) = pairs.popLast() {
            guard areEqual(left, right, &pairs) else { return false }
        }
        return true
    }

    /// Whether two values are equal as far as they themselves go; what is in them is added to the pairs.
    private static func areEqual(
        _ left: JSONValue, _ right: JSONValue, _ pairs: inout [(JSONValue, JSONValue)]
    ) -> Bool {
        if left.document === right.document, left.node == right.node { return true }
        switch (left.tapeNode.kind, right.tapeNode.kind) {
        case (.null, .null), (.yes, .yes), (.no, .no): return true
        case (.number, .number): return areNumbersEqual(left, right)
        case (.string, .string): return left.hasSameBytes(as: right)
        case (.string, .escapedString), (.escapedString, .string), (.escapedString, .escapedString):
            return left.document.string(ofNode: left.node).isSame(as: right.document.string(ofNode: right.node))
        case (.array, .array):
            guard left.count == right.count else { return false }
            for (element, other) in zip(left.elements, right.elements) { pairs.append((element, other)) }
            return true
        case (.object, .object), (.object, .indexedObject), (.indexedObject, .object), (.indexedObject, .indexedObject):
            return haveEqualKeys(left, right, &pairs)
        default: return false
        }
    }

    /// The same as `==`, for callers that read better with a name.
    public func isEqual(to other: JSONValue) -> Bool { self == other }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) { JSON(self).hash(into: &hasher) }

    private static func areNumbersEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if left.hasSameBytes(as: right) { return true }
        if let small = left.document.smallInteger(ofNode: left.node),
            let other = right.document.smallInteger(ofNode: right.node)
        {
            return small == other
        }
        return left.number == right.number
    }

    private static func haveEqualKeys(
        _ left: JSONValue, _ right: JSONValue, _ pairs: inout [(JSONValue, JSONValue)]
    ) -> Bool {
        if left.document.duplicates.isEmpty, right.document.duplicates.isEmpty {
            guard left.count == right.count else { return false }
            for member in left.members {
                guard let other = right[member.key] else { return false }
                pairs.append((member.value, other))
            }
            return true
        }
        let (ours, theirs) = (left.distinctMembers, right.distinctMembers)
        guard ours.count == theirs.count else { return false }
        for member in ours {
            guard let other = right[member.key] else { return false }
            pairs.append((member.value, other))
        }
        return true
    }

    /// The members that count: of each key the last one.
    package var distinctMembers: [JSONMember] {
        if document.duplicates.isEmpty { return Array(members) }
        return members.filter { member in
            document.keyNode(of: member.key, inObject: node) == member.value.node - 1
        }
    }

    private func hasSameBytes(as other: JSONValue) -> Bool {
        let (ours, theirs) = (byteRange, other.byteRange)
        guard ours.count == theirs.count else { return false }
        // Both pointers are used within their closures alone, in ranges that the reader made.
        return document.bytes.withUnsafeBufferPointer { left in
            other.document.bytes.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return Bytes.areEqual(left + ours.lowerBound, right + theirs.lowerBound, count: ours.count)
            }
        }
    }
}
