import AccordJSON

/// The key slots of a program while it is being compiled.
struct KeyTableBuilder {
    private(set) var slots: [KeySlot] = []
    private(set) var bytes: [UInt8] = []

    /// Makes room for a table of at most as many keys.
    mutating func begin(count: Int) -> KeyTable {
        if count == 0 { return KeyTable() }
        var size = 2
        while size < count * 2 { size *= 2 }
        let start = slots.count
        slots.append(contentsOf: repeatElement(KeySlot(), count: size))
        return KeyTable(start: UInt32(start), mask: UInt32(size - 1), isEmpty: false)
    }

    /// Puts a string of a document into a table; of one that comes twice the entries are joined.
    mutating func insert(
        _ document: JSONDocument, string node: Int, _ schema: UInt32, isRequired: Bool, into table: KeyTable
    ) {
        let key = document.nodes[node]
        if key.kindBit == .plainString {
            // The reader made the range from these bytes; the pointer is used within the closure alone.
            document.bytes.withUnsafeBufferPointer { text in
                let range = Int(key.start) + 1..<Int(key.end) - 1
                insert(UnsafeBufferPointer(rebasing: text[range]), schema, isRequired: isRequired, into: table)
            }
        } else {
            var string = document.string(ofNode: node)
            string.withUTF8 { insert($0, schema, isRequired: isRequired, into: table) }
        }
    }

    mutating func insert(
        _ key: UnsafeBufferPointer<UInt8>, _ schema: UInt32, isRequired: Bool, into table: KeyTable
    ) {
        let start = Int(table.start)
        // An empty key has no bytes to read, so the stand-in's value doesn't matter.
        withUnsafePointer(to: 0 as UInt8) { standIn in
            let text = key.baseAddress ?? standIn
            let hash = KeyHashing.hash(text, key.count, KeyHashing.seed)
            var place = Int(hash & table.mask)
            while slots[start + place].length != .max {
                let slot = slots[start + place]
                if slot.hash == hash, Int(slot.length) == key.count, isKey(slot, text) {
                    if schema != Instruction.none { slots[start + place].schema = schema }
                    if isRequired { slots[start + place].isRequired = true }
                    return
                }
                place = (place + 1) & Int(table.mask)
            }
            slots[start + place] = KeySlot(
                start: UInt32(bytes.count), length: UInt32(key.count), hash: hash, schema: schema,
                isRequired: isRequired)
            bytes.append(contentsOf: key)
        }
    }

    private func isKey(_ slot: KeySlot, _ text: UnsafePointer<UInt8>) -> Bool {
        // The slot's bytes are in the array; the pointer is used within the closure alone.
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return slot.length == 0 }
            return KeyHashing.areEqual(base + Int(slot.start), text, Int(slot.length))
        }
    }

    /// The number of different keys in a table that an object must have.
    func requiredCount(_ table: KeyTable) -> UInt32 {
        if table.isEmpty { return 0 }
        return UInt32(slots[Int(table.start)...Int(table.start + table.mask)].count(where: \.isRequired))
    }

    /// Changes the schemas that keys lead to.
    mutating func replaceSchemas(_ replacement: (UInt32) -> UInt32) {
        for place in slots.indices { slots[place].schema = replacement(slots[place].schema) }
    }
}
