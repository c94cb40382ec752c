import Foundation

/// The folder that reports go to: checked before a run, so that its results can't be lost for want of a place.
enum ReportFolder {
    /// Makes the folder if it is missing, and sees that a file can be written in it.
    ///
    /// - Throws: `ExitStatus.usage`, with the reason told.
    static func prepare(_ path: String) throws {
        guard !path.isEmpty else { throw ExitStatus.usage.because("--report names no folder: it is empty") }
        guard let reason = problem(path) else { return }
        throw ExitStatus.usage.because(
            "can't write reports into \(path): \(reason)\nName another folder with --report FOLDER.")
    }

    private static func problem(_ path: String) -> String? {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += part + "/"
            if mkdir(made, 0o755) != 0 && errno != EEXIST && access(made, F_OK) != 0 { return lastError }
        }
        var template = Array("\(path)/.accord-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { return lastError }
        close(file)
        unlink(&template)
        return nil
    }

    private static var lastError: String { String(cString: strerror(errno)) }
}
