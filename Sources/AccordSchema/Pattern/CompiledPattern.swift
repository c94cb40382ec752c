/// A pattern's program in tables that the machine reads without counting references.
final class CompiledPattern: Sendable {
    let program: PatternProgram
    let instructions: FlatTable<PatternInstruction>
    let asciiSets: FlatTable<ASCIISet>

    init(_ program: PatternProgram) {
        self.program = program
        instructions = FlatTable(program.instructions)
        asciiSets = FlatTable(program.sets.map { ASCIISet(low: $0.low, high: $0.high) })
    }
}

/// What a set of scalars has of ASCII, a bit each.
struct ASCIISet: BitwiseCopyable, Sendable {
    var low: UInt64
    var high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 != 0 : high >> UInt64(byte &- 64) & 1 != 0
    }
}
