import AccordJSON
import Synchronization

/// Runs shell lines on threads of their own; what they said is fetched by the thread that sends requests.
final class CommandRunner: Sendable {
    private let finished = Mutex<[(key: Int, result: CommandResult)]>([])

    func start(_ line: String, _ change: StateChange, key: Int, waker: CurlMulti.Waker) {
        BackgroundThread.run { [self] in
            let result = ShellCommand(
                line: line, input: Array(change.message.compact.utf8),
                environment: ["ACCORD_STATE=\(change.state)", "ACCORD_STATE_ACTION=\(change.direction.rawValue)"]
            ).run()
            finished.withLock { $0.append((key, result)) }
            waker.wake()
        }
    }

    /// The results since the last time.
    func takeFinished() -> [(key: Int, result: CommandResult)] {
        finished.withLock { finished in
            defer { finished = [] }
            return finished
        }
    }
}
