// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Dispatch

/// Writes the reports of a run to a folder. Either all reports are written, or none.
package struct ReportWriter: Sendable {
    private let formats: [ReportFormat]
    private let templates: ReportTemplates

    /// - Parameter formats: the formats to write. `json` is always included, because `accord report` reads it.
    package init(_ formats: [ReportFormat] = ReportFormat.allCases, templates: ReportTemplates = .builtIn) {
        self.formats = ReportFormat.allCases.filter { formats.contains($0) || $0 == .json }
        self.templates = templates
    }

    /// Writes the reports, and adds the run to the folder's history. Creates the folder if it doesn't exist.
    ///
    /// All new files are complete on the disk before any of them replaces an existing file. If writing fails, existing
    /// files are unchanged.
    ///
    /// - Returns: the paths of the reports.
    /// - Throws: `ReportWritingError` if a file can't be written, or `TemplateError` if a user's template is invalid.
    @discardableResult
    package func write(_ report: RunReport, to directory: String) throws -> [String] {
        let folder = ReportFolder(path: directory)
        try folder.create()
        let history = RunHistory(in: directory)
        var files = contents(formats.map { ($0, folder.file($0.file)) }, report, history)
        for (name, bytes) in [("report.schema.json", Self.schema), ("event.schema.json", Self.eventSchema)] {
            files.append((folder.file(name), { write in try write(bytes) }))
        }
        files.append((folder.file(RunHistory.file), { write in try write(history.adding(report).json) }))
        try Self.publish(files)
        folder.synchronize()
        return formats.map { folder.file($0.file) }
    }

    /// Renders a saved report to `files`, a list of formats and paths. Either all files are written, or none.
    ///
    /// - Throws: the same errors as ``write(_:to:)``.
    package func render(_ report: RunReport, history: RunHistory, to files: [(ReportFormat, String)]) throws {
        try Self.publish(contents(files, report, history))
    }

    /// The path of a file, and a function that generates the file's content. The function passes the content in parts
    /// to its argument.
    private typealias File = (path: String, write: @Sendable (([UInt8]) throws -> Void) throws -> Void)

    /// Returns the files to write. Files that take the longest to write come first.
    private func contents(
        _ files: [(format: ReportFormat, path: String)], _ report: RunReport, _ history: RunHistory
    ) -> [File] {
        let ordered = files.filter(\.format.hasExchanges) + files.filter { !$0.format.hasExchanges }
        return ordered.map { format, path in
            (path, { write in try format.write(report, history: history, templates: templates, write) })
        }
    }

    /// Writes the files in parallel, then moves all of them to their destinations.
    ///
    /// - Throws: the error of the first file in the list that can't be written.
    private static func publish(_ files: [File]) throws {
        let results = Locked<[Int: Result<StagedFile, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let result = Result {
                let staged = try StagedFile(path: files[index].path)
                try files[index].write { try staged.write($0) }
                try staged.complete()
                return staged
            }
            results.withLock { $0[index] = result }
        }
        let staged = results.withLock { $0 }
        for file in try files.indices.compactMap({ try staged[$0]?.get() }) { try file.publish() }
    }

    /// The JSON Schema of `report.json`.
    package static var schema: [UInt8] { PackageResources.report_schema_json }

    /// The JSON Schema of the lines that `--events` writes.
    package static var eventSchema: [UInt8] { PackageResources.event_schema_json }
}
