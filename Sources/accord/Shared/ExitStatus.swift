// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The exit status of the process. A command throws an exit status to end the process.
enum ExitStatus: Int32, Error {
    case passed = 0
    /// The check failed: for example, the server violates a contract, or a change breaks clients.
    case broken = 1
    /// The command line is wrong, a file, a folder or a revision is missing, or a file can't be written.
    case usage = 2
    /// A contract, a report or a similar document contains errors, or can't be read.
    case contractInvalid = 3
    /// The command can't connect to the server.
    case unreachable = 4
    /// The process received SIGINT, SIGTERM or SIGHUP.
    case interrupted = 130

    /// Ends the process. If the command passed, but its output couldn't be written, the exit status is `usage`.
    func exit() -> Never {
        var status = self
        if !Output.isComplete {
            StandardError.write("accord: can't write to standard output; is the disk full?")
            if status == .passed { status = .usage }
        }
        Foundation.exit(status.rawValue)
    }

    /// Prints the reason on standard error, and returns this exit status. The caller then throws it.
    func because(_ message: String) -> ExitStatus {
        StandardError.write("accord: \(message)")
        return self
    }

    /// Runs `body`. If `body` throws an error that isn't an exit status, prints the error and throws `usage`.
    ///
    /// - Parameter context: The text before the error message, such as `can't read report.json: `.
    static func usageOnError<Value>(_ context: String = "", _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let status as ExitStatus {
            throw status
        } catch {
            throw usage.because("\(context)\(error)")
        }
    }
}
