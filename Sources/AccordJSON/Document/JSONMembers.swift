// SPDX-License-Identifier: Apache-2.0
/// A member of an object: a key and its value.
public struct JSONMember: Sendable {
    /// The member's value.
    public let value: JSONValue

    /// The key, unescaped.
    public var key: String { value.document.string(ofNode: value.node - 1) }

    /// The position of the key's opening quote.
    public var keyPosition: JSONPosition { value.document.position(ofNode: value.node - 1) }
}

/// The members of an object in source order, including duplicates.
public struct JSONMembers: Collection, Sendable {
    /// The position of a member.
    public struct Index: Comparable, Sendable {
        let node: Int

        /// Orders positions as in the source text.
        public static func < (left: Self, right: Self) -> Bool { left.node < right.node }
    }

    let document: JSONDocument
    /// The position of the first member.
    public let startIndex: Index
    /// The position after the last member.
    public let endIndex: Index

    init(_ value: JSONValue) {
        let node = value.tapeNode
        document = value.document
        let isObject = node.kind == .object || node.kind == .indexedObject
        startIndex = Index(node: value.node + 1)
        endIndex = Index(node: isObject ? node.next : value.node + 1)
    }

    /// Returns the position after the given position.
    public func index(after index: Index) -> Index { Index(node: document.nodes[index.node + 1].next) }

    /// The member at a position.
    public subscript(index: Index) -> JSONMember {
        JSONMember(value: JSONValue(document: document, node: index.node + 1))
    }
}

extension JSONValue {
    /// The members of the object in order, including duplicates. Empty for other types.
    public var members: JSONMembers { JSONMembers(self) }

    /// The value of a key, or `nil` if the object doesn't have it. If a key occurs more than once, the last value
    /// counts.
    public subscript(key: String) -> JSONValue? {
        document.keyNode(of: key, inObject: node).map { JSONValue(document: document, node: $0 + 1) }
    }
}

extension JSONDocument {
    /// Returns the node of a key in an object, or `nil` if the object doesn't have the key. If the key occurs more than
    /// once, returns the node of the last occurrence.
    package func keyNode(of key: String, inObject object: Int) -> Int? {
        let kind = nodes[object].kind
        guard kind == .object || kind == .indexedObject else { return nil }
        let firstNode = key.utf8Buffer { (keyBytes, count) -> Int? in
            // Each closure uses its pointer only while the pointer is valid: during the call of the closure.
            bytes.withUnsafeBufferPointer { text in
                guard let text = text.baseAddress else { return nil }
                let matches = { self.isKey($0, keyBytes, count, in: text) }
                if kind == .indexedObject {
                    let hash = Bytes.hash(keyBytes, count: count, seed: Bytes.seed)
                    return keyTables.find(object: object, hash: hash, where: matches)
                }
                var child = object + 1
                let end = nodes[object].next
                while child < end {
                    if matches(child) { return child }
                    child = nodes[child + 1].next
                }
                return nil
            }
        }
        guard let firstNode, !duplicates.isEmpty else { return firstNode }
        return lastDuplicate(of: firstNode)
    }

    /// Returns whether a key node has the given UTF-8 bytes.
    ///
    /// ``keyNode(of:inObject:)`` passes pointers that are valid during the call.
    private func isKey(_ node: Int, _ keyBytes: UnsafePointer<UInt8>, _ count: Int, in text: UnsafePointer<UInt8>)
        -> Bool
    {
        let key = nodes[node]
        let length = Int(key.end - key.start) - 2
        if key.kind == .string {
            return length == count && Bytes.areEqual(text + Int(key.start) + 1, keyBytes, count: count)
        }
        guard length > count else { return false }
        return StringDecoding.decode(text + Int(key.start) + 1, count: length)
            .utf8Buffer { $1 == count && Bytes.areEqual($0, keyBytes, count: count) }
    }

    /// Returns the node of a key's last occurrence in an object. `first` is the node of the first occurrence.
    func lastDuplicate(of first: Int) -> Int {
        guard let last = duplicates.sortedPrefix(while: { $0.first <= first }).last, last.first == first else {
            return first
        }
        return Int(last.second)
    }
}

/// The elements of an array, in order.
///
/// Advancing an index takes constant time, even for large elements.
public struct JSONElements: Collection, Sendable {
    /// The position of an element.
    public typealias Index = JSONMembers.Index

    let document: JSONDocument
    /// The position of the first element.
    public let startIndex: Index
    /// The position after the last element.
    public let endIndex: Index

    init(_ value: JSONValue) {
        let node = value.tapeNode
        document = value.document
        startIndex = Index(node: value.node + 1)
        endIndex = Index(node: node.kind == .array ? node.next : value.node + 1)
    }

    /// Returns the position after the given position.
    public func index(after index: Index) -> Index { Index(node: document.nodes[index.node].next) }

    /// The element at a position.
    public subscript(index: Index) -> JSONValue { JSONValue(document: document, node: index.node) }
}

extension JSONValue {
    /// The elements of the array. Empty for other types.
    public var elements: JSONElements { JSONElements(self) }

    /// The number of elements or members, or 0 for other types.
    ///
    /// - Complexity: O(*n*), where *n* is the count.
    public var count: Int {
        switch tapeNode.kind {
        case .array: elements.count
        case .object, .indexedObject: members.count
        default: 0
        }
    }

    /// The element at an index, or `nil` if the value isn't an array or the index is out of bounds.
    ///
    /// - Complexity: O(*n*), where *n* is the index.
    public subscript(index: Int) -> JSONValue? {
        let container = tapeNode
        guard container.kind == .array, index >= 0 else { return nil }
        var child = node + 1
        var left = index
        while child < container.next {
            if left == 0 { return JSONValue(document: document, node: child) }
            left -= 1
            child = document.nodes[child].next
        }
        return nil
    }
}
