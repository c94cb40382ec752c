import AccordJSON
import AccordRendering
@preconcurrency import Foundation

/// The standard output stream.
enum Output {
    /// Writes a line at once, also where the output is a pipe.
    static func line(_ text: String) {
        self.text(text + "\n")
    }

    /// Writes a text at once.
    static func text(_ text: String) {
        command(SafeText.of(text))
    }

    /// Writes JSON, in which what a build service could take for a command is spelled by its number.
    static func json(_ value: JSON) {
        command(value.pretty.replacingBytes("##", with: #"#\u0023"#) + "\n")
    }

    /// Writes lines that a build service may take for a command.
    static func command(_ text: String) {
        errno = 0
        print(text, terminator: "")
        fflush(stdout)
        // A reader that went away has read what it wanted.
        if errno == EPIPE { clearerr(stdout) }
    }

    /// False where something that was to be told can't have been: the disk is full, say.
    static var isComplete: Bool { fflush(nil) == 0 && ferror(stdout) == 0 }
}
