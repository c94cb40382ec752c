// SPDX-License-Identifier: Apache-2.0
extension JSON {
    /// Returns the value at a pointer, or `nil` if the value doesn't exist.
    public func value(at pointer: JSONPointer) -> JSON? {
        pointer.tokens.reduce(self) { value, token in
            value?.kind == .array ? JSONPointer.arrayIndex(token).flatMap { value?[$0] } : value?[token]
        }
    }

    /// Returns the value with each string, number, Boolean value and `null` replaced. Members and elements keep their order.
    package func mapScalars(_ change: (JSON) -> JSON) -> JSON {
        switch self {
        case .array(let elements): .array(elements.map { $0.mapScalars(change) })
        case .object(let object): .object(JSONObject(object.map { ($0.key, $0.value.mapScalars(change)) }))
        case .null, .bool, .number, .string: change(self)
        }
    }

    /// Sets the value at a pointer.
    ///
    /// Replaces a value, adds a key to an object, or appends to an array if the last token is the array's count or `-`.
    ///
    /// - Returns: Whether the value was set. If the parent of the value doesn't exist, nothing changes.
    @discardableResult
    public mutating func set(_ value: JSON, at pointer: JSONPointer) -> Bool { change(pointer.tokens[...], to: value) }

    /// Removes the value at a pointer. Removing the root replaces the root with `null`.
    ///
    /// - Returns: Whether the value existed.
    @discardableResult
    public mutating func remove(at pointer: JSONPointer) -> Bool { change(pointer.tokens[...], to: nil) }

    /// Returns a copy with a different value at a pointer, or `nil` if the parent of the value doesn't exist.
    package func setting(_ value: JSON, at pointer: JSONPointer) -> JSON? {
        var copy = self
        return copy.set(value, at: pointer) ? copy : nil
    }

    /// Returns a copy without the value at a pointer, or `nil` if the value doesn't exist.
    package func removing(at pointer: JSONPointer) -> JSON? {
        var copy = self
        return copy.remove(at: pointer) ? copy : nil
    }

    private mutating func change(_ tokens: ArraySlice<String>, to value: JSON?) -> Bool {
        guard let token = tokens.first else {
            self = value ?? .null
            return true
        }
        let isLast = tokens.count == 1
        switch self {
        case .object(var object):
            // If `self` kept its reference to the members, changing `object` would copy them. Set `self` to null to
            // prevent the copy.
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
        default: return false
        }
    }
}

extension JSONValue {
    /// The pointer (RFC 6901) from the document's root to this value. For a key, it is the pointer to the value of the
    /// same member.
    ///
    /// - Complexity: O(*n*), where *n* is the number of preceding values on each level.
    public var pointer: JSONPointer {
        var cursor = PointerCursor(document)
        return cursor.pointer(to: node)
    }

    /// Returns the value at a pointer relative to this value, or `nil` if the value doesn't exist.
    public func value(at pointer: JSONPointer) -> JSONValue? {
        pointer.tokens.reduce(self) { $0?.child($1) }
    }

    /// Returns the element or the member that a token of a pointer refers to.
    package func child(_ token: String) -> JSONValue? {
        kind == .array ? JSONPointer.arrayIndex(token).flatMap { self[$0] } : self[token]
    }
}

/// Computes the pointers to nodes in source order, in one pass over the tape.
struct PointerCursor {
    /// A step on the path to the node of the previous call: from an array or object to one of its children. `token` is
    /// the child's key or index.
    private struct Step {
        var container: Int
        var child: Int
        var index = 0
        var token = ""
    }

    private let document: JSONDocument
    private var steps: [Step] = []

    init(_ document: JSONDocument) { self.document = document }

    /// Returns the pointer to the node of a value or key. The node must not precede the node of the previous call.
    mutating func pointer(to node: Int) -> JSONPointer {
        while let last = steps.last, node >= document.nodes[last.child].next || node < last.child {
            guard node < document.nodes[last.container].next, node > last.container else {
                steps.removeLast()
                continue
            }
            advanceLastStep(to: node)
        }
        var place = steps.last?.child ?? 0
        // The node of a key precedes the node of its value.
        while place != node, place - 1 != node {
            let isArray = document.nodes[place].kind == .array
            steps.append(Step(container: place, child: isArray ? place + 1 : place + 2))
            advanceLastStep(to: node)
            place = steps[steps.count - 1].child
        }
        return JSONPointer(tokens: steps.map(\.token))
    }

    private mutating func advanceLastStep(to node: Int) {
        var step = steps.removeLast()
        let isArray = document.nodes[step.container].kind == .array
        while document.nodes[step.child].next <= node {
            step.child = isArray ? document.nodes[step.child].next : document.nodes[step.child].next + 1
            step.index += 1
        }
        step.token = isArray ? String(step.index) : document.string(ofNode: step.child - 1)
        steps.append(step)
    }
}

/// Lists the values that are nested in a value.
package enum JSONParts {
    private static let most = 200

    /// Returns pointers to the value and to the values nested in it, outer values first: 200 pointers at most.
    package static func pointers(in value: JSON) -> [JSONPointer] {
        var found: [(pointer: JSONPointer, value: JSON)] = [(.root, value)]
        var next = 0
        while next < found.count, found.count < most {
            let (pointer, value) = found[next]
            next += 1
            switch value {
            case .array(let elements):
                for (index, element) in elements.enumerated() { found.append((pointer.appending(index), element)) }
            case .object(let object):
                for member in object { found.append((pointer.appending(member.key), member.value)) }
            case .null, .bool, .number, .string: break
            }
        }
        return found.prefix(most).map(\.pointer)
    }
}
