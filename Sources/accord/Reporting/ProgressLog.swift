// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import Foundation

/// Shows the progress of a run on standard error. On a build service, the lines are in a folded group.
struct ProgressLog {
    private static let title = "accord verify: progress"

    private var display: ProgressDisplay
    private let service: LogService?
    private let isQuiet: Bool

    init(total: Int, isFinal: Bool, display: DisplayArguments) {
        self.display = ProgressDisplay(total: total, isFinal: isFinal, terminal: display.terminal(.error))
        isQuiet = display.quiet
        service = total > 0 ? LogService.current : nil
    }

    func begin() {
        guard !isQuiet, let service else { return }
        StandardError.command(service.opening(Self.title, at: Clock.seconds))
    }

    mutating func planned(_ total: Int, isFinal: Bool) { display.planned(total, isFinal: isFinal) }

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

/// Writes events to the destination of `--events`: a file, a named pipe or standard output.
final class EventStream {
    /// Whether events are written to standard output. If so, the report is printed on standard error.
    let isStandardOutput: Bool
    private let path: String
    private let descriptor: Int32
    private let start = ContinuousClock.now
    private var failure: Int32?

    /// Opens the destination of the events. The path `-` means standard output.
    ///
    /// - Throws: `ExitStatus.usage` if the file can't be opened.
    init(_ path: String) throws {
        self.path = path
        isStandardOutput = path == "-"
        descriptor = isStandardOutput ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw Environment.unwritable("events to \(path)", errno) }
    }

    /// Writes an event as one line, without buffering. If a write fails, all later events are discarded.
    func write(_ event: RunEvent) {
        guard failure == nil else { return }
        let line = event.line(at: (.now - start) / .seconds(1))
        if isStandardOutput, Capture.add(String(decoding: line, as: UTF8.self), to: STDOUT_FILENO) { return }
        failure = Descriptor.write(line, to: descriptor)
    }

    /// Closes the file, named pipe or standard output.
    ///
    /// - Throws: `ExitStatus.usage` if writing failed, unless the reader closed the pipe.
    func finish() throws {
        if !isStandardOutput, close(descriptor) != 0, failure == nil { failure = errno }
        guard let failure, failure != EPIPE else { return }
        throw Environment.unwritable("events to \(path)", failure)
    }
}
