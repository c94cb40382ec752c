import AccordJSON

/// `application/x-www-form-urlencoded`, as the WHATWG's URL standard reads and writes it.
package enum Form {
    /// A name with its value, decoded.
    package struct Item: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The items of a form; `x` is `x=`, nothing between two `&` is no item, and `+` is a space.
    package static func parse(_ text: String) -> [Item] {
        RawItem.split(text).map { Item(decode($0.name), decode($0.value)) }
    }

    /// The form of the items: `+` for a space, everything but letters, digits and `*-._` encoded.
    package static func serialize(_ items: [Item]) -> String {
        items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// A name or a value as a form writes it.
    package static func encode(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { Percent.encode($0.utf8, keeping: .form) }.joined(separator: "+")
    }

    /// The text that a name or a value of a form stands for; bytes that aren't UTF-8 as U+FFFD.
    package static func decode(_ text: some StringProtocol) -> String {
        let text = String(text)
        guard text.utf8.contains(UInt8(ascii: "+")) else { return Percent.decodeText(text) }
        return Percent.decodeText(
            String(decoding: text.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }, as: UTF8.self))
    }
}

/// An item of a query or a form as it is on the wire, still encoded.
package struct RawItem: Sendable, Hashable {
    package var name: String
    package var value: String
    /// False for `x`, which is `x=`.
    package var hasEqualsSign: Bool = true

    /// The items of a query's text, in order.
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

    /// As it is on the wire.
    package var text: String { hasEqualsSign ? "\(name)=\(value)" : name }
}
