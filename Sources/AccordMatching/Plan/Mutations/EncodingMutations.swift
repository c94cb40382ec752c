import AccordContract
import AccordJSON

/// Bodies in the wrong encoding, and in unusual but right ones.
enum EncodingMutations {
    /// Emoji with a joiner, right to left, a combining accent, four bytes.
    static let content = "👩‍👩‍👧 שלום e\u{301} 𝒳"

    static func add(to maker: inout MutationMaker) {
        guard let document = maker.answer.document else { return }
        let body = document.bytes
        if let text = LeafSearch.first(.string, in: document.root) {
            maker.add("invalid-utf8", bytes: LeafSearch.inserting([0xFF, 0xFE], into: text, of: body))
            maker.add("latin1-bytes", bytes: LeafSearch.inserting([0xE9], into: text, of: body))
            maker.add("lone-surrogate", bytes: LeafSearch.inserting(Array(#"\ud800"#.utf8), into: text, of: body))
            maker.add("escaped-vs-literal", bytes: Array(escaped(document.root).utf8), keepsValue: true)
        }
        maker.add("utf8-bom", bytes: [0xEF, 0xBB, 0xBF] + body)
        let units = document.root.text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        maker.add("utf16", bytes: [0xFF, 0xFE] + units)
        addContent(document, &maker)
    }

    /// Replaces the first text that may be any text.
    private static func addContent(_ document: JSONDocument, _ maker: inout MutationMaker) {
        let root = JSON(document.root)
        for place in ValuePlace.all(in: root, maker.answer.view) where place.value.string != nil {
            guard place.view?.keyword("format") == nil else { continue }
            let value = place.replacing(in: root, by: .string(content))
            guard maker.answer.isValid(value) else { continue }
            maker.add("unicode-content", at: place.pointer, value: value, forbidden: nil)
            return
        }
    }

    /// The same value with every character of its texts and keys as `\uXXXX`.
    private static func escaped(_ value: JSONValue) -> String {
        switch value.kind {
        case .string: escaped(value.string ?? "")
        case .array: "[\(value.elements.map { escaped($0) }.joined(separator: ","))]"
        case .object:
            "{\(value.members.map { "\(escaped($0.key)):\(escaped($0.value))" }.joined(separator: ","))}"
        case .null, .bool, .number: value.text
        }
    }

    private static func escaped(_ text: String) -> String {
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
        return "\"\(units.joined())\""
    }
}
