// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import Foundation

/// Publishes the results of a run: on the terminal, in report files, and as annotations on the build service.
struct ReportOutput {
    let folder: String
    let arguments: ReportArguments
    /// The colors of the results, and whether a run that passed prints nothing.
    let display: DisplayArguments
    /// Whether the results are printed on standard error. This is the case if events are printed on standard output.
    var usesStandardError = false

    /// Creates the report folder, and checks that it is writable before the run starts.
    ///
    /// - Throws: `ExitStatus.usage` if the folder isn't writable.
    static func prepare(_ folder: String) throws {
        guard !folder.isEmpty else {
            throw ExitStatus.usage.because("--report: expected the name of a folder, got an empty string")
        }
        Environment.createFolder(folder)
        do {
            try ReportFolder(path: folder).checkWritable()
        } catch {
            throw ExitStatus.usage.because(
                "can't write reports into \(folder): \(error.reason)\nSpecify a different folder with --report FOLDER.")
        }
    }

    /// Prints the report and writes the report files.
    ///
    /// - Throws: `ExitStatus.usage` if a file can't be written.
    func publish(_ report: RunReport) throws {
        let style = display.terminal(usesStandardError ? .error : .output).style
        if !display.quiet || report.verdict != .passed {
            write(TerminalRenderer(style: style, isVerbose: arguments.verbose).render(report))
        }
        // Prints annotations as described in
        // https://docs.github.com/actions/reference/workflow-commands-for-github-actions
        if Environment.value("GITHUB_ACTIONS") == "true" {
            let commands = GitHubAnnotations.render(report)
            if usesStandardError { StandardError.command(commands) } else { Output.command(commands) }
        }
        try ExitStatus.usageOnError {
            let files = try arguments.writer().write(report, to: folder)
            if !display.quiet { write("\(Self.summary(of: files, in: folder))\n") }
            if let summary = Environment.value("GITHUB_STEP_SUMMARY") { try appendSummary(of: report, to: summary) }
        }
    }

    /// Returns a line such as `Reports: Reports/report.html, summary.md, report.json, junit.xml and more`.
    static func summary(of files: [String], in folder: String) -> String {
        let names = files.map { String(FilePath.name(of: $0)) }
        let first = names.contains("report.html") ? "report.html" : names[0]
        let listed = ["summary.md", "report.json", "junit.xml"].filter { $0 != first && names.contains($0) }
        let more = names.count > listed.count + 1 ? " and more" : ""
        return "Reports: \(folder)/\(([first] + listed).joined(separator: ", "))\(more)"
    }

    /// Appends the report to the summary of a GitHub Actions job. If the summary can't be written, prints a warning,
    /// but the run doesn't fail.
    private func appendSummary(of report: RunReport, to path: String) throws {
        let text = try MarkdownReport.render(report, templates: arguments.replacedTemplates())
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        var failure = descriptor < 0 ? errno : nil
        if descriptor >= 0 {
            failure = Descriptor.write(Array("\n\(text)\n".utf8), to: descriptor)
            close(descriptor)
        }
        guard let failure else { return }
        StandardError.write(
            "accord: can't append to GITHUB_STEP_SUMMARY (\(path)): \(String(cString: strerror(failure)))")
    }

    private func write(_ text: String) {
        if usesStandardError { StandardError.write(text, terminator: "") } else { Output.text(text) }
    }
}

/// Reads reports that earlier runs saved.
enum SavedReport {
    /// The advice to the user if a report doesn't show which properties the client needs.
    static let adviceForNeeds =
        "Run the client's tests with ACCORD_NEEDS=1, at level “standard” and without ACCORD_CASE."

    /// Reads the report file at a path. In a folder, it reads `report.json`, or else `client.json`.
    ///
    /// - Throws: `ExitStatus.usage` if no report can be read.
    static func read(_ path: String) throws -> RunReport { try parse(files(at: path)[0]) }

    /// Returns the path of a file, or the report files in the folder at this path. The array is never empty.
    static func files(at path: String) throws -> [String] {
        guard Environment.hasFile("\(path)/") else { return [path] }
        let files = self.files(in: path)
        guard !files.isEmpty else { throw ExitStatus.usage.because("\(path) contains no report.json or client.json") }
        return files
    }

    static func files(in folder: String) -> [String] {
        ["report.json", "client.json"].map { "\(folder)/\($0)" }.filter(Environment.hasFile)
    }

    static func parse(_ file: String) throws -> RunReport {
        try DocumentKind.report.read(file) { try RunReport(parsing: $0, file: file) }
    }
}
