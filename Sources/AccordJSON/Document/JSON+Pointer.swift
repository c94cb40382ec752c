extension JSON {
    /// The value that a pointer leads to; `nil` if there is none.
    public func value(at pointer: JSONPointer) -> JSON? {
        var value = self
        for token in pointer.tokens {
            let next: JSON?
            switch value {
            case .array: next = JSONPointer.arrayIndex(token).flatMap { value[$0] }
            case .object(let object): next = object[token]
            default: next = nil
            }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// Sets the value at a pointer: replaces it, adds a key to an object, or appends to an array at its end or `-`.
    ///
    /// The answer is whether the pointer's parent is there; if not, nothing changes.
    @discardableResult
    public mutating func set(_ value: JSON, at pointer: JSONPointer) -> Bool {
        change(pointer.tokens[...], to: value)
    }

    /// Removes the value at a pointer; the answer is whether there was one. The root becomes `null`.
    @discardableResult
    public mutating func remove(at pointer: JSONPointer) -> Bool {
        change(pointer.tokens[...], to: nil)
    }

    private mutating func change(_ tokens: ArraySlice<String>, to value: JSON?) -> Bool {
        guard let token = tokens.first else {
            self = value ?? .null
            return true
        }
        let isLast = tokens.count == 1
        switch self {
        case .object(var object):
            // Taking the payload out leaves its storage unshared, so that it changes in place.
            self = .null
            defer { self = .object(object) }
            guard isLast else {
                guard var child = object[token] else { return false }
                let isChanged = child.change(tokens.dropFirst(), to: value)
                if isChanged { object[token] = child }
                return isChanged
            }
            let isThere = object[token] != nil
            object[token] = value
            return isThere || value != nil
        case .array(var elements):
            self = .null
            defer { self = .array(elements) }
            let index = token.isSame(as: "-") ? elements.count : JSONPointer.arrayIndex(token) ?? -1
            if isLast, index == elements.count, let value {
                elements.append(value)
                return true
            }
            guard elements.indices.contains(index) else { return false }
            if isLast, value == nil {
                elements.remove(at: index)
                return true
            }
            return elements[index].change(tokens.dropFirst(), to: value)
        default:
            return false
        }
    }
}
