import AccordJSON

extension Checker {
    @inline(never)
    mutating func checkArray(_ index: UInt32, _ node: Int, _ tracks: Bool) -> Bool {
        let rule = program.arrays.base[Int(index)]
        let end = nodes[node].next
        var element = node &+ 1
        var count: UInt32 = 0
        var prefix = Int(rule.prefixStart)
        while prefix < Int(rule.prefixEnd), element < end {
            if !check(lists[prefix], element, false) { return false }
            if tracks { evaluated.append(UInt32(truncatingIfNeeded: element)) }
            element = nodes[element].next
            count &+= 1
            prefix &+= 1
        }
        if rule.items != Instruction.none {
            while element < end {
                if !check(rule.items, element, false) { return false }
                if tracks { evaluated.append(UInt32(truncatingIfNeeded: element)) }
                element = nodes[element].next
                count &+= 1
            }
        } else if rule.minimum > count || rule.maximum != .max {
            while element < end {
                element = nodes[element].next
                count &+= 1
            }
        }
        guard count >= rule.minimum, count <= rule.maximum else { return false }
        if rule.contains != Instruction.none, !checkContains(rule, node, tracks) { return false }
        return !rule.isUnique || areElementsUnique(node)
    }

    @inline(never)
    private mutating func checkContains(_ rule: ArrayRule, _ node: Int, _ tracks: Bool) -> Bool {
        let end = nodes[node].next
        let notes = tracks && rule.containsEvaluates
        var element = node &+ 1
        var found: UInt32 = 0
        while element < end {
            if check(rule.contains, element, false) {
                found &+= 1
                if notes { evaluated.append(UInt32(truncatingIfNeeded: element)) }
                if found > rule.maximumContained { return false }
                if !notes, rule.maximumContained == .max, found >= rule.minimumContained { return true }
            }
            element = nodes[element].next
        }
        return found >= rule.minimumContained
    }
}
