/// A pattern taken apart.
indirect enum RegexpTree {
    case alternatives([RegexpTree])
    case sequence([RegexpTree])
    case set(ScalarSet)
    /// The start of the text, and its end.
    case start, end
    /// A part as often as from a least to a most number of times; `nil` for no limit.
    case repetition(RegexpTree, least: Int, most: Int?)
}

/// A step of a matching program.
enum RegexpInstruction: Sendable, Equatable {
    /// Takes a scalar that is in a set, and goes on behind.
    case scalar(Int)
    /// Goes on at the start of the text alone, or at its end.
    case start, end
    case jump(Int)
    case split(Int, Int)
    case accept
}

/// Turns a pattern into a program of limited size.
struct RegexpCompiler {
    private(set) var program: [RegexpInstruction] = []
    private(set) var sets: [ScalarSet] = []
    private static let maximumSize = 5_000

    /// Compiles a whole pattern; false if the program gets too large.
    mutating func compile(_ tree: RegexpTree) -> Bool {
        guard emit(tree) else { return false }
        program.append(.accept)
        return true
    }

    private mutating func emit(_ tree: RegexpTree) -> Bool {
        guard program.count < Self.maximumSize else { return false }
        switch tree {
        case .set(let set):
            program.append(.scalar(sets.count))
            sets.append(set)
            return true
        case .start:
            program.append(.start)
            return true
        case .end:
            program.append(.end)
            return true
        case .sequence(let parts):
            for part in parts where !emit(part) { return false }
            return true
        case .alternatives(let parts):
            return emit(alternatives: parts)
        case .repetition(let part, let least, let most):
            return emit(part, least: least, most: most)
        }
    }

    private mutating func emit(alternatives parts: [RegexpTree]) -> Bool {
        var jumps: [Int] = []
        for (index, part) in parts.enumerated() {
            guard index < parts.count - 1 else {
                guard emit(part) else { return false }
                break
            }
            let split = program.count
            program.append(.accept)
            guard emit(part) else { return false }
            jumps.append(program.count)
            program.append(.accept)
            program[split] = .split(split + 1, program.count)
        }
        for jump in jumps { program[jump] = .jump(program.count) }
        return true
    }

    private mutating func emit(_ part: RegexpTree, least: Int, most: Int?) -> Bool {
        // A part that makes no program would be repeated without the program's size ever stopping it.
        let start = program.count
        guard most != 0 else { return true }
        for _ in 0..<least {
            guard emit(part) else { return false }
            if program.count == start { return true }
        }
        guard let most else {
            let split = program.count
            program.append(.accept)
            guard emit(part) else { return false }
            program.append(.jump(split))
            program[split] = .split(split + 1, program.count)
            return true
        }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(program.count)
            program.append(.accept)
            guard emit(part) else { return false }
        }
        for split in splits { program[split] = .split(split + 1, program.count) }
        return true
    }
}
