import AccordJSON

extension Checker {
    @inline(never)
    mutating func checkArray(_ index: UInt32, _ node: Int, _ tracks: Bool) -> Bool {
        // Points into the program, which outlives the checker.
        let rule = tables.arrays + Int(index)
        let end = tables.nodes[node].nextNode
        var element = node &+ 1
        var count: UInt32 = 0
        var prefix = Int(rule.pointee.prefixStart)
        while prefix < Int(rule.pointee.prefixEnd), element < end {
            if !check(tables.lists[prefix], element, false) { return false }
            if tracks { evaluated.append(UInt32(truncatingIfNeeded: element)) }
            element = tables.nodes[element].nextNode
            count &+= 1
            prefix &+= 1
        }
        if rule.pointee.items != Instruction.none {
            while element < end {
                if !check(rule.pointee.items, element, false) { return false }
                if tracks { evaluated.append(UInt32(truncatingIfNeeded: element)) }
                element = tables.nodes[element].nextNode
                count &+= 1
            }
        } else if rule.pointee.minimum > count || rule.pointee.maximum != .max {
            while element < end {
                element = tables.nodes[element].nextNode
                count &+= 1
            }
        }
        guard count >= rule.pointee.minimum, count <= rule.pointee.maximum else { return false }
        if rule.pointee.contains != Instruction.none, !checkContains(rule, node, tracks) { return false }
        return !rule.pointee.isUnique || tables.areElementsUnique(node)
    }

    /// The rule is one of the program's, which outlives the checker.
    @inline(never)
    private mutating func checkContains(_ rule: UnsafePointer<ArrayRule>, _ node: Int, _ tracks: Bool) -> Bool {
        let end = tables.nodes[node].nextNode
        let notes = tracks && rule.pointee.containsEvaluates
        var element = node &+ 1
        var found: UInt32 = 0
        while element < end {
            if check(rule.pointee.contains, element, false) {
                found &+= 1
                if notes { evaluated.append(UInt32(truncatingIfNeeded: element)) }
                if found > rule.pointee.maximumContained { return false }
                if !notes, rule.pointee.maximumContained == .max, found >= rule.pointee.minimumContained { return true }
            }
            element = tables.nodes[element].nextNode
        }
        return found >= rule.pointee.minimumContained
    }
}
