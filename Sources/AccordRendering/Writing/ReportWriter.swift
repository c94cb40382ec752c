import AccordReport

/// Writes the reports of a run into a folder: all of them, or none.
package struct ReportWriter: Sendable {
    private let formats: [ReportFormat]
    private let templates: ReportTemplates

    /// - Parameter formats: `report.json` is written in any case, as later runs and `accord report` start from it.
    package init(_ formats: [ReportFormat] = ReportFormat.allCases, templates: ReportTemplates = .builtIn) {
        self.formats = ReportFormat.allCases.filter { formats.contains($0) || $0 == .json }
        self.templates = templates
    }

    /// Writes the reports, making the folder if there is none.
    ///
    /// Each is written beside its place and brought to the disk; only when all are complete do they take their places.
    /// Where anything fails nothing has changed. The run is added to the folder's history.
    ///
    /// - Returns: the files' paths, in the formats' order.
    /// - Throws: `ReportWritingError` with the path and what to do; `TemplateError` where a user's template is at fault.
    @discardableResult
    package func write(_ report: RunReport, to directory: String) throws -> [String] {
        let folder = ReportFolder(path: directory)
        try folder.create()
        let history = RunHistory(in: directory)
        var staged = StagedFiles()
        for format in formats {
            try staged.add(folder.file(format.file)) { write in
                try format.write(report, history: history, templates: templates, write)
            }
            for (name, bytes) in format.companions {
                try staged.add(folder.file(name)) { write in try write(bytes) }
            }
        }
        try staged.add(folder.file(RunHistory.file)) { write in try write(history.adding(report).json()) }
        try staged.publish()
        folder.synchronize()
        return formats.map { folder.file($0.file) }
    }

    /// Writes a saved report in other forms, each to a file of its own: all of them, or none.
    ///
    /// - Throws: as ``write(_:to:)``.
    package func render(_ report: RunReport, history: RunHistory, to files: [(ReportFormat, String)]) throws {
        var staged = StagedFiles()
        for (format, file) in files {
            try staged.add(file) { write in
                try format.write(report, history: history, templates: templates, write)
            }
        }
        try staged.publish()
    }

    /// The schema of `report.json`.
    package static var schema: [UInt8] { PackageResources.report_schema_json }

    /// The schema of a line of `--events`.
    package static var eventSchema: [UInt8] { PackageResources.event_schema_json }
}

/// Files that take their places together; those that were not published are gone with it.
private struct StagedFiles: ~Copyable {
    private var files: [Box] = []

    /// An array holds no value that can't be copied.
    private final class Box {
        var file: StagedFile

        init(_ file: consuming StagedFile) { self.file = file }
    }

    mutating func add(_ path: String, _ produce: (([UInt8]) throws -> Void) throws -> Void) throws {
        let box = Box(try StagedFile(path: path))
        try produce { try box.file.write($0) }
        try box.file.complete()
        files.append(box)
    }

    mutating func publish() throws(ReportWritingError) {
        for box in files { try box.file.publish() }
    }
}
