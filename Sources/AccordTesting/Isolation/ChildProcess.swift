import AccordJSON
import Foundation

/// How a child process ends.
enum ChildProcess {
    /// False where there are none, and under a debugger, which would not see what happens in one.
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
            let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") } ?? ""
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

    /// Ends the process as it does when it fails; what the system does at its end, such as writing coverage, is done.
    static func end() -> Never {
        isEnding.withLock { $0 = true }
        exit(EXIT_FAILURE)
    }

    /// Makes a client that ends the process by `exit(0)` no success.
    static func failWhereItEndsEarly() {
        atexit {
            guard !ChildProcess.isEnding.withLock({ $0 }) else { return }
            FileHandle.standardError.write(Data(ChildDeath.exitMark.utf8))
            _exit(EXIT_FAILURE)
        }
    }
}
