// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension EvaluatorTables {
    /// The maximum number of elements for which every pair is compared.
    private static let pairwiseLimit: Int = 8

    /// Returns the indexes of the first two equal elements.
    func repeatedElements(_ node: Int) -> (first: Int, second: Int)? {
        let end = nodes[node].nextNode
        var count = 0
        var element = node + 1
        while element < end {
            count += 1
            element = nodes[element].nextNode
        }
        if count < 2 { return nil }
        return withUnsafeTemporaryAllocation(of: (hash: UInt64, node: UInt32, index: UInt32).self, capacity: count) {
            buffer in
            var entries = buffer
            // The loop initializes every entry. Entries are read only after the loop.
            var element = node + 1
            for index in 0..<count {
                let hash = count > Self.pairwiseLimit ? self.hash(element) : 0
                entries.initializeElement(
                    at: index, to: (hash, UInt32(truncatingIfNeeded: element), UInt32(truncatingIfNeeded: index)))
                element = nodes[element].nextNode
            }
            if count > Self.pairwiseLimit {
                entries.sort { $0.hash != $1.hash ? $0.hash < $1.hash : $0.index < $1.index }
            }
            // The loop above initialized the entries. They are used only within this closure.
            return firstRepetition(UnsafeBufferPointer(rebasing: entries[..<count]))
        }
    }

    /// Returns the indexes of the first two equal elements. The entries live as long as the caller's closure.
    private func firstRepetition(
        _ entries: UnsafeBufferPointer<(hash: UInt64, node: UInt32, index: UInt32)>
    ) -> (first: Int, second: Int)? {
        var best: (first: Int, second: Int)?
        for left in entries.indices {
            var right = left + 1
            while right < entries.count, entries[right].hash == entries[left].hash {
                if areSame(Int(entries[left].node), Int(entries[right].node)) {
                    let pair = (Int(entries[left].index), Int(entries[right].index))
                    if best.map({ pair.1 < $0.second }) ?? true { best = pair }
                    break
                }
                right += 1
            }
        }
        return best
    }

    private func areSame(_ left: Int, _ right: Int) -> Bool {
        let (ours, theirs) = (nodes[left].kindBit, nodes[right].kindBit)
        if ours == .plainString, theirs == .plainString {
            let count = nodes[left].end - nodes[left].start
            guard count == nodes[right].end - nodes[right].start else { return false }
            let (from, other) = (text + Int(nodes[left].start), text + Int(nodes[right].start))
            for place in 0..<Int(count) where from[place] != other[place] { return false }
            return true
        }
        if ours == .number, theirs == .number, let order = scaled(left).compared(to: scaled(right)) {
            return order == 0
        }
        return JSONValue(document: document, node: left) == JSONValue(document: document, node: right)
    }

    /// Returns a hash that is the same for equal values.
    private func hash(_ node: Int) -> UInt64 {
        let value = nodes[node]
        switch value.kind {
        case .null: return 1
        case .no: return 2
        case .yes: return 3
        case .number: return hashNumber(node)
        case .string, .escapedString:
            return withText(node) { UInt64(KeyHashing.hash($0, $1, seed)) &* 31 &+ 4 }
        case .array:
            var hash: UInt64 = 5
            var element = node + 1
            while element < value.nextNode {
                hash = Self.mix(hash, self.hash(element))
                element = nodes[element].nextNode
            }
            return hash
        case .object, .indexedObject:
            // The members' hashes are added, so the result doesn't depend on their order.
            var sum: UInt64 = 6
            var key = node + 1
            while key < value.nextNode {
                if !hasDuplicateKeys || !isOverridden(key, in: node) { sum &+= Self.mix(hash(key), hash(key + 1)) }
                key = nodes[key + 1].nextNode
            }
            return sum
        }
    }

    private func hashNumber(_ node: Int) -> UInt64 {
        let value = JSONValue(document: document, node: node)
        if let int = value.int { return Self.mix(7, UInt64(bitPattern: Int64(int))) }
        return UInt64(bitPattern: Int64(value.number?.hashValue ?? 0))
    }

    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ KeyHashing.seed).multipliedFullWidth(by: right ^ 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
