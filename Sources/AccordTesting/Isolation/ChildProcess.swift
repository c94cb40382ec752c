// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

/// Functions for the child process in which the cases of an isolated operation run.
enum ChildProcess {
    /// Whether child processes can be used: the platform supports them, and no debugger is attached to this process.
    static var isAvailable: Bool {
        #if os(macOS) || os(Linux)
            !isDebugged
        #else
            false
        #endif
    }

    private static var isDebugged: Bool {
        #if os(Linux)
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.lines.first { $0.hasPrefix("TracerPid:") } ?? ""
            return line.contains { ("1"..."9").contains($0) }
        #elseif os(macOS)
            var info = kinfo_proc()
            var size = MemoryLayout<kinfo_proc>.stride
            var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
            return sysctl(&name, 4, &info, &size, nil, 0) == 0 && info.kp_proc.p_flag & P_TRACED != 0
        #else
            return false
        #endif
    }

    private static let isEnding = Locked(false)

    /// Runs the exit handlers, such as the one that writes coverage, and ends the process with a failure status.
    static func end() -> Never {
        isEnding.withLock { $0 = true }
        exit(EXIT_FAILURE)
    }

    /// Makes a crash end the process at once, without the stack trace that SwiftPM turns on.
    static func omitStackTrace() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
    }

    /// Registers an exit handler that ends the process with a failure status if the client calls `exit(0)`.
    static func failOnEarlyExit() {
        atexit {
            guard !ChildProcess.isEnding.withLock({ $0 }) else { return }
            FileHandle.standardError.write(Data(ChildDeath.exitMark.utf8))
            _exit(EXIT_FAILURE)
        }
    }
}
