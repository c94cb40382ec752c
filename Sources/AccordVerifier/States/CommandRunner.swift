// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Runs functions on separate threads, and collects their results for the thread that sends requests.
final class BackgroundWork<Value: Sendable>: Sendable {
    private let finished = Locked<[Value]>([])

    func start(waker: CurlMulti.Waker, _ work: @escaping @Sendable () -> Value) {
        BackgroundThread.run { [self] in
            let value = work()
            finished.withLock { $0.append(value) }
            waker.wake()
        }
    }

    /// Returns the results of the functions that finished since the previous call.
    func takeFinished() -> [Value] {
        finished.withLock { finished in
            defer { finished = [] }
            return finished
        }
    }
}

/// The exit status and output of a shell command. The case at `position` in the plan waits for the command.
struct FinishedCommand: Sendable {
    enum Purpose: Sendable { case state, signature }

    var position: Int
    var purpose: Purpose
    var result: CommandResult
}

extension StateChange {
    /// Returns the shell command that sets up or tears down the state. The command receives the state through its
    /// standard input and environment variables.
    func command(_ line: String) -> ShellCommand {
        ShellCommand(
            line: line, input: Array(message.compact.utf8),
            environment: ["ACCORD_STATE=\(state)", "ACCORD_STATE_ACTION=\(direction.rawValue)"])
    }
}
