import AccordContract
import AccordCore

/// A report that an earlier run has saved.
enum SavedReport {
    /// Reads a `report.json` or `client.json`, or the first of them that a folder has.
    ///
    /// - Throws: `ExitStatus.usage` with the reason.
    static func read(_ path: String) throws -> RunReport { try parse(file(at: path)) }

    /// The file that a path means: itself, or what the folder has.
    static func file(at path: String) throws -> String { try files(at: path)[0] }

    /// The files that a path means: itself, or all that the folder has; never none.
    static func files(at path: String) throws -> [String] {
        if path.hasSuffix(".json") { return [path] }
        let files = ["report.json", "client.json"].map { "\(path)/\($0)" }.filter(Environment.hasFile)
        guard !files.isEmpty else {
            throw ExitStatus.usage.because("\(path) has no report.json and no client.json: was that run's report kept?")
        }
        return files
    }

    static func parse(_ file: String) throws -> RunReport {
        do {
            return try RunReport(parsing: DiskFiles().read(file), file: file)
        } catch {
            throw ExitStatus.usage.because("can't read \(file): \(error)")
        }
    }
}
