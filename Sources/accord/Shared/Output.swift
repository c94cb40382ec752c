// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordRendering
@preconcurrency import Foundation

/// The standard output stream.
enum Output {
    /// Writes a line and flushes, also into a pipe.
    static func line(_ text: String) { self.text(text + "\n") }

    /// Writes a text and flushes.
    static func text(_ text: String) { command(SafeText.of(text)) }

    /// Writes JSON that a build service can't mistake for a command.
    static func json(_ value: JSON) {
        command(value.pretty.replacingBytes("##", with: #"#\u0023"#) + "\n")
    }

    /// Writes lines that are commands to a build service.
    static func command(_ text: String) {
        errno = 0
        print(text, terminator: "")
        fflush(stdout)
        // The reader closed the pipe: not an error.
        if errno == EPIPE { clearerr(stdout) }
    }

    /// A Boolean value that indicates whether all output was written.
    static var isComplete: Bool { fflush(nil) == 0 && ferror(stdout) == 0 }
}

/// The standard error stream, unbuffered.
enum StandardError {
    /// Writes a text, by default as a line.
    static func write(_ text: String, terminator: String = "\n") {
        command(SafeText.of(text) + terminator)
    }

    /// Writes lines that are commands to a build service.
    static func command(_ text: String) {
        _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }
}

/// Text without commands to a build service: file names, arguments and contracts may come from an attacker.
enum SafeText {
    static func of(_ text: String) -> String {
        let text = arguments.reduce(text) { $0.replacingBytes($1.raw, with: $1.visible) }
        let bytes = text.utf8
        guard bytes.contains(UInt8(ascii: ":")) || bytes.contains(UInt8(ascii: "#")) else { return text }
        // Runners end a line at a carriage return, too.
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

    /// The parts of the command line's arguments that contain control characters, with their visible form.
    private static let arguments: [(raw: String, visible: String)] = {
        let parts = CommandLine.arguments.dropFirst().flatMap { $0.split(separator: "/").map(String.init) }
        return Set(parts).sorted().compactMap { part in
            let visible = VisibleText.name(part)
            return visible == part ? nil : (part, visible)
        }
    }()
}
