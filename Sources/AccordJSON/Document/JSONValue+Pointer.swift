extension JSONValue {
    /// The pointer (RFC 6901) that leads from the document's root to this value.
    ///
    /// Finding it steps past the values in front of this one on each level.
    public var pointer: JSONPointer {
        var cursor = PointerCursor(document)
        return cursor.pointer(to: node)
    }

    /// The value that a pointer leads to from here; `nil` if there is none.
    public func value(at pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            let next: JSONValue?
            switch value.tapeNode.kind {
            case .array: next = JSONPointer.arrayIndex(token).flatMap { value[$0] }
            case .object, .indexedObject: next = value[token]
            default: next = nil
            }
            guard let next else { return nil }
            value = next
        }
        return value
    }
}
