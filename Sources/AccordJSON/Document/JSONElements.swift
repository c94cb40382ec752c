/// The elements of an array, in order.
///
/// Stepping through costs the same for each element, however large the elements are.
public struct JSONElements: Collection, Sendable {
    /// A place among the elements.
    public struct Index: Comparable, Sendable {
        let node: Int

        /// Orders places as the elements stand.
        public static func < (left: Self, right: Self) -> Bool { left.node < right.node }
    }

    let document: JSONDocument
    /// The place of the first element.
    public let startIndex: Index
    /// The place behind the last element.
    public let endIndex: Index

    init(_ value: JSONValue) {
        let node = value.tapeNode
        document = value.document
        let isArray = node.kind == .array
        startIndex = Index(node: value.node + 1)
        endIndex = Index(node: isArray ? node.next : value.node + 1)
    }

    /// The place after another.
    public func index(after index: Index) -> Index { Index(node: document.nodes[index.node].next) }

    /// The element at a place.
    public subscript(index: Index) -> JSONValue { JSONValue(document: document, node: index.node) }
}

extension JSONValue {
    /// The array's elements; none if the value isn't an array.
    public var elements: JSONElements { JSONElements(self) }

    /// The number of elements or members, counted one by one; 0 for other kinds.
    public var count: Int {
        switch tapeNode.kind {
        case .array: elements.count
        case .object, .indexedObject: members.count
        default: 0
        }
    }

    /// The array's element at an index, found by stepping there; `nil` beyond the end or if this isn't an array.
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
