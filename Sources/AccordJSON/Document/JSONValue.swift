// SPDX-License-Identifier: Apache-2.0
/// A value of a document: a view that is cheap to copy and keeps the document alive.
public struct JSONValue: Sendable, CustomStringConvertible {
    /// The document that contains the value.
    public let document: JSONDocument
    /// The index of the value's node on the tape.
    package let node: Int

    /// Creates a view of a value's or a key's node.
    package init(document: JSONDocument, node: Int) {
        self.document = document
        self.node = node
    }

    /// The value's node on the tape.
    package var tapeNode: TapeNode { document.nodes[node] }

    /// The type of the value.
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

    /// The Boolean value, or `nil` for other types.
    public var bool: Bool? {
        switch tapeNode.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The unescaped string, or `nil` for other types.
    public var string: String? {
        switch tapeNode.kind {
        case .string, .escapedString: document.string(ofNode: node)
        default: nil
        }
    }

    /// The number with its lexeme, or `nil` for other types.
    public var number: JSONNumber? { tapeNode.kind == .number ? JSONNumber(validated: text) : nil }

    /// The number as an `Int`, or `nil` for other types, for fractions and for integers that don't fit. `1.0` and `1e2`
    /// are integers.
    public var int: Int? {
        guard tapeNode.kind == .number else { return nil }
        return document.smallInteger(ofNode: node) ?? number?.int
    }

    /// The range of the value's text in the document's bytes.
    public var byteRange: Range<Int> { Int(tapeNode.start)..<Int(tapeNode.end) }

    /// The position of the value's first character.
    public var position: JSONPosition { document.position(ofNode: node) }

    /// The source text of the value, including the white space inside arrays and objects.
    public var text: String {
        // The closure is the only code that uses the buffer. The range is valid, because the reader created it for
        // these bytes.
        document.bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[byteRange]), as: UTF8.self)
        }
    }

    /// The value as compact JSON.
    public var description: String { compact }
}

extension JSONDocument {
    /// Returns the unescaped string at the node of a string or of a key.
    package func string(ofNode node: Int) -> String {
        let tapeNode = nodes[node]
        // The reader checked the text between the quotes. The pointer is used only within the closure.
        return bytes.withUnsafeBufferPointer { text in
            let inner = UnsafeBufferPointer(rebasing: text[Int(tapeNode.start) + 1..<Int(tapeNode.end) - 1])
            guard tapeNode.kind == .escapedString, let base = inner.baseAddress else {
                return String(decoding: inner, as: UTF8.self)
            }
            return StringDecoding.decode(base, count: inner.count)
        }
    }

    /// Returns the integer at a node, such as `-12`. Returns `nil` for other notations, such as `1.0`, and for more
    /// than 18 characters.
    package func smallInteger(ofNode node: Int) -> Int? {
        let (start, end) = (Int(nodes[node].start), Int(nodes[node].end))
        // The range is valid, because the reader created it for these bytes. The pointer is used only within the
        // closure.
        return bytes.withUnsafeBufferPointer { text in
            text.baseAddress.flatMap { SmallInteger.read($0 + start, count: end - start) }
        }
    }
}

/// The six types of JSON values (RFC 8259).
public enum JSONKind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case null, bool, number, string, array, object

    /// The name of the type in JSON Schema, such as `boolean`.
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
    /// Returns whether two values are equal JSON.
    ///
    /// Compares numbers by value, strings by Unicode scalars, and objects without regard to order. If an object has a
    /// key more than once, the last value counts.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        // Uses a list of pairs instead of recursion, since deep nesting would overflow the stack.
        var pairs: [(JSONValue, JSONValue)] = []
        guard areEqual(left, right, &pairs) else { return false }
        while let (left, right) = pairs.popLast() { guard areEqual(left, right, &pairs) else { return false } }
        return true
    }

    /// Returns whether two values are equal except for their children, and adds their children to the pairs to compare.
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

    /// Hashes the value so that equal values have equal hashes.
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
        let members = left.distinctMembers
        // Without duplicate keys, the members needn't be read to count them.
        let count = right.document.duplicates.isEmpty ? right.count : right.distinctMembers.count
        guard members.count == count else { return false }
        for member in members {
            guard let other = right[member.key] else { return false }
            pairs.append((member.value, other))
        }
        return true
    }

    /// The members of the object, without members that a later duplicate replaces.
    package var distinctMembers: [JSONMember] {
        if document.duplicates.isEmpty { return Array(members) }
        return members.filter { member in document.keyNode(of: member.key, inObject: node) == member.value.node - 1 }
    }

    private func hasSameBytes(as other: JSONValue) -> Bool {
        let (ours, theirs) = (byteRange, other.byteRange)
        guard ours.count == theirs.count else { return false }
        // Each closure uses its pointer only during the call. The ranges are valid, because the reader created them.
        return document.bytes.withUnsafeBufferPointer { left in
            other.document.bytes.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return Bytes.areEqual(left + ours.lowerBound, right + theirs.lowerBound, count: ours.count)
            }
        }
    }
}

/// The identity of a JSON value: its document, and its index in that document.
package struct NodeID: Hashable {
    private let document: ObjectIdentifier
    private let node: Int

    /// Creates the identity of a value.
    package init(_ value: JSONValue) {
        document = ObjectIdentifier(value.document)
        node = value.node
    }
}
