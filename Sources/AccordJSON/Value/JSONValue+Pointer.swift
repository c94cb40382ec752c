extension JSONValue {
    /// The pointer (RFC 6901) that leads from the document's root to this value.
    public var pointer: JSONPointer {
        var tokens: [String] = []
        var container = 0
        while container != node {
            let isArray = document.nodes[container].kind == .array
            var index = 0
            var child = isArray ? container + 1 : container + 2
            while document.nodes[child].next <= node {
                child = isArray ? document.nodes[child].next : document.nodes[child].next + 1
                index += 1
            }
            tokens.append(isArray ? String(index) : document.string(ofNode: child - 1))
            container = child
        }
        return JSONPointer(tokens: tokens)
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
