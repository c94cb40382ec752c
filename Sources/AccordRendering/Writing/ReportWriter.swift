import AccordReport

/// Writes the reports of a run into a folder: all of them, or none.
package struct ReportWriter: Sendable {
    /// A file that a report can be written as.
    package enum Artefact: String, Sendable, CaseIterable {
        case json = "report.json"
        case schema = "report.schema.json"
        case eventSchema = "event.schema.json"
        case html = "report.html"
        case markdown = "summary.md"
        case junit = "junit.xml"
        case sarif = "report.sarif"
        case ctrf = "ctrf.json"
    }

    private let artefacts: [Artefact]
    private let templates: ReportTemplates

    package init(_ artefacts: [Artefact] = Artefact.allCases, templates: ReportTemplates = .builtIn) {
        self.artefacts = artefacts
        self.templates = templates
    }

    /// Writes the artefacts, making the folder if there is none.
    ///
    /// Each is written beside its place and brought to the disk; only when all are complete do they take their places.
    /// Where anything fails nothing has changed.
    ///
    /// - Returns: the files' paths, in the artefacts' order.
    /// - Throws: `ReportWritingError` with the path and what to do; `TemplateError` where a user's template is at fault.
    @discardableResult
    package func write(_ report: RunReport, to directory: String) throws -> [String] {
        let folder = ReportFolder(path: directory)
        try folder.create()
        var staged = StagedFiles()
        for artefact in artefacts {
            try staged.add(folder.file(artefact.rawValue)) { write in
                try produce(artefact, of: report, write)
            }
        }
        try staged.publish()
        folder.synchronize()
        return artefacts.map { folder.file($0.rawValue) }
    }

    /// The schema of `report.json`.
    package static var schema: [UInt8] { PackageResources.report_schema_json }

    /// The schema of a line of `--events`.
    package static var eventSchema: [UInt8] { PackageResources.event_schema_json }

    private func produce(
        _ artefact: Artefact, of report: RunReport, _ write: ([UInt8]) throws -> Void
    ) throws {
        switch artefact {
        case .json: try report.writeJSON(write)
        case .schema: try write(Self.schema)
        case .eventSchema: try write(Self.eventSchema)
        case .html: try write(Array(HTMLReport.render(report, templates: templates).utf8))
        case .markdown: try write(Array(MarkdownReport.render(report, templates: templates).utf8))
        case .junit: try write(Array(JUnitReport.render(report).utf8))
        case .sarif: try write(Array(SARIFReport.render(report).utf8))
        case .ctrf: try CTRFReport.write(report, write)
        }
    }
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
