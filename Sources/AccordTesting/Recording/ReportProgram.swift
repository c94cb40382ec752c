import Foundation

/// The `accord` program, which renders what a test run leaves as `client.json`.
///
/// Nothing that renders is linked to a user's tests: it would double what they compile.
struct ReportProgram {
    let path: String

    /// The program that `ACCORD_PROGRAM` names, the one that was built with the tests, or the one on the path.
    static func find(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> ReportProgram? {
        if let named = environment["ACCORD_PROGRAM"] {
            return FileManager.default.isExecutableFile(atPath: named) ? ReportProgram(path: named) : nil
        }
        let folders =
            [URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent().path]
            + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for folder in folders where folder.hasPrefix("/") {
            let path = "\(folder)/accord"
            if FileManager.default.isExecutableFile(atPath: path) { return ReportProgram(path: path) }
        }
        return nil
    }

    /// Writes HTML, JUnit's XML, Markdown and more beside a report; the files, or nil where they can't be written.
    func render(_ report: URL) -> [String]? {
        #if os(macOS) || os(Linux)
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: path)
            process.arguments = ["report", "render", report.path]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return nil }
            let text = (try? output.fileHandleForReading.readToEnd()) ?? nil
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return nil }
            return String(decoding: text ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
        #else
            return nil
        #endif
    }
}
