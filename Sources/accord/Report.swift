import ArgumentParser

/// `accord report`: what can be done with the reports of runs.
struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Works on the reports that runs have written.", subcommands: [MergeReports.self])
}
