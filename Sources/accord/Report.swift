import ArgumentParser

/// `accord report`: what can be done with the reports of runs.
struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Work on the reports that runs have written.", subcommands: [MergeReports.self])
}
