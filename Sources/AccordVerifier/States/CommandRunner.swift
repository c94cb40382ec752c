import AccordJSON

/// Runs shell lines on threads of their own; what they said is fetched by the thread that sends requests.
final class CommandRunner: Sendable {
    /// Who a command runs for.
    struct Key: Sendable, Hashable {
        var position: Int
        var isSigning = false
    }

    private let finished = Locked<[(key: Key, result: CommandResult)]>([])

    func start(_ command: ShellCommand, key: Key, waker: CurlMulti.Waker) {
        BackgroundThread.run { [self] in
            let result = command.run()
            finished.withLock { $0.append((key, result)) }
            waker.wake()
        }
    }

    /// The results since the last time.
    func takeFinished() -> [(key: Key, result: CommandResult)] {
        finished.withLock { finished in
            defer { finished = [] }
            return finished
        }
    }
}

extension StateChange {
    /// The shell's line with the change as its input and in its environment.
    func command(_ line: String) -> ShellCommand {
        ShellCommand(
            line: line, input: Array(message.compact.utf8),
            environment: ["ACCORD_STATE=\(state)", "ACCORD_STATE_ACTION=\(direction.rawValue)"])
    }
}
