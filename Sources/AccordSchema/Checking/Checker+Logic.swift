// The pointers are into the program's instructions, which outlive the checker.
extension Checker {
    @inline(never)
    mutating func checkAll(_ list: UnsafePointer<Instruction>, _ node: Int, _ tracks: Bool) -> Bool {
        var place = Int(list.pointee.a)
        while place < Int(list.pointee.b) {
            if !check(tables.lists[place], node, tracks) { return false }
            place &+= 1
        }
        return true
    }

    @inline(never)
    mutating func checkAny(_ list: UnsafePointer<Instruction>, _ node: Int, _ tracks: Bool) -> Bool {
        var isValid = false
        var place = Int(list.pointee.a)
        while place < Int(list.pointee.b) {
            if check(tables.lists[place], node, tracks) {
                // Where it matters what was looked at, every branch has its say.
                if !tracks { return true }
                isValid = true
            }
            place &+= 1
        }
        return isValid
    }

    @inline(never)
    mutating func checkOne(_ list: UnsafePointer<Instruction>, _ node: Int, _ tracks: Bool) -> Bool {
        var isValid = false
        var place = Int(list.pointee.a)
        while place < Int(list.pointee.b) {
            if check(tables.lists[place], node, tracks) {
                if isValid { return false }
                isValid = true
            }
            place &+= 1
        }
        return isValid
    }

    @inline(never)
    mutating func checkCondition(_ condition: UnsafePointer<Instruction>, _ node: Int, _ tracks: Bool) -> Bool {
        let branch = check(condition.pointee.a, node, tracks) ? condition.pointee.b : condition.pointee.c
        return branch == Instruction.none || check(branch, node, tracks)
    }
}
