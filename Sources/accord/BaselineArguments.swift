import AccordContract
import AccordCore
import AccordJSON
import AccordVerifier
import ArgumentParser

/// Findings that are known, and accepted for a while.
struct BaselineArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Accept the known findings in this file until they expire; fail on one that isn't found any more.",
            valueName: "file"))
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Write the findings of this run as a baseline that expires in 30 days; the run still fails.",
            valueName: "file"))
    var writeBaseline: String?

    /// - Throws: `ExitStatus.usage` where the file is none, or names cases that there aren't.
    func read(among known: @autoclosure () -> Set<String>) throws -> Baseline? {
        guard let baseline else { return nil }
        let read: Baseline
        do {
            read = try Baseline(parsing: DiskFiles().read(baseline), file: baseline)
        } catch let error as BaselineError {
            throw ExitStatus.usage.because(error.description)
        } catch {
            throw ExitStatus.usage.because("--baseline \(baseline): \(error)")
        }
        let ids = known()
        let unknown = read.unknown(among: ids)
        guard unknown.isEmpty else {
            let lines = unknown.map { entry in
                let nearest = Suggestion.nearest(to: entry.testCase, in: ids.sorted())
                let meant = nearest.map { "; did you mean “\($0)”?" } ?? ""
                return "\(entry.location): error: there is no case “\(entry.testCase)”\(meant)"
            }
            throw ExitStatus.usage.because(lines.joined(separator: "\n"))
        }
        return read
    }

    /// Writes the baseline that was asked for, and says so; false where it can't be written.
    func write(_ results: [CaseResult], known: Baseline?) -> Bool {
        guard let writeBaseline else { return true }
        let expires = Clock.day(after: 30)
        let before = known ?? Baseline(entries: [])
        let written =
            before
            .rewritten(for: results, reason: "found on \(Clock.today)", expires: expires)
        if let problem = TextFile.write(written.json.pretty + "\n", to: writeBaseline) {
            StandardError.write("accord: can't write \(writeBaseline): \(problem)")
            return false
        }
        let count = written.entries.count
        StandardError.write(
            "\(count) finding\(count == 1 ? "" : "s") in \(writeBaseline); new ones expire on \(expires)")
        let left = before.accidents(in: results)
        if left > 0 {
            StandardError.write(
                "\(left) finding\(left == 1 ? "" : "s") left out: that no answer came, or no state could be set up, is an "
                    + "accident, and can't be accepted")
        }
        return true
    }
}
