// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordVerifier
import ArgumentParser

/// The options for a baseline: known findings that are accepted until they expire.
struct BaselineArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Accept this file's known findings until they expire.", valueName: "file"))
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write the findings to this file, for --baseline.", valueName: "file"))
    var writeBaseline: String?

    /// Reads the baseline file. Returns `nil` without `--baseline`.
    ///
    /// - Parameter known: A closure that receives the case ids in the baseline. It returns the ids of the existing
    ///   cases, or `nil` if the command was interrupted.
    /// - Throws: `ExitStatus.usage` if the baseline is invalid or names unknown cases.
    func read(among known: (_ ids: Set<String>) -> Set<String>?) throws -> Baseline? {
        guard let file = baseline else { return nil }
        let baseline: Baseline
        do {
            baseline = try Baseline(parsing: DiskFiles().read(file), file: file)
        } catch let error as BaselineError {
            throw ExitStatus.usage.because(error.description)
        } catch {
            throw ExitStatus.usage.because("--baseline \(file): \(error)")
        }
        guard let ids = known(Set(baseline.entries.map(\.testCase))) else { return baseline }
        let lines = baseline.unknown(among: ids).map { entry in
            let nearest = Suggestion.nearest(to: entry.testCase, in: ids.sorted())
            let hint = nearest.map { "; did you mean “\($0)”?" } ?? ""
            return "\(entry.location): error: the baseline names an unknown case “\(entry.testCase)”\(hint)"
        }
        guard lines.isEmpty else { throw ExitStatus.usage.because(lines.joined(separator: "\n")) }
        return baseline
    }

    /// Writes the findings of a run to the baseline file of `--write-baseline`, and prints their number.
    ///
    /// - Throws: `ExitStatus.usage` if the baseline can't be written.
    func write(_ results: [CaseResult], known: Baseline?) throws {
        guard writeBaseline != nil else { return }
        let expires = Clock.day(after: 30)
        let before = known ?? Baseline(entries: [])
        let baseline = before.rewritten(for: results, reason: "found on \(Clock.today)", expires: expires)
        try write(baseline, expires: expires)
        let left = before.accidents(in: results)
        if left > 0 {
            StandardError.write(
                "a baseline can't accept missing responses and failed provider states: "
                    + "\(left) finding\(left == 1 ? " was" : "s were") left out")
        }
    }

    /// Writes a baseline to the file of `--write-baseline`, and prints the number of its findings.
    ///
    /// - Throws: `ExitStatus.usage` if the baseline can't be written.
    func write(_ baseline: Baseline, expires: String) throws {
        guard let writeBaseline else { return }
        try Environment.write(baseline.json.pretty + "\n", to: writeBaseline)
        let count = baseline.entries.count
        StandardError.write(
            "wrote \(count) finding\(count == 1 ? "" : "s") to \(writeBaseline); new findings expire on \(expires)")
    }
}
