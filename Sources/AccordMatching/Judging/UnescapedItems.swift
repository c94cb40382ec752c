import AccordJSON

/// The items that a value came apart into, because nobody encoded the `&`, `=` or `%` in it.
struct UnescapedItems {
    let offsets: [Int]

    init?(_ items: [RawItem], name: String, value: JSON) {
        guard let text = ScalarText.text(value), text.utf8.contains(where: { $0 == UInt8(ascii: "&") }) else {
            return nil
        }
        for spelling in [text, Percent.encode(text, keeping: .webQuery)] {
            let pieces = "\(name)=\(spelling)".split(separator: "&").map(String.init)
            guard pieces.count > 0 else { continue }
            for start in items.indices where start + pieces.count <= items.count {
                let range = start..<(start + pieces.count)
                if zip(range, pieces).allSatisfy({ items[$0].text.isExactly($1) }) {
                    offsets = Array(range)
                    return
                }
            }
        }
        return nil
    }
}
