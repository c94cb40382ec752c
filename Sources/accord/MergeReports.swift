import AccordCore
import ArgumentParser

/// `accord report merge`: one report of several.
struct MergeReports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge the reports of a run's shards, and of client tests, into one.",
        discussion: """
            Reads report.json and client.json of each folder, and overwrites none of them. Fails if a shard is \
            missing, there twice or of another run, and if a case failed.
            """
    )

    @Argument(help: "Folders with report.json, client.json or both; or such files.")
    var paths: [String]

    @Option(help: ArgumentHelp("Write the merged reports into this folder.", valueName: "folder"))
    var report = "Reports"

    @OptionGroup var arguments: ReportArguments

    @OptionGroup(title: "Display") var display: DisplayArguments

    func run() throws {
        let files = try paths.flatMap(SavedReport.files)
        // Written over, a part of the whole would be lost, and be there twice when it is merged again.
        if let own = files.first(where: { Environment.isSameFile($0, "\(report)/report.json") }) {
            throw ExitStatus.usage.because(
                "\(own) is one of the reports to merge, and would be written over: name another folder with "
                    + "--report, or leave it out if it was merged before")
        }
        var merged: RunReport
        do {
            merged = try RunReport.merged(files.map(SavedReport.parse))
        } catch let error as MergingError {
            throw ExitStatus.broken.because("can't merge: \(error)")
        }
        if let emptiness = merged.emptiness { merged.hints.insert(emptiness, at: 0) }
        try ReportFolder.prepare(report)
        let output = ReportOutput(
            folder: report, arguments: arguments, color: display.color, isQuiet: display.quiet)
        try output.publish(merged)
        throw merged.verdict == .passed ? ExitStatus.passed : .broken
    }
}
