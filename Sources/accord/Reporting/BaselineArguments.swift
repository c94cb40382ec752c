// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import ArgumentParser

/// The options for a baseline: known problems that are accepted until they expire.
struct BaselineArguments: ParsableArguments {
    @Option(help: .value("file", "Accept this file's known findings until they expire."))
    var baseline: String?

    @Option(help: .value("file", "Write the findings to this file, for --baseline."))
    var writeBaseline: String?

    func validate() throws {
        if let writeBaseline, FileStatus(writeBaseline)?.isFolder == true {
            throw ValidationError("--write-baseline \(writeBaseline): this is a folder; give the name of a file")
        }
    }

    /// Reads the baseline file. Returns `nil` without `--baseline`, or if the run writes the file for the first time.
    ///
    /// - Parameter operations: The ids of the operations that the baseline can name.
    /// - Throws: `ExitStatus.contractInvalid` if the baseline is invalid, or `ExitStatus.usage` if it names an unknown
    ///   operation.
    func read(among operations: Set<String>) throws -> Baseline? {
        guard let file = baseline, file != writeBaseline || Environment.hasFile(file) else { return nil }
        guard Environment.hasFile(file) else {
            throw ExitStatus.usage.because(
                "--baseline \(file): the file doesn't exist\n"
                    + "Write the file with --write-baseline \(file), which accepts all present problems.")
        }
        let baseline = try DocumentKind.baseline.read(file, "--baseline \(file)") {
            try Baseline(parsing: $0, file: file)
        }
        let lines = baseline.unknown(among: operations).map { entry in
            let unknown = entry.operations.first { !operations.contains($0) } ?? ""
            let hint = Suggestion.hint(for: unknown, in: operations.sorted())
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
            before.rewritten(for: results, reason: "found on \(Clock.today)", expires: expires), known: before,
            expires: expires)
    }

    /// Writes a baseline to the file of `--write-baseline`. Prints the number of its entries, of removed entries, and of
    /// entries that have expired.
    ///
    /// - Parameter known: The baseline before the run.
    /// - Throws: `ExitStatus.usage` if the baseline can't be written.
    func write(_ baseline: Baseline, known: Baseline, expires: String) throws {
        guard let writeBaseline else { return }
        try Environment.write(baseline.json.pretty + "\n", to: writeBaseline)
        let count = baseline.entries.count
        let places = Set(known.entries.map(\.location))
        let kept = baseline.entries.filter { places.contains($0.location) }
        let removed = known.entries.count - kept.count
        let extent = known.entries.isEmpty ? "" : " (\(count - kept.count) new, \(kept.count) known)"
        let ending = count > kept.count ? "; new entries expire on \(expires)" : ""
        StandardError.write("wrote \(count.counted("problem")) to \(writeBaseline)\(extent)\(ending)")
        if removed > 0 {
            StandardError.write(
                "removed \(removed == 1 ? "1 entry" : "\(removed) entries") whose problem no longer occurs")
        }
        let expired = kept.filter { !$0.isValid(on: Clock.today) }
        if let first = expired.first {
            StandardError.write(
                "\(expired.count == 1 ? "1 entry has" : "\(expired.count) entries have") expired and accept"
                    + "\(expired.count == 1 ? "s" : "") nothing: change “expires” or remove the entry (\(first.location))"
            )
        }
    }
}
