// SPDX-License-Identifier: Apache-2.0
/// Compiles a syntax tree to instructions.
struct PatternCompiler {
    private var program = PatternProgram()
    private var isBackward: Bool = false
    private let source: String

    /// The maximum number of instructions for the copies of a repetition's body: `(ab){3}` becomes `ababab`. A larger
    /// repetition becomes a loop with a counter.
    static let maximumExpansion: Int = 500

    static func compile(_ node: PatternNode, parser: PatternParser) throws(ECMAPatternError) -> PatternProgram {
        var compiler = PatternCompiler(source: parser.source)
        compiler.program.captureCount = parser.captureCount
        compiler.program.hasBackreferences = parser.hasBackreferences
        compiler.program.dependsOnRegisters = parser.hasBackreferences
        compiler.program.isAnchored = startsAtStart(node)
        try compiler.add(node)
        compiler.emit(.accept)
        return compiler.program
    }

    private static func startsAtStart(_ node: PatternNode) -> Bool {
        switch node {
        case .start: true
        case .sequence(let nodes): nodes.first.map(startsAtStart) ?? false
        case .alternatives(let nodes): nodes.allSatisfy(startsAtStart)
        case .capture(_, let inner): startsAtStart(inner)
        default: false
        }
    }

    private var here: Int32 { Int32(program.instructions.count) }

    private mutating func emit(
        _ operation: PatternInstruction.Operation, _ a: Int32 = 0, _ b: Int32 = 0, _ c: Int32 = 0, isGreedy: Bool = true
    ) {
        program.instructions.append(
            PatternInstruction(operation: operation, isBackward: isBackward, isGreedy: isGreedy, a: a, b: b, c: c))
    }

    private mutating func index(of set: ScalarSet) -> Int32 {
        program.sets.append(set)
        return Int32(program.sets.count - 1)
    }

    private mutating func newRegister() -> Int32 {
        program.registerCount += 1
        return Int32(2 * program.captureCount + 1 + program.registerCount)
    }

    private mutating func add(_ node: PatternNode) throws(ECMAPatternError) {
        if program.instructions.count > PatternProgram.maximumSize {
            let reason = "the repetitions make the pattern too large"
            throw ECMAPatternError(source: source, column: 1, reason: reason, isLimit: true)
        }
        switch node {
        case .empty: break
        case .scalar(let value): emit(.scalar, Int32(value))
        case .set(let set): emit(.set, index(of: set))
        case .sequence(let nodes): for part in isBackward ? nodes.reversed() : nodes { try add(part) }
        case .alternatives(let nodes): try addAlternatives(nodes)
        case .capture(let group, let inner):
            emit(.save, Int32(2 * group + (isBackward ? 1 : 0)))
            try add(inner)
            emit(.save, Int32(2 * group + (isBackward ? 0 : 1)))
        case .repetition(let inner, let minimum, let maximum, let isGreedy):
            try addRepetition(inner, minimum, maximum, isGreedy)
        case .start: emit(.start)
        case .end: emit(.end)
        case .wordBoundary(let isNegated): emit(isNegated ? .notWordBoundary : .wordBoundary)
        case .look(let inner, let behind, let isNegated):
            let look = Int(here)
            emit(isNegated ? .notLook : .look)
            let outer = isBackward
            isBackward = behind
            program.instructions[look].a = here
            try add(inner)
            emit(.accept)
            isBackward = outer
            program.instructions[look].b = here
        case .backreference(let group): emit(.backreference, Int32(group))
        case .namedBackreference: break
        }
    }

    private mutating func addAlternatives(_ nodes: [PatternNode]) throws(ECMAPatternError) {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            if index == nodes.count - 1 {
                try add(node)
            } else {
                let split = Int(here)
                emit(.split)
                program.instructions[split].a = here
                try add(node)
                jumps.append(Int(here))
                emit(.jump)
                program.instructions[split].b = here
            }
        }
        for jump in jumps { program.instructions[jump].a = here }
    }

    private mutating func addRepetition(
        _ node: PatternNode, _ minimum: Int, _ maximum: Int, _ isGreedy: Bool
    ) throws(ECMAPatternError) {
        if maximum == 0 { return }
        if let set = node.singleScalarSet {
            emit(isGreedy ? .run : .lazyRun, index(of: set), Int32(minimum), Int32(maximum))
            return
        }
        let isUnbounded = maximum == PatternNode.unbounded
        let copies = isUnbounded ? minimum : maximum
        let isSmall = copies <= Self.maximumExpansion && node.size <= Self.maximumExpansion / max(copies, 1)
        guard copies <= 1 || isSmall else { return try addCounter(node, minimum, maximum, isGreedy) }
        for _ in 0..<minimum { try add(node) }
        var splits: [Int] = []
        for _ in minimum..<(isUnbounded ? minimum + 1 : maximum) {
            splits.append(Int(here))
            emit(.split)
            try addIteration(node)
            if isUnbounded { emit(.jump, Int32(splits[0])) }
        }
        for split in splits { setTargets(split, body: Int32(split + 1), behind: here, isGreedy) }
    }

    /// Sets the targets of a `split` instruction. A greedy split tries the body first. A lazy split tries the body
    /// last.
    private mutating func setTargets(_ split: Int, body: Int32, behind: Int32, _ isGreedy: Bool) {
        program.instructions[split].a = isGreedy ? body : behind
        program.instructions[split].b = isGreedy ? behind : body
    }

    /// Adds one optional iteration of a repetition. The iteration clears the groups of the body, and fails if the body
    /// matches the empty string (ECMA-262, 22.2.2.3.1).
    private mutating func addIteration(_ node: PatternNode) throws(ECMAPatternError) {
        if let groups = node.captures { emit(.clear, Int32(2 * groups.lowerBound), Int32(2 * groups.upperBound + 2)) }
        guard node.canBeEmpty else { return try add(node) }
        let register = newRegister()
        emit(.save, register)
        try add(node)
        emit(.progress, register)
    }

    /// Adds a loop with a counter.
    ///
    /// The loop starts with a `count` instruction. While the counter is below the minimum, `count` runs the body once
    /// more. At the maximum, `count` leaves the loop. Between the two limits, `count` can do both. If `isGreedy` is
    /// true, `count` tries the body first.
    private mutating func addCounter(
        _ node: PatternNode, _ minimum: Int, _ maximum: Int, _ isGreedy: Bool
    ) throws(ECMAPatternError) {
        program.dependsOnRegisters = true
        let counter = newRegister()
        emit(.reset, counter)
        let head = Int(here)
        emit(.count, counter, Int32(minimum), Int32(maximum), isGreedy: isGreedy)
        // To leave the loop, `count` uses the target of this `jump`, because `count` has no free field for the target.
        let exit = Int(here)
        emit(.jump)
        if let groups = node.captures { emit(.clear, Int32(2 * groups.lowerBound), Int32(2 * groups.upperBound + 2)) }
        try add(node)
        emit(.jump, Int32(head))
        program.instructions[exit].a = here
    }
}

/// The instructions of a pattern for ``PatternMachine``.
struct PatternProgram: Sendable {
    var instructions: [PatternInstruction] = []
    var sets: [ScalarSet] = []
    /// The number of groups, without the whole match.
    var captureCount: Int = 0
    /// The number of registers. The slots of a search contain the offsets of groups, followed by the registers. A
    /// register stores a counter or the offset at which an iteration started.
    var registerCount: Int = 0
    /// Whether the result of an instruction at an offset also depends on groups or registers. If so, a search must not
    /// record a failure, because the same instruction can match at the same offset later.
    var dependsOnRegisters: Bool = false
    /// Whether the pattern has backreferences. If so, a search tracks groups even if the caller doesn't request them.
    var hasBackreferences: Bool = false
    /// Whether a match can start only at the start of the text.
    var isAnchored: Bool = false

    var slotCount: Int { 2 * captureCount + 2 + registerCount }

    /// The maximum number of instructions of a pattern.
    static let maximumSize: Int = 100_000
}

/// An instruction. The meaning of `a`, `b` and `c` depends on the operation.
struct PatternInstruction: BitwiseCopyable, Sendable {
    enum Operation: UInt8, Sendable {
        case accept
        /// Matches the scalar `a`.
        case scalar
        /// Matches any scalar in set `a`.
        case set
        /// Matches from `b` to `c` scalars of set `a`, as many as possible.
        case run
        /// Matches from `b` to `c` scalars of set `a`, as few as possible.
        case lazyRun
        /// Continues at instruction `a`.
        case jump
        /// Continues at instruction `a`. If matching fails from there, continues at instruction `b`.
        case split
        /// Stores the current offset of the text in slot `a`.
        case save
        /// Clears the slots in `a..<b`.
        case clear
        case start
        case end
        case wordBoundary
        case notWordBoundary
        /// Looks ahead or behind with the instructions from `a`, and continues at `b`.
        case look
        case notLook
        /// Matches the text of group `a`.
        case backreference
        /// Fails if the current offset of the text is equal to slot `a`, because the iteration matched the empty
        /// string.
        case progress
        /// Sets slot `a` to 0.
        case reset
        /// Counts an iteration of a loop in slot `a`, or leaves the loop. `b` is the minimum and `c` the maximum number
        /// of iterations.
        case count
    }

    var operation: Operation
    /// Whether to match from right to left, as in a lookbehind.
    var isBackward: Bool = false
    var isGreedy: Bool = true
    var a: Int32 = 0
    var b: Int32 = 0
    var c: Int32 = 0
}
