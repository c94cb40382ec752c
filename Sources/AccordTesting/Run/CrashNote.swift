import AccordJSON
import Foundation

/// Says which cases were being tried when a client crashed: the process dies with them, and its report isn't written.
enum CrashNote {
    /// Longer ids are cut.
    fileprivate static let slotSize = 256
    /// More cases at once than this are only counted.
    static let slotCount = 1024

    /// Runs a case with its id noted.
    static func noting<Value>(_ id: String, _ body: () async -> Value) async -> Value {
        let slot = Slots.shared.take(id)
        defer { Slots.shared.free(slot) }
        return await body()
    }

    /// The ids, where a signal's handler can read them: no lock, no allocation.
    private final class Slots: Sendable {
        static let shared = Slots()

        /// The slots that hold no id, those taken last at the end.
        private let vacant = Locked(Array((0..<slotCount).reversed()))

        private init() {
            noteMemory.initialize(repeating: 0, count: noteSize)
            unnamedCount.initialize(to: 0)
            for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { install(signal) }
        }

        /// The slot with the id; nil where there was none left.
        func take(_ id: String) -> Int? {
            vacant.withLock { vacant in
                guard let slot = vacant.popLast() else {
                    unnamedCount.pointee += 1
                    return nil
                }
                let bytes = Array("  \(id)".utf8.prefix(slotSize - 2)) + [UInt8(ascii: "\n"), 0]
                for (index, byte) in bytes.enumerated() { noteMemory[slot * slotSize + index] = byte }
                return slot
            }
        }

        func free(_ slot: Int?) {
            vacant.withLock { vacant in
                guard let slot else {
                    unnamedCount.pointee -= 1
                    return
                }
                let start = noteMemory + slot * slotSize
                (noteMemory + slotCount * slotSize).update(from: start, count: slotSize)
                start.pointee = 0
                vacant.append(slot)
            }
        }

        private func install(_ signal: Int32) {
            var action = sigaction()
            #if canImport(Darwin)
                action.__sigaction_u.__sa_handler = report
            #else
                action.__sigaction_handler.sa_handler = report
            #endif
            action.sa_flags = Int32(SA_ONSTACK)
            formerActions[Int(signal)] = sigaction()
            sigaction(signal, &action, formerActions + Int(signal))
        }
    }

    /// Writes the ids, then leaves the signal to whoever handled it before: the runtime's backtrace, or the system.
    private static let report: @convention(c) (Int32) -> Void = { signal in
        let isUnderWay =
            unnamedCount.pointee > 0 || (0..<slotCount).contains { noteMemory[$0 * slotSize] != 0 }
        if isUnderWay {
            write("accord: the client crashed while it was tried on\n")
            for slot in 0..<slotCount { writeNote(slot) }
            if unnamedCount.pointee > 0 {
                write("  and on ")
                write(unnamedCount.pointee)
                write(" more\n")
            }
        } else {
            write("accord: the client crashed between cases, after\n")
            writeNote(slotCount)
        }
        write("  “\"isolated\": true” in accord.json makes a crash a finding of its case\n")
        sigaction(signal, formerActions + Int(signal), nil)
        if signal == SIGABRT { raise(signal) }
    }

    private static func writeNote(_ slot: Int) {
        let start = noteMemory + slot * slotSize
        Foundation.write(2, start, strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)))
    }

    /// Digit by digit, for a text would have to be allocated.
    private static func write(_ number: Int) {
        if number >= 10 { write(number / 10) }
        var digit = UInt8(ascii: "0") + UInt8(number % 10)
        Foundation.write(2, &digit, 1)
    }

    private static func write(_ text: StaticString) {
        Foundation.write(2, text.utf8Start, text.utf8CodeUnitCount)
    }
}

// Plain memory, for a signal's handler may wait for nobody; written to under a lock, and read when the process is dying.
// The slots, and behind them the id of the case that ended last.
nonisolated(unsafe) private let noteMemory = UnsafeMutablePointer<UInt8>.allocate(capacity: noteSize)
private let noteSize = (CrashNote.slotCount + 1) * CrashNote.slotSize
/// The cases under way for which no slot was left.
nonisolated(unsafe) private let unnamedCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
nonisolated(unsafe) private let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
