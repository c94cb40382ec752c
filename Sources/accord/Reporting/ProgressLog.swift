// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import Foundation

/// The progress of a run on standard error, folded into a group on a build service.
struct ProgressLog {
    private static let title = "accord verify: progress"

    private var display: ProgressDisplay
    private let service: LogService?
    private let isQuiet: Bool

    init(total: Int, display: DisplayArguments) {
        self.display = ProgressDisplay(total: total, terminal: display.terminal(.error))
        isQuiet = display.quiet
        service = total > 0 ? LogService.current : nil
    }

    func begin() {
        guard !isQuiet, let service else { return }
        StandardError.command(service.opening(Self.title, at: Clock.seconds))
    }

    mutating func ended(_ result: CaseResult, at elapsed: Duration) {
        guard !isQuiet else { return }
        StandardError.write(display.ended(result, at: elapsed), terminator: "")
    }

    mutating func finish() {
        guard !isQuiet else { return }
        StandardError.write(display.finish(), terminator: "")
        guard let service else { return }
        StandardError.command(service.closing(Self.title, at: Clock.seconds))
    }
}

/// The destination of `--events`: a file, a named pipe or standard output.
final class EventStream {
    /// Standard output has the events; the report goes to standard error.
    let isStandardOutput: Bool
    private let path: String
    private let descriptor: Int32
    private let start = ContinuousClock.now
    private var failure: Int32?

    /// - Throws: `ExitStatus.usage` if the file can't be opened.
    init(_ path: String) throws {
        self.path = path
        isStandardOutput = path == "-"
        descriptor = isStandardOutput ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw Self.unwritable(path, errno) }
    }

    /// Writes a line, unbuffered. Nothing is written after an error.
    func write(_ event: RunEvent) {
        guard failure == nil else { return }
        failure = Descriptor.write(event.line(at: (.now - start) / .seconds(1)), to: descriptor)
    }

    /// Closes the stream.
    ///
    /// - Throws: `ExitStatus.usage` if a line wasn't written, unless the reader closed the pipe.
    func finish() throws {
        if !isStandardOutput, close(descriptor) != 0, failure == nil { failure = errno }
        guard let failure, failure != EPIPE else { return }
        throw Self.unwritable(path, failure)
    }

    private static func unwritable(_ path: String, _ code: CInt) -> ExitStatus {
        ExitStatus.usage.because("can't write events to \(path): \(String(cString: strerror(code)))")
    }
}
