// SPDX-License-Identifier: Apache-2.0
/// A compiled pattern, which searches a string within a limited number of steps.
package final class CompiledPattern: Sendable {
    let program: PatternProgram
    private let asciiSets: [ASCIISet]

    init(_ program: PatternProgram) {
        self.program = program
        asciiSets = program.sets.map(\.ascii)
    }

    /// Whether the text contains a match, or `outOfSteps` if the search reached the maximum number of steps without an
    /// answer.
    package enum Outcome: Sendable { case match, noMatch, outOfSteps }

    /// The maximum number of steps of the first search, which doesn't record where matching failed. Each byte of text
    /// adds `firstStepsPerByte` steps.
    private static let firstSteps: Int = 2_000
    private static let firstStepsPerByte: Int = 16
    /// The maximum number of steps if a search can't record where matching failed, because the pattern has
    /// backreferences or counters, or the text is very long. Each byte of text adds `maximumStepsPerByte` steps.
    private static let maximumSteps: Int = 200_000
    private static let maximumStepsPerByte: Int = 64
    /// The maximum number of steps of a search that records where matching failed.
    private static let maximumRememberedSteps: Int = 20_000_000
    /// The maximum number of bits to record where matching failed: 16 MiB.
    private static let maximumMemory: Int = 1 << 27

    /// Searches UTF-8 text. Allocates memory only if the pattern backtracks a lot.
    package func search(_ text: UnsafeBufferPointer<UInt8>) -> Outcome {
        var slots: [Int32]?
        return search(text, collecting: &slots)
    }

    /// Searches UTF-8 text. If `slots` isn't `nil`, stores the start and the end of the match and of each group in it.
    func search(_ text: UnsafeBufferPointer<UInt8>, collecting slots: inout [Int32]?) -> Outcome {
        // The temporary memory is valid only within the closures.
        withUnsafeTemporaryAllocation(of: BacktrackEntry.self, capacity: 48) { entries in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: program.slotCount) { buffer in
                // An empty buffer may have no address. Pass the address of a placeholder byte instead, which is never
                // read.
                withUnsafePointer(to: 0 as UInt8) { standIn in
                    guard let base = buffer.baseAddress else { return .noMatch }
                    base.initialize(repeating: -1, count: program.slotCount)
                    let text = SubjectText(base: text.baseAddress ?? standIn, count: text.count)
                    let outcome = search(text, base, entries, followsGroups: slots != nil)
                    if outcome == .match, slots != nil { slots = Array(buffer[..<(2 * program.captureCount + 2)]) }
                    return outcome
                }
            }
        }
    }

    private func search(
        _ text: SubjectText, _ slots: UnsafeMutablePointer<Int32>,
        _ entries: UnsafeMutableBufferPointer<BacktrackEntry>, followsGroups: Bool
    ) -> Outcome {
        let canRemember =
            !program.dependsOnRegisters && text.count < Self.maximumMemory
            && program.instructions.count * (text.count + 1) <= Self.maximumMemory
        let steps =
            canRemember
            ? Self.firstSteps + Self.firstStepsPerByte * text.count
            : Self.maximumSteps + Self.maximumStepsPerByte * text.count
        return program.instructions.withUnsafeBufferPointer { instructions in
            asciiSets.withUnsafeBufferPointer { asciiSets in
                func search(steps: Int, remembers: Bool) -> Outcome {
                    var machine = PatternMachine(
                        self, instructions: instructions, asciiSets: asciiSets, text, slots: slots,
                        followsGroups: followsGroups, stack: GrowingBuffer(borrowing: entries), steps: steps)
                    if remembers { machine.remember() }
                    return machine.search()
                }
                let outcome = search(steps: steps, remembers: false)
                guard outcome == .outOfSteps, canRemember else { return outcome }
                return search(steps: Self.maximumRememberedSteps, remembers: true)
            }
        }
    }
}

/// The ASCII members of a set of scalars, one bit each. `low` contains the members below 64.
struct ASCIISet: BitwiseCopyable, Hashable, Sendable {
    var low: UInt64
    var high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 != 0 : high >> UInt64(byte &- 64) & 1 != 0
    }
}

/// The UTF-8 text to search, read scalar by scalar, forward or backward.
///
/// The caller keeps the text alive during the search.
package struct SubjectText {
    let base: UnsafePointer<UInt8>
    let count: Int

    /// Creates a view of a text that the caller keeps alive.
    package init(base: UnsafePointer<UInt8>, count: Int) {
        self.base = base
        self.count = count
    }

    /// Returns the scalar at an offset, and its length in bytes. The offset must not be the end of the text.
    @inline(__always)
    package func scalar(at place: Int) -> (value: UInt32, length: Int) {
        let first = UInt32(base[place])
        if first < 0x80 { return (first, 1) }
        return longScalar(at: place, first)
    }

    private func longScalar(at place: Int, _ first: UInt32) -> (value: UInt32, length: Int) {
        // The text is well-formed UTF-8, so all bytes of the sequence are available.
        func continuation(_ offset: Int) -> UInt32 { UInt32(base[place + offset] & 0x3F) }
        if first < 0xE0 { return ((first & 0x1F) << 6 | continuation(1), 2) }
        if first < 0xF0 { return ((first & 0x0F) << 12 | continuation(1) << 6 | continuation(2), 3) }
        return ((first & 0x07) << 18 | continuation(1) << 12 | continuation(2) << 6 | continuation(3), 4)
    }

    /// Returns the offset at which the scalar before `place` starts. `place` must not be the start of the text.
    @inline(__always)
    func place(before place: Int) -> Int {
        var at = place &- 1
        while base[at] & 0xC0 == 0x80 { at &-= 1 }
        return at
    }

    /// Returns whether an offset is a word boundary.
    func isWordBoundary(_ place: Int) -> Bool {
        let before = place > 0 && Self.isWord(base[place - 1])
        let behind = place < count && Self.isWord(base[place])
        return before != behind
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}
