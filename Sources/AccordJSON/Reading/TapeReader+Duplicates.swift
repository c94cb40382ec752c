extension TapeReader {
    /// Takes over nodes that were made before, and compares the keys of each object.
    mutating func index(_ made: [TapeNode]) {
        for node in made { nodes.append(node) }
        for object in made.indices where made[object].kind == .object {
            var key = object + 1
            while key < made[object].next {
                let start = Int(made[key].start)
                at = Int(made[key].end)
                let hash =
                    made[key].kind == .escapedString
                    ? decodedHash(start) : KeyHash.hash(text + start + 1, count: at - start - 2, seed: seed)
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

    /// Notes each key that the object just read has again; true when the object got a table of its keys.
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

    /// Notes two nodes as duplicates if their keys are the same.
    private mutating func note(_ first: UInt32, _ second: UInt32, in object: Int) -> Bool {
        guard hasSameKey(nodes.base[Int(first)], nodes.base[Int(second)]) else { return false }
        duplicates.append(DuplicateNodes(object: UInt32(truncatingIfNeeded: object), first: first, second: second))
        return true
    }

    private mutating func makeTable(of object: Int, from base: Int) {
        let members = keys.count - base
        let size = 1 << (Int.bitWidth - (members * 2 - 1).leadingZeroBitCount)
        // Freed at the end of this function, after the key tables have copied it.
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
        // Copied before the table is freed.
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
