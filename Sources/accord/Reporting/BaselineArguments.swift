// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ArgumentParser

/// The options for a baseline: known problems that are accepted until they expire.
struct BaselineArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Accept this file's known findings until they expire.", valueName: "file"))
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write the findings to this file, for --baseline.", valueName: "file"))
    var writeBaseline: String?

    /// Reads the baseline file. Returns `nil` without `--baseline`, or if the run writes the file for the first time.
    ///
    /// - Parameter operations: The ids of the operations that the baseline can name.
    /// - Throws: `ExitStatus.contractInvalid` if the baseline is invalid, or `ExitStatus.usage` if it names an unknown
    ///   operation.
    func read(among operations: Set<String>) throws -> Baseline? {
        guard let file = baseline, file != writeBaseline || Environment.hasFile(file) else { return nil }
        let baseline = try DocumentKind.baseline.read(file, "--baseline \(file)") {
            try Baseline(parsing: $0, file: file)
        }
        let lines = baseline.unknown(among: operations).map { entry in
            let unknown = entry.operations.first { !operations.contains($0) } ?? ""
            let hint = Suggestion.nearest(to: unknown, in: operations.sorted()).map { "; did you mean “\($0)”?" } ?? ""
            return "\(entry.location): error: the baseline names an unknown operation “\(unknown)”\(hint)"
        }
        guard lines.isEmpty else { throw ExitStatus.usage.because(lines.joined(separator: "\n")) }
        return baseline
    }

    /// Writes the problems of a run to the baseline file of `--write-baseline`, and prints their number.
    ///
    /// - Throws: `ExitStatus.usage` if the baseline can't be written.
    func write(_ results: [CaseResult], known: Baseline?) throws {
        guard writeBaseline != nil else { return }
        let expires = Clock.day(after: 30)
        let before = known ?? Baseline(entries: [])
        try write(
            before.rewritten(for: results, reason: "found on \(Clock.today)", expires: expires), expires: expires)
    }

    /// Writes a baseline to the file of `--write-baseline`, and prints the number of its entries.
    ///
    /// - Throws: `ExitStatus.usage` if the baseline can't be written.
    func write(_ baseline: Baseline, expires: String) throws {
        guard let writeBaseline else { return }
        try Environment.write(baseline.json.pretty + "\n", to: writeBaseline)
        let count = baseline.entries.count
        StandardError.write(
            "wrote \(count) problem\(count == 1 ? "" : "s") to \(writeBaseline); new entries expire on \(expires)")
    }
}
