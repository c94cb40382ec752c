// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Parses and writes forms in the encoding `application/x-www-form-urlencoded` of the WHATWG's URL standard.
package enum Form {
    /// A decoded name-value pair of a form.
    package struct Item: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Returns the decoded name-value pairs of a form. `x` means `x=`, empty pairs are ignored, and `+` is a space.
    package static func parse(_ text: String) -> [Item] {
        RawItem.split(text).map { Item(decode($0.name), decode($0.value)) }
    }

    /// Returns the encoded form for name-value pairs. A space is `+`, and all characters except letters, digits and
    /// `*-._` are encoded.
    package static func serialize(_ items: [Item]) -> String {
        items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// Returns a name or a value of a form in encoded form, such as `a+b` for `a b`.
    package static func encode(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { Percent.encode($0.utf8, keeping: .form) }.joined(separator: "+")
    }

    /// Returns a decoded name or value, with U+FFFD for bytes that aren't UTF-8.
    package static func decode(_ text: some StringProtocol) -> String {
        let text = String(text)
        guard text.utf8.contains(UInt8(ascii: "+")) else { return Percent.decodeText(text) }
        return Percent.decodeText(
            String(decoding: text.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }, as: UTF8.self))
    }
}

/// An encoded name-value pair of a query or a form.
package struct RawItem: Sendable, Hashable {
    package var name: String
    package var value: String
    /// Whether a pair with an empty value is written as `x=` rather than `x`.
    var hasEqualsSign: Bool

    package init(name: String, value: String, hasEqualsSign: Bool = true) {
        (self.name, self.value, self.hasEqualsSign) = (name, value, hasEqualsSign)
    }

    /// Returns the encoded name-value pairs of a query, in order.
    package static func split(_ text: some StringProtocol) -> [RawItem] {
        let text = String(text)
        guard !text.isEmpty else { return [] }
        return text.utf8.split(separator: UInt8(ascii: "&")).map { piece in
            guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else {
                return RawItem(name: String(Substring(piece)), value: "", hasEqualsSign: false)
            }
            return RawItem(
                name: String(Substring(piece[..<equals])),
                value: String(Substring(piece[piece.index(after: equals)...])))
        }
    }

    /// The encoded pair as it is sent: `name=value` or `name`.
    package var text: String { hasEqualsSign ? "\(name)=\(value)" : name }
}
