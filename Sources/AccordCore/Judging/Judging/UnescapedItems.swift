import AccordContract
import AccordJSON

/// The items that a value was split into, because the `&` in it wasn't encoded.
struct UnescapedItems {
    let offsets: [Int]

    init?(_ items: [RawItem], name: String, value: JSON) {
        guard let text = ScalarText.text(value), text.utf8.contains(UInt8(ascii: "&")) else { return nil }
        for start in items.indices where Percent.decodeText(items[start].name).isExactly(name) {
            var whole = items[start].value
            for next in items.indices[(start + 1)...] {
                whole += "&\(items[next].text)"
                if Self.spellings(whole).contains(where: { $0.isExactly(text) }) {
                    offsets = Array(start...next)
                    return
                }
            }
            // Nothing stands between a last & and the next item, or the end.
            if Self.spellings("\(items[start].value)&").contains(where: { $0.isExactly(text) }) {
                offsets = [start]
                return
            }
        }
        return nil
    }

    private static func spellings(_ text: String) -> [String] {
        [text, Percent.decodeText(text), Form.decode(text)]
    }
}
