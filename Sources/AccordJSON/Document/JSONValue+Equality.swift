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
