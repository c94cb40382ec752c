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
        guard !Capture.add(text, to: STDOUT_FILENO) else { return }
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
        guard !Capture.add(text, to: STDERR_FILENO) else { return }
        _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }
}

/// The test in whose process a command runs. Otherwise commands write to the streams of the process.
enum Capture {
    /// A function that takes a text and the stream for which a command wrote it.
    static let receiver = Locked<(@Sendable (_ text: String, _ stream: CInt) -> Void)?>(nil)

    static var isOn: Bool { receiver.withLock { $0 != nil } }

    /// Passes text to the test, and returns whether there is one.
    static func add(_ text: String, to stream: CInt) -> Bool {
        receiver.withLock { $0?(text, stream) } != nil
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
