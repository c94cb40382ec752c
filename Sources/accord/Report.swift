import ArgumentParser

/// `accord report`: what can be done with the reports of runs.
struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Render, compare and merge the reports of runs.",
        subcommands: [RenderReport.self, CompareReports.self, MergeReports.self])
}
