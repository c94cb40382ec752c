extension CompiledPattern {
    /// The steps that a search may take before it starts to remember, and again for each scalar of the text.
    private static let firstSteps: Int = 2_000
    private static let firstStepsPerByte: Int = 16
    /// The steps after which a search that can't remember is given up, and again for each byte of the text.
    private static let maximumSteps: Int = 200_000
    private static let maximumStepsPerByte: Int = 64
    /// The steps after which a search that remembers is given up.
    private static let maximumRememberedSteps: Int = 20_000_000
    /// The most bits that remembering may take: 16 MiB.
    private static let maximumMemory: Int = 1 << 27

    /// Whether UTF-8 text holds a match, without allocating where the expression behaves.
    func decide(_ text: UnsafeBufferPointer<UInt8>) -> PatternMachine.Outcome {
        var none: [Int32]?
        return decide(text, &none)
    }

    func decide(_ text: UnsafeBufferPointer<UInt8>, collecting slots: inout [Int32]) -> PatternMachine.Outcome {
        var collected: [Int32]? = []
        let outcome = decide(text, &collected)
        slots = collected ?? []
        return outcome
    }

    private func decide(_ text: UnsafeBufferPointer<UInt8>, _ collected: inout [Int32]?) -> PatternMachine.Outcome {
        // Both temporary buffers are used within their closures alone; an empty text may have no address, and then
        // the stand-in is never read.
        withUnsafeTemporaryAllocation(of: BacktrackEntry.self, capacity: 48) { entries in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: program.slotCount) { buffer in
                withUnsafePointer(to: 0 as UInt8) { standIn in
                    guard let slots = buffer.baseAddress else { return .noMatch }
                    slots.initialize(repeating: -1, count: program.slotCount)
                    let subject = SubjectText(base: text.baseAddress ?? standIn, count: text.count)
                    let outcome = decide(subject, slots, entries, followsGroups: collected != nil)
                    if collected != nil, outcome == .match {
                        // There are slots for each group's two ends, and two more for the match.
                        collected = Array(UnsafeBufferPointer(start: slots, count: 2 * program.captureCount + 2))
                    }
                    return outcome
                }
            }
        }
    }

    /// Text, slots and entries live as long as the closures of the caller.
    private func decide(
        _ text: SubjectText, _ slots: UnsafeMutablePointer<Int32>,
        _ entries: UnsafeMutableBufferPointer<BacktrackEntry>, followsGroups: Bool
    ) -> PatternMachine.Outcome {
        let canRemember =
            !program.dependsOnRegisters && text.count < Self.maximumMemory
            && instructions.count * (text.count + 1) <= Self.maximumMemory
        let steps =
            canRemember
            ? Self.firstSteps + Self.firstStepsPerByte * text.count
            : Self.maximumSteps + Self.maximumStepsPerByte * text.count
        var machine = PatternMachine(
            self, text, slots: slots, followsGroups: followsGroups, stack: BacktrackStack(borrowing: entries),
            steps: steps)
        let outcome = machine.search()
        guard outcome == .outOfSteps, canRemember else { return outcome }
        var second = PatternMachine(
            self, text, slots: slots, followsGroups: followsGroups, stack: BacktrackStack(borrowing: entries),
            steps: Self.maximumRememberedSteps)
        second.remember(steps: Self.maximumRememberedSteps)
        return second.search()
    }
}
