import AccordJSON

/// Finds keywords by the bytes of a key, without making a string of it.
struct KeywordTable: Sendable {
    private let slots: FlatTable<KeySlot>
    private let bytes: FlatTable<UInt8>
    private let mask: UInt32
    private let seed: UInt64 = KeyHashing.seed

    static let shared: KeywordTable = KeywordTable()

    private init() {
        var builder = KeyTableBuilder()
        let table = builder.begin(count: Keyword.count)
        for keyword in Keyword.allCases {
            var name = keyword.name
            name.withUTF8 { builder.insert($0, UInt32(keyword.rawValue), isRequired: false, into: table) }
        }
        slots = FlatTable(builder.slots)
        bytes = FlatTable(builder.bytes)
        mask = table.mask
    }

    /// The keyword that a key node of a document spells, in whatever dialect.
    func keyword(_ document: JSONDocument, key node: Int) -> Keyword? {
        let key = document.nodes[node]
        guard key.kindBit == .plainString else { return Keyword.byName[document.string(ofNode: node)] }
        // Both pointers are used within the closure alone.
        return document.bytes.withUnsafeBufferPointer { text in
            guard let text = text.baseAddress else { return nil }
            let start = text + (Int(key.start) + 1)
            let count = Int(key.end - key.start) - 2
            let hash = KeyHashing.hash(start, count, seed)
            var place = hash & mask
            while true {
                let slot = slots.base[Int(place)]
                if slot.length == .max { return nil }
                if slot.hash == hash, Int(slot.length) == count,
                    KeyHashing.areEqual(bytes.base + Int(slot.start), start, count)
                {
                    return Keyword(rawValue: UInt8(truncatingIfNeeded: slot.schema))
                }
                place = (place &+ 1) & mask
            }
        }
    }
}

/// Goes over the members of an object by their nodes.
struct MemberNodes: Sequence, IteratorProtocol {
    // The document's, which the caller keeps alive; a reference to it would be counted at every step.
    private let nodes: UnsafePointer<TapeNode>
    private var key: Int
    private let end: Int

    init(_ document: JSONDocument, object: Int) {
        nodes = document.nodes
        let node = document.nodes[object]
        key = object + 1
        end = node.kindBit.meets(.object) ? node.nextNode : key
    }

    /// The next member's key node; its value is the node behind.
    mutating func next() -> Int? {
        guard key < end else { return nil }
        defer { key = nodes[key + 1].nextNode }
        return key
    }
}
