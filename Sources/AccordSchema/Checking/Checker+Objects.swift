import AccordJSON

extension Checker {
    @inline(never)
    mutating func checkObject(_ index: UInt32, _ node: Int, _ tracks: Bool) -> Bool {
        // Points into the program, which outlives the checker.
        let rule = tables.objects + Int(index)
        let end = tables.nodes[node].nextNode
        var key = node &+ 1
        var members: UInt32 = 0
        var required: UInt32 = 0
        let isPlain =
            rule.pointee.patternStart == rule.pointee.patternEnd && rule.pointee.propertyNames == Instruction.none
        while key < end {
            let value = key &+ 1
            let next = tables.nodes[value].nextNode
            if tables.hasDuplicateKeys, tables.isOverridden(key, in: node) {
                key = next
                continue
            }
            members &+= 1
            var isMatched = false
            if let slot = tables.slot(in: rule.pointee.table, key) {
                if slot.pointee.isRequired { required &+= 1 }
                if slot.pointee.schema != Instruction.none {
                    if !check(slot.pointee.schema, value, false) { return false }
                    isMatched = true
                }
            }
            if !isPlain {
                guard let matches = checkName(rule, key) else { return false }
                if matches { isMatched = true }
            }
            if !isMatched, rule.pointee.additional != Instruction.none {
                if !check(rule.pointee.additional, value, false) { return false }
                isMatched = true
            }
            if tracks, isMatched { evaluated.append(UInt32(truncatingIfNeeded: value)) }
            key = next
        }
        return required == rule.pointee.requiredCount && members >= rule.pointee.minimum
            && members <= rule.pointee.maximum
    }

    /// Holds a key against `propertyNames` and a member against the patterns that its key matches; nil if one of
    /// them is broken, else whether any pattern matched.
    ///
    /// The rule is one of the program's, which outlives the checker.
    @inline(never)
    private mutating func checkName(_ rule: UnsafePointer<ObjectRule>, _ key: Int) -> Bool? {
        let names = rule.pointee.propertyNames
        if names != Instruction.none, !check(names, key, false) { return nil }
        var isMatched = false
        var place = Int(rule.pointee.patternStart)
        while place < Int(rule.pointee.patternEnd) {
            if checkPattern(Int(tables.lists[place]), key) {
                if !check(tables.lists[place &+ 1], key &+ 1, false) { return nil }
                isMatched = true
            }
            place &+= 2
        }
        return isMatched
    }

    @inline(never)
    mutating func checkDependentSchema(_ rule: Instruction, _ node: Int, _ tracks: Bool) -> Bool {
        tables.value(of: rule.a, in: node) == nil || check(rule.b, node, tracks)
    }
}
