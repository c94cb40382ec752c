import Foundation

/// Says which cases were being tried when a client crashed: the process dies with them, and its report isn't written.
enum CrashNote {
    /// Longer ids are cut; more cases at once than this go unnamed.
    private static let slotSize = 256
    private static let slotCount = 64

    /// Runs a case with its id noted.
    static func noting<Value>(_ id: String, _ body: () async -> Value) async -> Value {
        let slot = Slots.shared.take(id)
        defer { if let slot { Slots.shared.free(slot) } }
        return await body()
    }

    /// The ids, where a signal's handler can read them: no lock, no allocation.
    private final class Slots: Sendable {
        static let shared = Slots()

        private let isTaken = Guarded([Bool](repeating: false, count: slotCount))

        private init() {
            noteMemory.initialize(repeating: 0, count: slotCount * slotSize)
            for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { install(signal) }
        }

        func take(_ id: String) -> Int? {
            isTaken.withLock { isTaken in
                guard let slot = isTaken.firstIndex(of: false) else { return nil }
                isTaken[slot] = true
                let bytes = Array("  \(id)\n".utf8.prefix(slotSize - 1))
                for (index, byte) in bytes.enumerated() { noteMemory[slot * slotSize + index] = byte }
                noteMemory[slot * slotSize + bytes.count] = 0
                return slot
            }
        }

        func free(_ slot: Int) {
            isTaken.withLock { isTaken in
                noteMemory[slot * slotSize] = 0
                isTaken[slot] = false
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
        write("accord: the client crashed while it was tried on\n")
        for slot in 0..<slotCount {
            let start = noteMemory + slot * slotSize
            Foundation.write(2, start, strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)))
        }
        write("  “\"isolated\": true” in accord.json makes a crash a finding of its case\n")
        sigaction(signal, formerActions + Int(signal), nil)
        if signal == SIGABRT { raise(signal) }
    }

    private static func write(_ text: StaticString) {
        Foundation.write(2, text.utf8Start, text.utf8CodeUnitCount)
    }
}

// Plain memory, for a signal's handler may wait for nobody; written to under a lock, and read when the process is dying.
nonisolated(unsafe) private let noteMemory = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 * 256)
nonisolated(unsafe) private let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
