import AccordJSON

extension Checker {
    @inline(never)
    mutating func checkObject(_ index: UInt32, _ node: Int, _ tracks: Bool) -> Bool {
        let rule = program.objects.base[Int(index)]
        let end = nodes[node].next
        var key = node &+ 1
        var members: UInt32 = 0
        var required: UInt32 = 0
        while key < end {
            let value = key &+ 1
            let next = nodes[value].next
            if hasDuplicateKeys, isOverridden(key, in: node) {
                key = next
                continue
            }
            members &+= 1
            var isMatched = false
            if !rule.table.isEmpty, let slot = slot(in: rule.table, key) {
                if slot.isRequired { required &+= 1 }
                if slot.schema != Instruction.none {
                    if !check(slot.schema, value, false) { return false }
                    isMatched = true
                }
            }
            if rule.patternStart < rule.patternEnd {
                guard let matches = checkPatterns(rule, key) else { return false }
                if matches { isMatched = true }
            }
            if !isMatched, rule.additional != Instruction.none {
                if !check(rule.additional, value, false) { return false }
                isMatched = true
            }
            if rule.propertyNames != Instruction.none, !check(rule.propertyNames, key, false) { return false }
            if tracks, isMatched { evaluated.append(UInt32(truncatingIfNeeded: value)) }
            key = next
        }
        return required == rule.requiredCount && members >= rule.minimum && members <= rule.maximum
    }

    /// Holds a member against the patterns that its key matches; nil if one is broken, else whether any matched.
    @inline(never)
    private mutating func checkPatterns(_ rule: ObjectRule, _ key: Int) -> Bool? {
        var isMatched = false
        var place = Int(rule.patternStart)
        while place < Int(rule.patternEnd) {
            if checkPattern(Int(lists[place]), key) {
                if !check(lists[place &+ 1], key &+ 1, false) { return nil }
                isMatched = true
            }
            place &+= 2
        }
        return isMatched
    }

    /// The slot of a key node in a table.
    @inline(__always)
    func slot(in table: KeyTable, _ key: Int) -> KeySlot? {
        withText(key) { text, count in slot(in: table, text, count, KeyHashing.hash(text, count, KeyHashing.seed)) }
    }

    @inline(__always)
    func slot(in table: KeyTable, _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt32) -> KeySlot? {
        if table.isEmpty { return nil }
        // At least half of the slots are free, so the search comes to an end; every place stays below the mask.
        let slots = program.slots.base + Int(table.start)
        var place = hash & table.mask
        while true {
            let slot = slots[Int(place)]
            if slot.length == .max { return nil }
            if slot.hash == hash, Int(slot.length) == count,
                Self.areEqual(program.keyBytes.base + Int(slot.start), key, count)
            {
                return slot
            }
            place = (place &+ 1) & table.mask
        }
    }

    @inline(__always)
    private static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var at = 0
        while at < count {
            if left[at] != right[at] { return false }
            at &+= 1
        }
        return true
    }

    /// Whether the object has the key again further on, so that this one doesn't count.
    @inline(never)
    func isOverridden(_ key: Int, in object: Int) -> Bool {
        document.keyNode(of: document.string(ofNode: key), inObject: object) != key
    }

    /// The value's node of a key in an object.
    @inline(never)
    func value(of key: UInt32, in object: Int) -> Int? {
        document.keyNode(of: program.keys[Int(key)], inObject: object).map { $0 + 1 }
    }

    @inline(never)
    func checkDependentKeys(_ rule: Instruction, _ node: Int) -> Bool {
        guard value(of: rule.a, in: node) != nil else { return true }
        for place in Int(rule.b)..<Int(rule.c) where value(of: lists[place], in: node) == nil { return false }
        return true
    }

    @inline(never)
    mutating func checkDependentSchema(_ rule: Instruction, _ node: Int, _ tracks: Bool) -> Bool {
        value(of: rule.a, in: node) == nil || check(rule.b, node, tracks)
    }
}
