import AccordJSON

/// What the items `a[b][c]=1`, `a[0]=2` of a `deepObject` grow into.
struct DeepNode {
    private var text: String?
    private var children: [(key: String, node: DeepNode)] = []

    /// `["b", "c"]` of `a[b][c]`; nil where the name isn't one of `name`'s.
    static func path(_ text: String, of name: String) -> [String]? {
        guard text.utf8.starts(with: name.utf8) else { return nil }
        var rest = Substring(text).utf8.dropFirst(name.utf8.count)
        var path: [String] = []
        while rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            path.append(String(decoding: rest.dropFirst().prefix(upTo: end), as: UTF8.self))
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty && !path.isEmpty ? path : nil
    }

    mutating func insert(_ value: String, at path: ArraySlice<String>) {
        guard let key = path.first else {
            text = value
            return
        }
        let name = key.isEmpty ? String(children.count) : key
        if let index = children.firstIndex(where: { $0.key.isExactly(name) }) {
            children[index].node.insert(value, at: path.dropFirst())
        } else {
            var child = DeepNode()
            child.insert(value, at: path.dropFirst())
            children.append((name, child))
        }
    }

    /// A list where every key is an index from 0 on, else a map.
    var tree: TextTree {
        if children.isEmpty { return .text(text ?? "") }
        let sorted = children.sorted { (Int($0.key) ?? .max) < (Int($1.key) ?? .max) }
        if sorted.enumerated().allSatisfy({ $0.element.key == String($0.offset) }) {
            return .list(sorted.map(\.node.tree))
        }
        return .map(children.map { TextTree.Member(name: $0.key, tree: $0.node.tree) })
    }
}
