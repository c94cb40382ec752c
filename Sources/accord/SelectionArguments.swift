import AccordContract
import AccordCore
import AccordVerifier
import ArgumentParser

/// Which cases run; what they come after runs too.
struct SelectionArguments: ParsableArguments {
    @Option(
        parsing: .singleValue, help: "Run the cases whose id has this text in it; * stands for anything. Repeatable.")
    var filter: [String] = []

    @Option(parsing: .singleValue, help: "Run the cases of the operation with this id. Repeatable.")
    var operation: [String] = []

    @Option(name: .customLong("case"), parsing: .singleValue, help: "Run the case with this id. Repeatable.")
    var cases: [String] = []

    @Option(parsing: .singleValue, help: "Run the cases with this tag, of the case or its operation. Repeatable.")
    var tag: [String] = []

    @Flag(help: "Run only the cases that failed in the last report.")
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

    /// The selection, with the cases of the contracts that failed in `folder`'s report where these were asked for.
    ///
    /// - Throws: `ExitStatus.usage` where there is no report that can be read, or none of these contracts.
    func selection(lastReportIn folder: String, of contracts: [Contract]) throws -> Selection {
        var selection = selection
        guard lastFailed else { return selection }
        let file = "\(folder)/report.json"
        let last: RunReport
        do {
            last = try RunReport(parsing: DiskFiles().read(file), file: file)
        } catch {
            throw ExitStatus.usage.because("--last-failed needs the last run's report: \(file): \(error)")
        }
        let asked = Set(contracts.map { FilePath.name(of: $0.file) })
        guard last.contracts.contains(where: { asked.contains(FilePath.name(of: $0.file)) }) else {
            let others = last.contracts.map(\.file).joined(separator: ", ")
            throw ExitStatus.usage.because(
                "--last-failed: the last report, \(file), is of \(others.isEmpty ? "no contract" : others), not of "
                    + "\(contracts.map(\.file).joined(separator: ", ")); leave --last-failed out, or name that report's "
                    + "contract or another folder with --report")
        }
        let failed = last.cases.filter { [.failed, .blocked].contains($0.status) }
        let own = failed.filter { asked.contains(FilePath.name(of: $0.file)) }
        if own.isEmpty { StandardError.write("accord: nothing of these contracts failed in \(file); every case runs") }
        if own.count < failed.count {
            StandardError.write(
                "accord: \(failed.count - own.count) that failed in \(file) are of other contracts, and left out")
        }
        selection.cases += own.map { "\(FilePath.name(of: $0.file)):\($0.id)" }
        return selection
    }
}
