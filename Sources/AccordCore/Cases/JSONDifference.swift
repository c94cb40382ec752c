// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A difference between a JSON value and the expected value, at one JSON Pointer.
package struct JSONDifference: Sendable {
    package enum Kind: Sendable { case missing, unexpected, value }

    package var pointer: JSONPointer
    package var expected: JSON?
    package var actual: JSON?

    var kind: Kind { expected == nil ? .unexpected : actual == nil ? .missing : .value }

    /// Whether two differences have the same expected and actual values, even if their JSON Pointers differ.
    package func isSame(as other: JSONDifference) -> Bool {
        expected == other.expected && actual == other.actual
    }

    /// Returns at most `limit` differences. Missing and changed values, in the order of `expected`, precede additional
    /// values.
    ///
    /// The order of members doesn't matter, but the order of elements does. An absent member isn't `null`. Numbers are
    /// equal if their exact values are equal.
    package static func between(_ expected: JSON, _ actual: JSON, limit: Int = 20) -> [JSONDifference] {
        var differences: [JSONDifference] = []
        compare(expected, actual, .root, &differences, limit)
        return differences
    }

    private static func compare(
        _ expected: JSON?, _ actual: JSON?, _ pointer: JSONPointer, _ differences: inout [JSONDifference], _ limit: Int
    ) {
        guard differences.count < limit else { return }
        switch (expected, actual) {
        case (.object(let object)?, .object(let others)?):
            for member in object {
                compare(member.value, others[member.key], pointer.appending(member.key), &differences, limit)
            }
            for member in others where object[member.key] == nil {
                compare(nil, member.value, pointer.appending(member.key), &differences, limit)
            }
        case (.array(let elements)?, .array(let others)?):
            for index in 0..<max(elements.count, others.count) {
                let element = index < elements.count ? elements[index] : nil
                let other = index < others.count ? others[index] : nil
                compare(element, other, pointer.appending(index), &differences, limit)
            }
        default:
            guard actual != expected else { return }
            differences.append(JSONDifference(pointer: pointer, expected: expected, actual: actual))
        }
    }
}

/// Shortens values, and shows them as text in findings.
package enum Excerpt {
    package static let limit = 160

    package static func of(_ value: JSON) -> String { cut(value.compact) }

    package static func of(_ value: JSONValue) -> String { cut(value.text) }

    package static func quoted(_ text: String) -> String { cut(JSON.string(text).compact) }

    /// Returns the bytes as text, or the first bytes in hexadecimal if the first bytes aren't text.
    package static func of(_ bytes: [UInt8]) -> String {
        if let text = text(bytes), !text.unicodeScalars.contains(where: isControl) { return cut(text) }
        let digits = bytes.prefix(16).map { $0.hexadecimal(2).uppercased() }
        return digits.joined(separator: " ") + (bytes.count > 16 ? " …" : "") + " (\(bytes.count.counted("byte")))"
    }

    /// Returns more of the bytes as text than an excerpt has, or `nil` if they aren't UTF-8.
    private static func text(_ bytes: [UInt8]) -> String? {
        // A scalar has at most four bytes. End the text where a scalar starts.
        let end = bytes.indices.dropFirst(4 * (limit + 1)).first { bytes[$0] & 0xC0 != 0x80 } ?? bytes.endIndex
        return String(utf8: bytes[..<end])
    }

    package static func cut(_ text: String, to limit: Int = limit) -> String {
        guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.prefix(limit))
        return String(scalars) + "…"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" && scalar != "\t" && scalar != "\r" || scalar.value == 0x7F
    }
}
