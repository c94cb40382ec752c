import AccordCore
import AccordJSON
import Dispatch

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
        var files = staged(formats.map { ($0, folder.file($0.file)) }, report, history)
        for (name, bytes) in formats.flatMap(\.companions) {
            files.append((folder.file(name), { write in try write(bytes) }))
        }
        files.append((folder.file(RunHistory.file), { write in try history.adding(report).writeJSON(write) }))
        try StagedFiles(files).publish()
        folder.synchronize()
        return formats.map { folder.file($0.file) }
    }

    /// Writes a saved report in other forms, each to a file of its own: all of them, or none.
    ///
    /// - Throws: as ``write(_:to:)``.
    package func render(_ report: RunReport, history: RunHistory, to files: [(ReportFormat, String)]) throws {
        try StagedFiles(staged(files, report, history)).publish()
    }

    /// What takes the longest comes first, so that in the end no processor waits for it.
    private func staged(
        _ files: [(format: ReportFormat, path: String)], _ report: RunReport, _ history: RunHistory
    ) -> [StagedFiles.File] {
        let ordered = files.filter(\.format.hasExchanges) + files.filter { !$0.format.hasExchanges }
        return ordered.map { format, path in
            (path, { write in try format.write(report, history: history, templates: templates, write) })
        }
    }

    /// The schema of `report.json`.
    package static var schema: [UInt8] { PackageResources.report_schema_json }

    /// The schema of a line of `--events`.
    package static var eventSchema: [UInt8] { PackageResources.event_schema_json }
}

/// Files that take their places together; those that were not published are gone with it.
private struct StagedFiles: ~Copyable {
    /// Gives a file's bytes, piece by piece, to what it is given.
    typealias Produce = @Sendable (([UInt8]) throws -> Void) throws -> Void
    typealias File = (path: String, produce: Produce)

    private var staged: [Box] = []

    /// An array holds no value that can't be copied.
    private final class Box: @unchecked Sendable {
        // One thread writes it, and hands it over complete.
        var file: StagedFile

        init(_ file: consuming StagedFile) { self.file = file }
    }

    /// Writes all of them, as many at a time as there are processors.
    ///
    /// - Throws: the error of the first that fails, in their order.
    init(_ files: [File]) throws {
        let results = Locked<[Int: Result<Box, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let result = Result { try Self.stage(files[index]) }
            results.withLock { $0[index] = result }
        }
        let ended = results.withLock { $0 }
        staged = try files.indices.compactMap { try ended[$0]?.get() }
    }

    private static func stage(_ file: File) throws -> Box {
        let box = Box(try StagedFile(path: file.path))
        try file.produce { try box.file.write($0) }
        try box.file.complete()
        return box
    }

    func publish() throws(ReportWritingError) {
        for box in staged { try box.file.publish() }
    }
}
