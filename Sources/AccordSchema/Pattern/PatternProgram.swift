/// A regular expression as instructions for ``PatternMachine``.
struct PatternProgram: Sendable {
    var instructions: [PatternInstruction] = []
    var sets: [ScalarSet] = []
    /// The groups, the whole match not counted.
    var captureCount: Int = 0
    /// The registers behind the groups' slots, for counters and for noticing empty repetitions.
    var registerCount: Int = 0
    /// Whether what follows depends on more than the place in pattern and text, so that it can't be remembered.
    var dependsOnRegisters: Bool = false
    /// Whether groups have to be tracked even when their captures aren't requested.
    var hasBackreferences: Bool = false
    /// Whether a match can only begin at the start of the text.
    var isAnchored: Bool = false

    var slotCount: Int { 2 * captureCount + 2 + registerCount }

    /// A pattern that would need more instructions is refused.
    static let maximumSize: Int = 100_000
}

/// One step of a pattern; what `a` to `c` are depends on the operation.
struct PatternInstruction: BitwiseCopyable, Sendable {
    enum Operation: UInt8, Sendable {
        case accept
        /// Take the scalar `a`.
        case scalar
        /// Take a scalar of the set `a`.
        case set
        /// Take from `b` to `c` scalars of the set `a`, as many as possible.
        case run
        /// The same, as few as possible.
        case lazyRun
        /// Go on at `a`.
        case jump
        /// Go on at `a`, and if that fails at `b`.
        case split
        /// Remember the place in slot `a`.
        case save
        /// Forget the slots from `a` up to `b`.
        case clear
        case start
        case end
        case wordBoundary
        case notWordBoundary
        /// Look ahead or behind with the instructions from `a` on; go on at `b`.
        case look
        case notLook
        /// Take what group `a` took.
        case backreference
        /// Fail if the place is still the one in slot `a`.
        case progress
        /// Set slot `a` to 0.
        case reset
        /// Count slot `a` up; go on at the loop's end, `b`, unless the count may still grow (see the compiler).
        case count
    }

    var operation: Operation
    /// Whether the text is taken from right to left, as within a lookbehind.
    var isBackward: Bool = false
    var isGreedy: Bool = true
    var a: Int32 = 0
    var b: Int32 = 0
    var c: Int32 = 0
}
