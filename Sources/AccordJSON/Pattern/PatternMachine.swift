// SPDX-License-Identifier: Apache-2.0
/// Matches a pattern by backtracking, within a limited number of steps.
///
/// The first search doesn't record where matching failed. If it takes too many steps, a second search records each
/// instruction with the offset at which it ran. The second search never runs an instruction twice at the same offset.
/// It takes at most as many steps as the product of the lengths of pattern and text. After a greedy run such as `a*`,
/// it continues from each offset at most once.
struct PatternMachine: ~Copyable {
    typealias Outcome = CompiledPattern.Outcome

    // The caller keeps the memory of the pattern, its instructions and its sets alive.
    private let instructions: UnsafeBufferPointer<PatternInstruction>
    private let asciiSets: UnsafeBufferPointer<ASCIISet>
    private let pattern: Unmanaged<CompiledPattern>
    private let captureCount: Int
    private let slotCount: Int
    private let isAnchored: Bool
    private let text: SubjectText
    // The offsets of groups, followed by the registers. An empty slot is -1. The caller keeps the memory alive.
    private let slots: UnsafeMutablePointer<Int32>
    private let followsGroups: Bool
    private var stack: GrowingBuffer<BacktrackEntry>
    private var steps: Int
    private var memo: [UInt64] = []
    /// The visited offsets of each greedy run, by the index of the run's instruction.
    private var visits: [RunVisits] = []
    private var isRemembering = false

    /// Creates a machine. The caller keeps the pattern, the text and the slots alive.
    init(
        _ pattern: CompiledPattern, instructions: UnsafeBufferPointer<PatternInstruction>,
        asciiSets: UnsafeBufferPointer<ASCIISet>, _ text: SubjectText, slots: UnsafeMutablePointer<Int32>,
        followsGroups: Bool, stack: consuming GrowingBuffer<BacktrackEntry>, steps: Int
    ) {
        self.pattern = Unmanaged.passUnretained(pattern)
        self.instructions = instructions
        self.asciiSets = asciiSets
        captureCount = pattern.program.captureCount
        slotCount = pattern.program.slotCount
        isAnchored = pattern.program.isAnchored
        self.text = text
        self.slots = slots
        self.followsGroups = followsGroups || pattern.program.hasBackreferences
        self.stack = stack
        self.steps = steps
    }

    /// Starts to record the visited pairs of instruction and offset, so that a search doesn't repeat a failed attempt.
    mutating func remember() {
        isRemembering = true
        memo = [UInt64](repeating: 0, count: instructions.count * (text.count + 1) / 64 + 1)
        visits = [RunVisits](repeating: RunVisits(), count: instructions.count)
    }

    /// Searches for the first offset at which the pattern matches.
    mutating func search() -> Outcome {
        var start = 0
        while true {
            for slot in 0..<slotCount { slots[slot] = -1 }
            let outcome = run(from: 0, at: start)
            if outcome != .noMatch {
                slots[0] = Int32(truncatingIfNeeded: start)
                return outcome
            }
            if isAnchored || start >= text.count { return .noMatch }
            start += text.scalar(at: start).length
        }
    }

    /// Runs the program, starting at instruction `first`. The instruction `accept` ends the match and stores its end in
    /// slot 1.
    private mutating func run(from first: Int, at startPlace: Int) -> Outcome {
        let floor = stack.count
        var pc = first
        var place = startPlace
        while true {
            steps &-= 1
            if steps < 0 { return .outOfSteps }
            if isRemembering, first == 0, isKnown(pc, place) {
                guard goBack(floor, &pc, &place, skipsVisited: true) else { return .noMatch }
                continue
            }
            let instruction = instructions[pc]
            var isFine = true
            switch instruction.operation {
            case .accept:
                slots[1] = Int32(truncatingIfNeeded: place)
                dropBranches(downTo: floor)
                return .match
            case .scalar:
                isFine = takeScalar(instruction.isBackward, &place) { $0 == UInt32(bitPattern: instruction.a) }
            case .set: isFine = takeScalar(of: instruction.a, instruction.isBackward, &place)
            case .run: isFine = takeRun(pc, instruction, &place, skipsVisited: isRemembering && first == 0)
            case .lazyRun: isFine = takeLazyRun(pc, instruction, &place)
            case .jump:
                pc = Int(instruction.a)
                continue
            case .split:
                stack.append(BacktrackEntry(.branch, instruction.b, place))
                pc = Int(instruction.a)
                continue
            case .save: save(instruction.a, place)
            case .clear:
                if followsGroups { for slot in instruction.a..<instruction.b { setSlot(slot, -1) } }
            case .start: isFine = place == 0
            case .end: isFine = place == text.count
            case .wordBoundary: isFine = text.isWordBoundary(place)
            case .notWordBoundary: isFine = !text.isWordBoundary(place)
            case .look, .notLook:
                switch look(instruction, place) {
                case .outOfSteps: return .outOfSteps
                case .match: isFine = true
                case .noMatch: isFine = false
                }
                if isFine {
                    pc = Int(instruction.b)
                    continue
                }
            case .backreference: isFine = takeGroup(Int(instruction.a), instruction.isBackward, &place)
            case .progress: isFine = isRemembering || slots[Int(instruction.a)] != Int32(truncatingIfNeeded: place)
            case .reset: setSlot(instruction.a, 0)
            case .count:
                pc = count(pc, instruction, place)
                continue
            }
            if isFine {
                pc &+= 1
            } else if !goBack(floor, &pc, &place, skipsVisited: isRemembering && first == 0) {
                return .noMatch
            }
        }
    }

    private mutating func isKnown(_ pc: Int, _ place: Int) -> Bool {
        let bit = pc * (text.count + 1) + place
        let mask: UInt64 = 1 << UInt64(bit & 63)
        if memo[bit >> 6] & mask != 0 { return true }
        memo[bit >> 6] |= mask
        return false
    }

    /// Removes entries from the stack until one is an alternative to try. Undoes the changes of slots in the removed
    /// entries. Returns `false` if only the lowest `floor` entries are left.
    private mutating func goBack(_ floor: Int, _ pc: inout Int, _ place: inout Int, skipsVisited: Bool) -> Bool {
        while stack.count > floor {
            let entry = stack.removeLast()
            switch entry.kind {
            case .slot: slots[Int(entry.a)] = entry.b
            case .branch:
                pc = Int(entry.a)
                place = Int(entry.b)
                return true
            case .run:
                let instruction = instructions[Int(entry.a)]
                let at = Int(entry.b)
                place = instruction.isBackward ? at + text.scalar(at: at).length : text.place(before: at)
                if skipsVisited, !instruction.isBackward {
                    guard visit(Int(entry.a), &place, downTo: Int(entry.c)) else { continue }
                }
                if place != Int(entry.c) { stack.append(BacktrackEntry(.run, entry.a, place, Int(entry.c))) }
                pc = Int(entry.a) + 1
                return true
            case .lazyRun:
                let instruction = instructions[Int(entry.a)]
                place = Int(entry.b)
                guard takeScalar(of: instruction.a, instruction.isBackward, &place) else { continue }
                let taken = entry.c + 1
                if taken < instruction.c { stack.append(BacktrackEntry(.lazyRun, entry.a, place, Int(taken))) }
                pc = Int(entry.a) + 1
                return true
            }
        }
        return false
    }

    /// Empties the stack after a match, except for a match within a lookaround (`floor` > 0).
    private mutating func dropBranches(downTo floor: Int) {
        if floor == 0 { stack.removeLast(downTo: 0) }
    }

    @inline(__always)
    private func takeScalar(_ isBackward: Bool, _ place: inout Int, where isMatch: (UInt32) -> Bool) -> Bool {
        guard isBackward ? place > 0 : place < text.count else { return false }
        let start = isBackward ? text.place(before: place) : place
        let scalar = text.scalar(at: start)
        guard isMatch(scalar.value) else { return false }
        place = isBackward ? start : start &+ scalar.length
        return true
    }

    @inline(__always)
    private func takeScalar(of set: Int32, _ isBackward: Bool, _ place: inout Int) -> Bool {
        if !isBackward, place < text.count, text.base[place] < 0x80 {
            guard asciiSets[Int(set)].contains(text.base[place]) else { return false }
            place &+= 1
            return true
        }
        return takeScalarSlowly(of: set, isBackward, &place)
    }

    @inline(never)
    private func takeScalarSlowly(of set: Int32, _ isBackward: Bool, _ place: inout Int) -> Bool {
        takeScalar(isBackward, &place) { value in
            // The caller keeps the pattern alive, so this access needs no reference counting.
            pattern._withUnsafeGuaranteedRef { $0.program.sets[Int(set)].contains(value) }
        }
    }

    private mutating func takeRun(
        _ pc: Int, _ run: PatternInstruction, _ place: inout Int, skipsVisited: Bool
    ) -> Bool {
        let set = run.a
        var taken: Int32 = 0
        while taken < run.b {
            guard takeScalar(of: set, run.isBackward, &place) else { return false }
            taken += 1
        }
        let least = place
        if skipsVisited, !run.isBackward {
            let known = visits[pc].range
            while taken < run.c {
                if run.c == Int32.max, known.contains(place) {
                    place = known.upperBound
                    break
                }
                guard takeScalar(of: set, false, &place) else { break }
                taken += 1
            }
            if run.c == Int32.max, !known.contains(least) { visits[pc].range = least...place }
            guard visit(pc, &place, downTo: least) else { return false }
        } else {
            while taken < run.c, takeScalar(of: set, run.isBackward, &place) { taken += 1 }
        }
        steps &-= Int(taken) / 8
        if place != least { stack.append(BacktrackEntry(.run, Int32(truncatingIfNeeded: pc), place, least)) }
        return true
    }

    /// Moves `place`, the end of a run, back past all offsets from which the search has already continued. Records the
    /// new offset.
    ///
    /// - Returns: `false` if no offset from `least` to `place` is left.
    private mutating func visit(_ pc: Int, _ place: inout Int, downTo least: Int) -> Bool {
        let known = visits[pc].continued
        if known.contains(place) {
            guard known.lowerBound > least else { return false }
            place = text.place(before: known.lowerBound)
        }
        let isNext =
            place < known.lowerBound && known.lowerBound <= text.count && text.place(before: known.lowerBound) == place
        visits[pc].continued = place...(isNext ? known.upperBound : place)
        return true
    }

    private mutating func takeLazyRun(_ pc: Int, _ run: PatternInstruction, _ place: inout Int) -> Bool {
        let set = run.a
        var taken: Int32 = 0
        while taken < run.b {
            guard takeScalar(of: set, run.isBackward, &place) else { return false }
            taken += 1
        }
        if taken < run.c { stack.append(BacktrackEntry(.lazyRun, Int32(truncatingIfNeeded: pc), place, Int(taken))) }
        return true
    }

    private mutating func setSlot(_ slot: Int32, _ value: Int32) {
        stack.append(BacktrackEntry(.slot, slot, Int(slots[Int(slot)])))
        slots[Int(slot)] = value
    }

    private mutating func save(_ slot: Int32, _ place: Int) {
        let isGroup = Int(slot) < 2 * captureCount + 2
        if isGroup ? followsGroups : !isRemembering { setSlot(slot, Int32(truncatingIfNeeded: place)) }
    }

    private mutating func look(_ instruction: PatternInstruction, _ place: Int) -> Outcome {
        let height = stack.count
        let saved = slots[1]
        let outcome = run(from: Int(instruction.a), at: place)
        slots[1] = saved
        let isNegated = instruction.operation == .notLook
        if outcome == .outOfSteps { return outcome }
        if outcome == .match {
            // Discard the alternatives within the lookaround, because a search never backtracks into a lookaround. Keep
            // the entries that undo changes of slots.
            var notes: [BacktrackEntry] = []
            while stack.count > height {
                let entry = stack.removeLast()
                if entry.kind == .slot { notes.append(entry) }
            }
            for note in isNegated ? notes : [] { slots[Int(note.a)] = note.b }
            if !isNegated { for note in notes.reversed() { stack.append(BacktrackEntry(.slot, note.a, Int(note.b))) } }
        }
        return (outcome == .match) != isNegated ? .match : .noMatch
    }

    private func takeGroup(_ group: Int, _ isBackward: Bool, _ place: inout Int) -> Bool {
        let start = Int(slots[2 * group])
        let end = Int(slots[2 * group + 1])
        guard start >= 0, end >= start else { return true }
        let length = end - start
        let from = isBackward ? place - length : place
        guard from >= 0, from + length <= text.count else { return false }
        for offset in 0..<length where text.base[start + offset] != text.base[from + offset] { return false }
        place = isBackward ? from : from + length
        return true
    }

    /// Enters or leaves a counted loop. Returns the next instruction.
    private mutating func count(_ pc: Int, _ loop: PatternInstruction, _ place: Int) -> Int {
        let done = slots[Int(loop.a)]
        let exit = Int(instructions[pc + 1].a)
        if done >= loop.c { return exit }
        if done < loop.b || loop.isGreedy {
            if done >= loop.b { stack.append(BacktrackEntry(.branch, Int32(truncatingIfNeeded: pc + 1), place)) }
            setSlot(loop.a, done + 1)
            return pc + 2
        }
        // A lazy loop tries to leave first. If that fails, the search runs the body once more. Count that iteration
        // now.
        setSlot(loop.a, done + 1)
        stack.append(BacktrackEntry(.branch, Int32(truncatingIfNeeded: pc + 2), place))
        return exit
    }
}

/// The offsets from which the search has continued after a greedy run.
private struct RunVisits {
    /// An offset beyond the end of every text. The range `none...none` therefore contains no offset of the text.
    private static let none = Int.max

    /// A range of offsets that the run matched. A run that starts within this range ends at the range's upper bound.
    var range = none...none
    /// A range of offsets. The search has already continued from each of them after the run.
    var continued = none...none
}

/// An entry of the backtracking stack: an alternative to try, or a change to undo.
struct BacktrackEntry: BitwiseCopyable {
    enum Kind: UInt8 {
        /// Continue at instruction `a` and offset `b`.
        case branch
        /// Restore slot `a` to `b`.
        case slot
        /// The greedy run at instruction `a` ended at offset `b`, and may shrink to offset `c`.
        case run
        /// The lazy run at instruction `a` has matched `c` scalars up to offset `b`, and may continue.
        case lazyRun
    }

    var kind: Kind
    var a: Int32
    var b: Int32
    var c: Int32

    @inline(__always)
    init(_ kind: Kind, _ a: Int32, _ b: Int, _ c: Int = 0) {
        self.kind = kind
        self.a = a
        self.b = Int32(truncatingIfNeeded: b)
        self.c = Int32(truncatingIfNeeded: c)
    }
}
