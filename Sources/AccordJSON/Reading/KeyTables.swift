/// Two key nodes of one object with the same key.
struct DuplicateNodes: BitwiseCopyable {
    var object: UInt32
    var first: UInt32
    var second: UInt32
}

/// The key tables of objects with many members: found by the object's node, open addressing, made while reading.
///
/// Looking a key up in a small object compares it with each; in a large one that would make 100,000 look-ups
/// quadratic.
struct KeyTables: Sendable {
    /// Objects with more members than this have a table.
    static let threshold = 32

    private var entries: [(object: UInt32, start: UInt32, size: UInt32)] = []
    /// Key nodes, or `UInt32.max` where a slot is free.
    private var slots: [UInt32] = []

    /// Adds a table; its size is a power of two.
    mutating func add(object: Int, slots table: UnsafeBufferPointer<UInt32>) {
        entries.append((UInt32(object), UInt32(slots.count), UInt32(table.count)))
        slots.append(contentsOf: table)
    }

    /// Sorts the tables for looking up; objects close in another order than they open.
    mutating func sort() {
        if entries.count > 1 { entries.sort { $0.object < $1.object } }
    }

    /// The key node that the test accepts among those which share the hash's slots.
    func find(object: Int, hash: UInt32, where matches: (Int) -> Bool) -> Int? {
        var low = 0
        var high = entries.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(entries[middle].object) <= object { low = middle } else { high = middle }
        }
        guard low < entries.count, Int(entries[low].object) == object else { return nil }
        let table = entries[low]
        var slot = hash & (table.size - 1)
        while true {
            let node = slots[Int(table.start + slot)]
            if node == .max { return nil }
            if matches(Int(node)) { return Int(node) }
            slot = (slot + 1) & (table.size - 1)
        }
    }
}
