// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import ArgumentParser

/// The command `accord report`, which processes saved reports.
struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Render, compare and merge saved reports.",
        subcommands: [RenderReport.self, CompareReports.self, MergeReports.self])
}

/// The command `accord report render`, which renders a saved report in other formats.
struct RenderReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Render a saved report.json or client.json in other formats.",
        discussion: """
            Writes files next to the report, such as client.html for client.json. \
            With --output, writes a single format to a file or to standard output.
            """)

    @Argument(help: "The saved report: report.json, client.json, or the folder that contains them.")
    var path = "Reports"

    @Option(help: .value("file|-", "The file to write a single format to; - is standard output."))
    var output: String?

    @OptionGroup var arguments: ReportArguments

    func run() throws {
        let file = try SavedReport.files(at: path)[0]
        let report = try SavedReport.parse(file)
        let formats = arguments.chosen.filter { $0 != .json || output != nil }
        guard !formats.isEmpty else {
            throw ExitStatus.usage.because(
                "\(file) is already a JSON report; "
                    + "specify a different format with --format, or a different file with --output")
        }
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        let history = RunHistory(in: folder).before(report)
        try ExitStatus.usageOnError {
            if let output { return try write(report, history, formats, to: output) }
            let name = String(FilePath.name(of: file).dropLast(".json".count))
            let files = formats.map { ($0, "\(folder)/\($0.file(of: name))") }
            try arguments.writer().render(report, history: history, to: files)
            for (_, file) in files { Output.line(file) }
        }
    }

    private func write(
        _ report: RunReport, _ history: RunHistory, _ formats: [ReportFormat], to output: String
    ) throws {
        guard formats.count == 1, !arguments.formats.isEmpty else {
            throw ExitStatus.usage.because("--output requires one format, such as --format html")
        }
        guard output == "-" else {
            return try arguments.writer().render(report, history: history, to: [(formats[0], output)])
        }
        var text: [UInt8] = []
        try formats[0].write(report, history: history, templates: arguments.replacedTemplates()) { text += $0 }
        Output.text(String(decoding: text, as: UTF8.self))
    }
}

/// The command `accord report compare`, which compares two saved reports.
struct CompareReports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two saved reports: newly failing, fixed, still failing and slower cases.",
        discussion: "The exit status is 1 if a case passed in the earlier report and failed in the later report.")

    @Argument(help: "The earlier report: report.json, client.json, or the folder that contains them.")
    var old: String

    @Argument(help: "The later report: report.json, client.json, or the folder that contains them.")
    var new: String

    @Flag(help: "List all cases, including unchanged cases.")
    var verbose = false

    func run() throws {
        // Keeps only an outline of each report, because two full reports would need much memory.
        let before = RunOutline(try SavedReport.read(old))
        let comparison = RunComparison(from: before, to: RunOutline(try SavedReport.read(new)))
        guard comparison.shared > 0 || before.cases.isEmpty else {
            throw ExitStatus.usage.because("the reports \(old) and \(new) have no case in common")
        }
        Output.text(TerminalRenderer(style: Terminal(.output).style, isVerbose: verbose).render(comparison))
        throw comparison.newlyFailing.isEmpty ? ExitStatus.passed : .broken
    }
}

/// The command `accord report merge`, which merges the reports of several runs into one report.
struct MergeReports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge the reports of shards and of client tests.",
        discussion: """
            Reads report.json and client.json in each folder. \
            Fails if a case failed, or if a shard is missing, duplicated or from a different run.
            """)

    @Argument(help: "The reports to merge, or folders that contain reports.")
    var paths: [String]

    @Option(help: .value("folder", "The folder to write the merged reports to."))
    var report = "Reports"

    @OptionGroup var arguments: ReportArguments

    @OptionGroup(title: "Display") var display: DisplayArguments

    func run() throws {
        let files = try paths.flatMap { try SavedReport.files(at: $0) }
        // Reject an output file that is also one of the reports to merge. The merged report would overwrite this
        // report, and a later merge would count its cases twice.
        if let part = files.first(where: { Environment.isSameFile($0, "\(report)/report.json") }) {
            throw ExitStatus.usage.because(
                "the merged report would overwrite \(part), one of the reports to merge\n"
                    + "Specify a different folder with --report, or leave out \(part) if it is a merged report.")
        }
        let reports = try files.map(SavedReport.parse)
        var merged: RunReport
        do {
            merged = try RunReport.merged(reports)
        } catch {
            throw ExitStatus.broken.because("can't merge: \(error)")
        }
        if let emptiness = merged.emptiness { merged.hints.insert(emptiness, at: 0) }
        try ReportOutput.prepare(report)
        try ReportOutput(folder: report, arguments: arguments, display: display).publish(merged)
        throw merged.verdict == .passed ? ExitStatus.passed : .broken
    }
}
