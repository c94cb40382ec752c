import Foundation

/// The standard error stream, unbuffered.
enum StandardError {
    /// Writes a text, by default as a line.
    static func write(_ text: String, terminator: String = "\n") {
        command(SafeText.of(text) + terminator)
    }

    /// Writes lines that a build service may take for a command.
    static func command(_ text: String) {
        // Where nobody can be told, nothing is left to tell.
        _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }
}
