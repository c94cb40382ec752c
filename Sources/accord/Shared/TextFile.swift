import Foundation

/// A file that is written at once.
enum TextFile {
    /// Replaces what the file had; nil, or why that failed.
    static func write(_ text: String, to path: String) -> String? {
        guard let file = fopen(path, "w") else { return String(cString: strerror(errno)) }
        let isWritten = fputs(text, file) >= 0
        let reason = String(cString: strerror(errno))
        return fclose(file) == 0 && isWritten ? nil : reason
    }
}
