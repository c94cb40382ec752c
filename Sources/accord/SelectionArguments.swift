import AccordContract
import AccordReport
import AccordVerifier
import ArgumentParser

/// Which cases run; what they come after runs too.
struct SelectionArguments: ParsableArguments {
    @Option(parsing: .singleValue, help: "Part of a case's id; * stands for anything. Repeatable.")
    var filter: [String] = []

    @Option(parsing: .singleValue, help: "An operation's id. Repeatable.")
    var operation: [String] = []

    @Option(name: .customLong("case"), parsing: .singleValue, help: "A case's whole id. Repeatable.")
    var cases: [String] = []

    @Option(parsing: .singleValue, help: "A tag of a case or an operation. Repeatable.")
    var tag: [String] = []

    @Flag(help: "Only the cases that failed in the last report.")
    var lastFailed = false

    @OptionGroup var derived: DerivedArguments
    @OptionGroup var part: ShardArguments

    var selection: Selection {
        var selection = Selection()
        selection.filters = filter
        selection.operations = operation
        selection.cases = cases
        selection.tags = tag
        return selection
    }

    /// The selection, with the cases that failed in `folder`'s report where these were asked for.
    ///
    /// - Throws: `ExitStatus.usage` where there is no report that can be read.
    func selection(lastReportIn folder: String) throws -> Selection {
        var selection = selection
        guard lastFailed else { return selection }
        let file = "\(folder)/report.json"
        let last: RunReport
        do {
            last = try RunReport(parsing: DiskFiles().read(file), file: file)
        } catch {
            throw ExitStatus.usage.because("--last-failed needs the last run's report: \(file): \(error)")
        }
        let failed = last.cases.filter { [.failed, .blocked].contains($0.status) }
        if failed.isEmpty { StandardError.write("accord: nothing failed in \(file); every case runs") }
        selection.cases += failed.map { "\($0.file.split(separator: "/").last ?? ""):\($0.id)" }
        return selection
    }
}
