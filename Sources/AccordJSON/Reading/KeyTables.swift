// SPDX-License-Identifier: Apache-2.0
/// Two key nodes of one object with the same key.
struct DuplicateNodes: BitwiseCopyable {
    var object: UInt32
    var first: UInt32
    var second: UInt32
}

/// Hash tables of the keys of objects with many members, built while reading.
///
/// Small objects are searched linearly. Searching for every key of a large object linearly would take quadratic time.
struct KeyTables: Sendable {
    /// The largest number of members of an object without a key table.
    static let threshold = 32

    private var entries: [(object: UInt32, start: UInt32, size: UInt32)] = []
    /// The slots of all key tables. A slot contains the node of a key, or `UInt32.max` if the slot is empty.
    private var slots: [UInt32] = []

    /// Adds the table of an object. The size of the table must be a power of two.
    mutating func add(object: Int, slots table: UnsafeBufferPointer<UInt32>) {
        entries.append((UInt32(object), UInt32(slots.count), UInt32(table.count)))
        slots.append(contentsOf: table)
    }

    /// Sorts the tables by object for ``find(object:hash:where:)``. A table is added at the end of its object, so inner
    /// objects come first.
    mutating func sort() {
        if entries.count > 1 { entries.sort { $0.object < $1.object } }
    }

    /// Searches an object's table for a key with the given hash. Returns the first key node that satisfies `matches`.
    /// Returns `nil` if the table doesn't contain the key, or if the object has no table.
    func find(object: Int, hash: UInt32, where matches: (Int) -> Bool) -> Int? {
        guard let table = entries.sortedPrefix(while: { $0.object <= object }).last, table.object == object else {
            return nil
        }
        var slot = hash & (table.size - 1)
        while true {
            let node = slots[Int(table.start + slot)]
            if node == .max { return nil }
            if matches(Int(node)) { return Int(node) }
            slot = (slot + 1) & (table.size - 1)
        }
    }
}

extension TapeReader {
    /// Adds the nodes of an existing tape, and finds the duplicate keys of each object.
    mutating func index(_ made: [TapeNode]) {
        for node in made { nodes.append(node) }
        for object in made.indices where made[object].kind == .object {
            var key = object + 1
            while key < made[object].next {
                let start = Int(made[key].start)
                at = Int(made[key].end)
                let hash =
                    made[key].kind == .escapedString
                    ? decodedHash(start) : Bytes.hash(text + start + 1, count: at - start - 2, seed: seed)
                keys.append(HashedKey(hash: hash, node: UInt32(truncatingIfNeeded: key)))
                key = made[key + 1].next
            }
            if checkKeys(of: object, from: 0) {
                let node = made[object]
                nodes.base[object] = TapeNode(
                    start: Int(node.start), end: Int(node.end), kind: .indexedObject, next: node.next)
            }
            keys.removeLast(downTo: 0)
        }
    }

    /// Records the duplicate keys of an object after its last member was read. Returns whether this function created a
    /// key table for the object.
    @inline(__always)
    mutating func checkKeys(of object: Int, from base: Int) -> Bool {
        let members = keys.count &- base
        if members < 2 { return false }
        if members > KeyTables.threshold {
            makeTable(of: object, from: base)
            return true
        }
        let first = keys.base + base
        var later = 1
        while later < members {
            let hash = first[later].hash
            var earlier = 0
            while earlier < later {
                if first[earlier].hash == hash, note(first[earlier].node, first[later].node, in: object) { break }
                earlier &+= 1
            }
            later &+= 1
        }
        return false
    }

    /// Records two nodes as duplicates if their keys are equal. Returns whether the keys are equal.
    private mutating func note(_ first: UInt32, _ second: UInt32, in object: Int) -> Bool {
        guard hasSameKey(nodes.base[Int(first)], nodes.base[Int(second)]) else { return false }
        duplicates.append(DuplicateNodes(object: UInt32(truncatingIfNeeded: object), first: first, second: second))
        return true
    }

    private mutating func makeTable(of object: Int, from base: Int) {
        let members = keys.count - base
        let size = 1 << (Int.bitWidth - (members * 2 - 1).leadingZeroBitCount)
        // The table is deallocated at the end of this function, after `keyTables` has copied it.
        let table = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: size)
        defer { table.deallocate() }
        table.initialize(repeating: .max)
        for index in base..<keys.count {
            let key = keys.base[index]
            var slot = Int(key.hash) & (size - 1)
            var isNew = true
            while table[slot] != .max {
                if note(table[slot], key.node, in: object) {
                    isNew = false
                    break
                }
                slot = (slot + 1) & (size - 1)
            }
            if isNew { table[slot] = key.node }
        }
        keyTables.add(object: object, slots: UnsafeBufferPointer(table))
    }

    private func hasSameKey(_ left: TapeNode, _ right: TapeNode) -> Bool {
        let (leftStart, leftCount) = (text + Int(left.start) + 1, Int(left.end - left.start) - 2)
        let (rightStart, rightCount) = (text + Int(right.start) + 1, Int(right.end - right.start) - 2)
        if left.kind == .string, right.kind == .string {
            return leftCount == rightCount && Bytes.areEqual(leftStart, rightStart, count: leftCount)
        }
        return StringDecoding.decode(leftStart, count: leftCount)
            .isSame(as: StringDecoding.decode(rightStart, count: rightCount))
    }
}
