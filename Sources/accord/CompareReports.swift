import AccordCore
import AccordRendering
import ArgumentParser

/// `accord report compare`: what changed from one run to another.
struct CompareReports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two saved reports: newly failing, fixed, still failing, slower.",
        discussion: "Exits with status 1 where a case fails that didn't fail before."
    )

    @Argument(help: "The earlier report.json or client.json, or its folder.")
    var old: String

    @Argument(help: "The later one.")
    var new: String

    @Flag(help: "List every case.")
    var verbose = false

    func run() throws {
        // One report in memory after the other.
        let before = RunOutline(try SavedReport.read(old))
        let comparison = RunComparison(from: before, to: RunOutline(try SavedReport.read(new)))
        guard comparison.shared > 0 || before.cases.isEmpty else {
            throw ExitStatus.usage.because("the reports have no case in common: \(old), \(new)")
        }
        Output.text(ComparisonRenderer(style: Terminal(.output).style, isVerbose: verbose).render(comparison))
        throw comparison.newlyFailing.isEmpty ? ExitStatus.passed : .broken
    }
}
