// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordRendering
@preconcurrency import Foundation

/// Writes to the standard output stream.
enum Output {
    /// Writes a line and flushes the stream. A pipe would otherwise deliver the line late.
    static func line(_ text: String) { self.text(text + "\n") }

    /// Writes a string and flushes the stream. Escapes text that a build service would run as a command.
    static func text(_ text: String) { command(SafeText.of(text)) }

    /// Writes JSON. Escapes text that a build service would run as a command.
    static func json(_ value: JSON) { command(value.pretty.replacingBytes("##", with: #"#\u0023"#) + "\n") }

    /// Writes text without escaping. The text can contain commands that the build service runs.
    static func command(_ text: String) {
        guard !Capture.add(text, to: \.output) else { return }
        errno = 0
        print(text, terminator: "")
        fflush(stdout)
        // A closed pipe isn't a failure, so clear the stream's error if the reader closed the pipe.
        if errno == EPIPE { clearerr(stdout) }
    }

    /// Whether all output was written.
    static var isComplete: Bool { fflush(nil) == 0 && ferror(stdout) == 0 }
}

/// Writes to the standard error stream without buffering.
enum StandardError {
    /// Writes a string, followed by a line feed by default.
    static func write(_ text: String, terminator: String = "\n") { command(SafeText.of(text) + terminator) }

    /// Writes text without escaping. The text can contain commands that the build service runs.
    static func command(_ text: String) {
        guard !Capture.add(text, to: \.errors) else { return }
        _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }
}

/// What a command writes that runs in the process of a test. Otherwise commands write to the streams of the process.
struct Capture {
    var output = ""
    var errors = ""

    private static let current = Locked<Capture?>(nil)

    static var isOn: Bool { current.withLock { $0 != nil } }

    /// Runs a command, and returns its exit status and what it wrote. Only one command can run at a time.
    static func of(_ run: () -> ExitStatus) -> (status: ExitStatus, written: Capture) {
        current.withLock { $0 = Capture() }
        let status = run()
        return current.withLock { capture in
            defer { capture = nil }
            return (status, capture ?? Capture())
        }
    }

    /// Adds text to a stream, and returns whether a test captures it.
    static func add(_ text: String, to stream: WritableKeyPath<Capture, String>) -> Bool {
        current.withLock { capture in
            capture?[keyPath: stream] += text
            return capture != nil
        }
    }
}

/// Escapes text that a build service would run as a command. An attacker may control file names and contracts.
enum SafeText {
    static func of(_ text: String) -> String {
        let text = escaped.withLock(\.self).reduce(text) { $0.replacingBytes($1.raw, with: $1.visible) }
        let bytes = text.utf8
        guard bytes.contains(UInt8(ascii: ":")) || bytes.contains(UInt8(ascii: "#")) else { return text }
        // In the log of a build service, a carriage return ends a line, as a line feed does.
        var result = ""
        var line = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\r" {
                result += TerminalText.disarmed(line)
                result.unicodeScalars.append(scalar)
                line = ""
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return result + TerminalText.disarmed(line)
    }

    /// The parts of command-line arguments with control characters, each with its escaped form for output.
    private static let escaped = Locked<[(raw: String, visible: String)]>([])

    /// Escapes the parts of command-line arguments in all further output. An argument is split at `/`.
    static func escape(_ arguments: [String]) {
        let parts = arguments.flatMap { $0.split(separator: "/").map(String.init) }
        let changed = Set(parts).sorted().compactMap { part in
            let visible = VisibleText.name(part)
            return visible == part ? nil : (raw: part, visible: visible)
        }
        escaped.withLock { $0 = changed }
    }
}
