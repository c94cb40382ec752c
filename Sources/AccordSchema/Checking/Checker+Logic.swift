extension Checker {
    @inline(never)
    mutating func checkAll(_ list: Instruction, _ node: Int, _ tracks: Bool) -> Bool {
        var place = Int(list.a)
        while place < Int(list.b) {
            if !check(lists[place], node, tracks) { return false }
            place &+= 1
        }
        return true
    }

    @inline(never)
    mutating func checkAny(_ list: Instruction, _ node: Int, _ tracks: Bool) -> Bool {
        var isValid = false
        var place = Int(list.a)
        while place < Int(list.b) {
            if check(lists[place], node, tracks) {
                // Where it matters what was looked at, every branch has its say.
                if !tracks { return true }
                isValid = true
            }
            place &+= 1
        }
        return isValid
    }

    @inline(never)
    mutating func checkOne(_ list: Instruction, _ node: Int, _ tracks: Bool) -> Bool {
        var isValid = false
        var place = Int(list.a)
        while place < Int(list.b) {
            if check(lists[place], node, tracks) {
                if isValid { return false }
                isValid = true
            }
            place &+= 1
        }
        return isValid
    }

    @inline(never)
    mutating func checkCondition(_ condition: Instruction, _ node: Int, _ tracks: Bool) -> Bool {
        let branch = check(condition.a, node, tracks) ? condition.b : condition.c
        return branch == Instruction.none || check(branch, node, tracks)
    }
}
