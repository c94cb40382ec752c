import Foundation

/// The exit status of the process; thrown to end a command.
enum ExitStatus: Int32, Error {
    case passed = 0
    /// The server breaks the contract.
    case broken = 1
    /// A wrong flag, an unknown name, a folder that can't be written.
    case usage = 2
    /// The contract itself is wrong.
    case contractInvalid = 3
    case unreachable = 4
    /// SIGINT, SIGTERM or SIGHUP, as shells count the first.
    case interrupted = 130

    /// Ends the process, all output written; what couldn't be is no success.
    func exit() -> Never {
        var status = self
        if !Output.isComplete {
            StandardError.write("accord: standard output can't be written: is the disk full?")
            if status == .passed { status = .usage }
        }
        Foundation.exit(status.rawValue)
    }

    /// Tells what is wrong and what to do, and is then thrown.
    func because(_ message: String) -> ExitStatus {
        StandardError.write("accord: \(message)")
        return self
    }
}
