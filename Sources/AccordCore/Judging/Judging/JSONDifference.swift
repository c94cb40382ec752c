import AccordJSON

/// A place where a JSON value isn't what is expected.
package struct JSONDifference: Sendable {
    package enum Kind: Sendable {
        case missing, unexpected, value
    }

    package var pointer: JSONPointer
    var kind: Kind
    var expected: JSON?
    var actual: JSON?

    /// The differences in the order of `expected`, then of what is too much; at most `limit`.
    ///
    /// Objects have no order, lists do; absent isn't `null`; numbers are the same if their exact values are.
    package static func between(_ expected: JSON, _ actual: JSONValue, limit: Int = 20) -> [JSONDifference] {
        var differences: [JSONDifference] = []
        compare(expected, actual, .root, &differences, limit)
        return differences
    }

    private static func compare(
        _ expected: JSON, _ actual: JSONValue, _ pointer: JSONPointer, _ found: inout [JSONDifference], _ limit: Int
    ) {
        guard found.count < limit else { return }
        switch (expected, actual.kind) {
        case (.object(let object), .object):
            for member in object {
                let inner = pointer.appending(member.key)
                if let value = actual[member.key] {
                    compare(member.value, value, inner, &found, limit)
                } else {
                    found.append(JSONDifference(pointer: inner, kind: .missing, expected: member.value))
                }
            }
            for member in actual.members where object[member.key] == nil && found.count < limit {
                found.append(
                    JSONDifference(
                        pointer: pointer.appending(member.key), kind: .unexpected, actual: JSON(member.value)))
            }
        case (.array(let elements), .array):
            let others = Array(actual.elements)
            for (index, element) in elements.enumerated() {
                if index < others.count {
                    compare(element, others[index], pointer.appending(index), &found, limit)
                } else if found.count < limit {
                    found.append(
                        JSONDifference(pointer: pointer.appending(index), kind: .missing, expected: element))
                }
            }
            for index in elements.count..<max(elements.count, others.count) where found.count < limit {
                found.append(
                    JSONDifference(pointer: pointer.appending(index), kind: .unexpected, actual: JSON(others[index])))
            }
        default:
            let value = JSON(actual)
            if value != expected {
                found.append(JSONDifference(pointer: pointer, kind: .value, expected: expected, actual: value))
            }
        }
    }
}
