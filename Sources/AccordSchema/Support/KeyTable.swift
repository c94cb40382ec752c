// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A hash table of keys with open addressing, stored in a range of the program's slots. The number of slots is a power
/// of two, or 0 for an empty table.
struct KeyTable: BitwiseCopyable, Sendable {
    var start: UInt32 = 0
    /// The number of slots minus one.
    var mask: UInt32 = 0
    var isEmpty: Bool = true
}

/// A slot of a key table: a key, and the schema of the key's value.
struct KeySlot: BitwiseCopyable, Sendable {
    /// The start of the key in the program's `keyBytes`. A length of `UInt32.max` marks a free slot.
    var start: UInt32 = 0
    var length: UInt32 = .max
    var hash: UInt32 = 0
    /// The number of the schema for the key's value.
    var schema: UInt32 = noSchema
    /// The value of `schema` for a key without a schema.
    static let noSchema: UInt32 = .max
    var isRequired: Bool = false
}

/// Hashes and compares keys in steps of eight bytes.
///
/// The seed is different in each process. Otherwise, an attacker could choose keys that collide. The caller passes the
/// length of a key, and the functions read no bytes outside the key.
enum KeyHashing {
    static let seed: UInt64 = UInt64.random(in: .min ... .max) | 1

    /// Hashes `count` bytes. The caller guarantees that `bytes` has at least `count` bytes.
    static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ seed: UInt64) -> UInt32 {
        var hash = seed ^ UInt64(truncatingIfNeeded: count)
        if count >= 8 {
            var at = 0
            while at < count &- 8 {
                hash = mix(hash, word(bytes + at)) &+ seed
                at &+= 8
            }
            hash = mix(hash, word(bytes + (count &- 8)))
        } else {
            hash = mix(hash, shortWord(bytes, count))
        }
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    /// Compares `count` bytes. The caller guarantees that both pointers refer to at least `count` bytes.
    static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if count >= 8 {
            var at = 0
            while at < count &- 8 {
                if word(left + at) != word(right + at) { return false }
                at &+= 8
            }
            return word(left + (count &- 8)) == word(right + (count &- 8))
        }
        return shortWord(left, count) == shortWord(right, count)
    }

    /// Reads eight bytes. The caller guarantees that `bytes` has at least eight bytes.
    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
    }

    /// Returns fewer than eight bytes as one word. For a given length, different bytes give different words.
    private static func shortWord(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        if count >= 4 {
            let low = UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
            let high = UnsafeRawPointer(bytes + (count &- 4)).loadUnaligned(as: UInt32.self)
            return UInt64(low) | UInt64(high) << 32
        }
        if count == 0 { return 0 }
        return UInt64(bytes[0]) | UInt64(bytes[count >> 1]) << 8 | UInt64(bytes[count &- 1]) << 16
    }

    static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

/// Builds the key tables of a program.
struct KeyTableBuilder {
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

    /// Inserts a string of a document as a key. If the table already contains the key, updates the key's slot.
    mutating func insert(
        _ document: JSONDocument, string node: Int, _ schema: UInt32, isRequired: Bool, into table: KeyTable
    ) {
        let key = document.nodes[node]
        if key.kindBit == .plainString {
            // The range is valid, because the parser created it from these bytes. The pointer is used only within the
            // closure.
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
        // The buffer of an empty key may have no address. Pass the address of `standIn` instead, which is never read.
        withUnsafePointer(to: 0 as UInt8) { standIn in
            let text = key.baseAddress ?? standIn
            let hash = KeyHashing.hash(text, key.count, KeyHashing.seed)
            var place = Int(hash & table.mask)
            while slots[start + place].length != .max {
                let slot = slots[start + place]
                if slot.hash == hash, Int(slot.length) == key.count, isKey(slot, text) {
                    if schema != KeySlot.noSchema { slots[start + place].schema = schema }
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
        // The slot's range is within the array. The pointer is used within the closure only.
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return slot.length == 0 }
            return KeyHashing.areEqual(base + Int(slot.start), text, Int(slot.length))
        }
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
