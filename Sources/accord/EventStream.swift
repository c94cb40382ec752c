import AccordCore
import Foundation

/// Where `--events` goes: a file, a named pipe or standard output, line by line.
final class EventStream {
    /// Standard output has the events, so that the report goes elsewhere.
    let isStandardOutput: Bool
    private let path: String
    private let descriptor: Int32
    private let start = ContinuousClock.now
    private var failure: Int32?

    /// - Throws: `ExitStatus.usage` where the file can't be opened.
    init(_ path: String) throws {
        self.path = path
        isStandardOutput = path == "-"
        descriptor = isStandardOutput ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else {
            throw ExitStatus.usage.because("can't write events to \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Writes a line at once; after one that couldn't be written no other follows.
    func write(_ event: RunEvent) {
        guard failure == nil else { return }
        failure = Descriptor.write(event.line(at: (.now - start) / .seconds(1)), to: descriptor)
    }

    /// Closes the stream.
    ///
    /// - Throws: `ExitStatus.usage` where not all was written; that a reader went away is its own choice.
    func finish() throws {
        if !isStandardOutput, close(descriptor) != 0, failure == nil { failure = errno }
        guard let failure, failure != EPIPE else { return }
        throw ExitStatus.usage.because("can't write events to \(path): \(String(cString: strerror(failure)))")
    }
}
