import AccordContract
import AccordRendering
import AccordReport
import ArgumentParser

/// `accord report merge`: one report of several.
struct MergeReports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Joins the reports of a run's shards, and of client tests, into one.",
        discussion: """
            Takes report.json and client.json of each folder, none of which is written over. Fails where a shard is missing, there twice or of \
            another run, and where a case failed.
            """
    )

    @Argument(help: "Folders with report.json, client.json or both; or such files.")
    var paths: [String]

    @Option(help: ArgumentHelp("The folder that the joined reports are written into.", valueName: "folder"))
    var report = "Reports"

    @Flag(help: "Print every failed case in full, not only each cause with three of its cases.")
    var verbose = false

    func run() throws {
        let files = try paths.flatMap(Self.files)
        // Written over, a part of the whole would be lost, and be there twice when it is merged again.
        if let own = files.first(where: { Environment.isSameFile($0, "\(report)/report.json") }) {
            throw ExitStatus.usage.because(
                "\(own) is one of the reports to merge, and would be written over: name another folder with "
                    + "--report, or leave it out if it was merged before")
        }
        var merged: RunReport
        do {
            merged = try RunReport.merged(files.map(Self.report))
        } catch let error as MergingError {
            throw ExitStatus.broken.because("can't merge: \(error)")
        }
        if let emptiness = merged.emptiness { merged.hints.insert(emptiness, at: 0) }
        try ReportFolder.prepare(report)
        Output.text(TerminalRenderer(style: Terminal(.output).style, isVerbose: verbose).render(merged))
        do {
            try ReportWriter().write(merged, to: report)
            Output.line("Reports: \(report)/report.html, summary.md, report.json, junit.xml and more")
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
        throw merged.verdict == .passed && merged.summary.blocked == 0 ? ExitStatus.passed : .broken
    }

    private static func files(at path: String) throws -> [String] {
        if path.hasSuffix(".json") { return [path] }
        let files = ["report.json", "client.json"].map { "\(path)/\($0)" }.filter(Environment.hasFile)
        guard !files.isEmpty else {
            throw ExitStatus.usage.because("\(path) has no report.json and no client.json: was that run's report kept?")
        }
        return files
    }

    private static func report(in file: String) throws -> RunReport {
        do {
            return try RunReport(parsing: DiskFiles().read(file), file: file)
        } catch {
            throw ExitStatus.usage.because("can't read \(file): \(error)")
        }
    }
}
