// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A hash table of keys with open addressing, stored in a range of the program's slots. The number of slots is a power
/// of two, or 0 for an empty table.
struct KeyTable: BitwiseCopyable, Sendable {
    var start: UInt32 = 0
    /// The number of slots minus one.
    var mask: UInt32 = 0
    var isEmpty: Bool = true

    /// Returns the slot of a key of `count` bytes, or `nil` if the table doesn't contain the key.
    ///
    /// - Parameters:
    ///   - slots: The slots of all tables.
    ///   - keys: The bytes of the keys in the slots.
    ///   - seed: The seed of all hashes. To pass it takes less time than to read the global constant.
    @inline(__always)
    func slot(
        of key: UnsafePointer<UInt8>, count: Int, in slots: UnsafePointer<KeySlot>, keys: UnsafePointer<UInt8>,
        seed: UInt64
    ) -> UnsafePointer<KeySlot>? {
        if isEmpty { return nil }
        let hash = Bytes.hash(key, count: count, seed: seed)
        // At least half of the slots are free, so the search ends. `place` never exceeds the mask.
        let slots = slots + Int(start)
        var place = hash & mask
        while true {
            let slot = slots + Int(place)
            if slot.pointee.hash == hash, Int(slot.pointee.length) == count,
                Bytes.areEqual(keys + Int(slot.pointee.start), key, count: count)
            {
                return slot
            }
            if slot.pointee.length == .max { return nil }
            place = (place &+ 1) & mask
        }
    }
}

/// A slot of a key table: a key, and the schema of the key's value.
struct KeySlot: BitwiseCopyable, Sendable {
    /// The start of the key in the program's `keyBytes`. A length of `UInt32.max` marks a free slot.
    var start: UInt32 = 0
    var length: UInt32 = .max
    var hash: UInt32 = 0
    /// The number of the schema for the key's value.
    var schema: UInt32 = Instruction.none
    var isRequired: Bool = false
}

/// Builds the key tables of a program.
struct KeyTableBuilder: Sendable {
    private(set) var slots: [KeySlot] = []
    private(set) var bytes: [UInt8] = []

    /// Reserves a table for a given number of keys.
    mutating func begin(count: Int) -> KeyTable {
        if count == 0 { return KeyTable() }
        var size = 2
        while size < count * 2 { size *= 2 }
        let start = slots.count
        slots.append(contentsOf: repeatElement(KeySlot(), count: size))
        return KeyTable(start: UInt32(start), mask: UInt32(size - 1), isEmpty: false)
    }

    /// Inserts a key. If the table already contains the key, updates the key's slot.
    mutating func insert(_ key: String, _ schema: UInt32, isRequired: Bool, into table: KeyTable) {
        let start = Int(table.start)
        let hash = key.utf8Buffer { Bytes.hash($0, count: $1, seed: Bytes.seed) }
        var place = Int(hash & table.mask)
        while slots[start + place].length != .max {
            let slot = slots[start + place]
            if slot.hash == hash, bytes[Int(slot.start)...].prefix(Int(slot.length)).elementsEqual(key.utf8) {
                if schema != Instruction.none { slots[start + place].schema = schema }
                if isRequired { slots[start + place].isRequired = true }
                return
            }
            place = (place + 1) & Int(table.mask)
        }
        slots[start + place] = KeySlot(
            start: UInt32(bytes.count), length: UInt32(key.utf8.count), hash: hash, schema: schema,
            isRequired: isRequired)
        bytes += key.utf8
    }

    /// Returns the number of distinct required keys in a table.
    func requiredCount(_ table: KeyTable) -> UInt32 {
        if table.isEmpty { return 0 }
        return UInt32(slots[Int(table.start)...Int(table.start + table.mask)].count(where: \.isRequired))
    }

    /// Replaces the schema number in every slot.
    mutating func replaceSchemas(_ replacement: (UInt32) -> UInt32) {
        for place in slots.indices { slots[place].schema = replacement(slots[place].schema) }
    }
}
