// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// Writes the report if the client crashes the test process. A crash ends the test process only if cases run without
/// isolation.
///
/// A signal handler can't safely write a report, so it wakes a waiting thread, which writes the report.
enum CrashReport {
    /// Starts the thread that writes the report, and installs the signal handlers. Further calls have no effect.
    static func install() { _ = isInstalled }

    #if canImport(Glibc) || canImport(Darwin)
        private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
        /// The longest time in milliseconds that a crashed thread waits for the report.
        private static let patience: Int32 = 30_000
        /// The file descriptors of two pipes. The signal handler writes the signal to the first pipe, and then waits
        /// for a byte from the second pipe.
        private nonisolated(unsafe) static let request = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
        private nonisolated(unsafe) static let response = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
        private nonisolated(unsafe) static let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

        private static let isInstalled: Bool = {
            guard pipe(request) == 0, pipe(response) == 0 else { return false }
            Thread.detachNewThread {
                var signal: UInt8 = 0
                guard read(request[0], &signal, 1) == 1 else { return }
                ClientRecorder.shared.write(afterSignal: Int32(signal))
                _ = write(response[1], &signal, 1)
            }
            for signal in signals {
                var action = sigaction()
                #if canImport(Glibc)
                    action.__sigaction_handler.sa_handler = handle
                #else
                    action.__sigaction_u.__sa_handler = handle
                #endif
                sigaction(signal, &action, former + Int(signal))
            }
            return true
        }()

        /// Handles a signal: waits until the report is written, and restores the previous handler. After that, the
        /// instruction that crashed runs again, and ends the process.
        private static let handle: @convention(c) (Int32) -> Void = { signal in
            var number = UInt8(truncatingIfNeeded: signal)
            _ = write(CrashReport.request[1], &number, 1)
            var waiting = pollfd(fd: CrashReport.response[0], events: Int16(POLLIN), revents: 0)
            _ = poll(&waiting, 1, CrashReport.patience)
            sigaction(signal, CrashReport.former + Int(signal), nil)
        }
    #else
        private static let isInstalled = false
    #endif
}

extension CaseResult {
    /// Creates the result of a case that was running when the process crashed.
    init(_ testCase: Case, runningWith others: Int, at signal: Int32) {
        let end = "signal \(signal)"
        guard others > 0 else {
            let finding = ChildDeath(end: end, standardError: []).finding(
                at: testCase.outcome.location, caseID: testCase.id,
                advice: "Set \"isolated\": true in accord.json, so that a crash fails only its own case.")
            self.init(testCase, .failed, findings: [finding], assertions: 1)
            return
        }
        self.init(
            testCase, .blocked,
            reason: "the process crashed (\(end)) while this case and \(others) more ran; "
                + "to run this case alone: ACCORD_CASE='\(testCase.id)' swift test")
    }
}
