// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension RunReport {
    /// Returns the result of the run without a period at the end, such as `3 problems in 2 of 5 operations`.
    func headline(_ problems: [Problem]) -> String {
        let judgement = judgement(problems)
        return isInterrupted && verdict == .failed ? "\(judgement); the run was interrupted" : judgement
    }

    private func judgement(_ problems: [Problem]) -> String {
        let cases = summary.total.counted("case")
        switch verdict {
        case .failed where summary.failed == 0 && lacksCoverage == nil:
            return "\(summary.blocked) of \(cases) couldn't run"
        case .failed where summary.failed == 0:
            return "The coverage of \(coverage.percentage) % is below the threshold of \(coverageThreshold ?? 0) %"
        case .failed where problems.isEmpty: return "\(summary.failed) of \(cases) failed"
        case .failed:
            let affected = Set(problems.flatMap(\.operations)).count
            // A server without the operation (501) and an overloaded server (503) don't crash.
            let failures = problems.filter { $0.kind == .crash && $0.finding.isServerError }
            let crashed = Set(failures.filter { !["501", "503"].contains($0.finding.actual) }.flatMap(\.operations))
            let crashes =
                crashed.isEmpty || problems.count == 1
                ? "" : "The server crashes in \(crashed.count.counted("operation")); "
            return crashes
                + "\(problems.count.counted("problem")) in \(affected) of \(operationCount.counted("operation"))"
        case .interrupted: return "Interrupted after \(summary.total - summary.skipped) of \(cases)"
        case .empty where summary.total == 0:
            guard let shard else { return "No cases ran" }
            let all = shard.whole.map { " of the \($0.cases.counted("case"))" } ?? ""
            return "Shard \(shard.index)/\(shard.count) has none\(all)"
        case .empty: return "None of \(cases) \(summary.pending > 0 ? "could fail the run" : "ran")"
        case .passed where summary.passed == summary.total: return "\(cases) passed"
        case .passed: return "\(summary.passed) of \(cases) passed, none failed"
        }
    }

    /// The result of the run as a word and as two symbols: an emoji and plain text. The word is `part` for a shard
    /// without cases.
    var outcome: (name: String, symbol: String, mark: String) {
        if isEmptyPart { return ("part", "➖", "-") }
        return verdict == .passed ? ("passed", "✅", "✓") : ("failed", "❌", "✗")
    }

    /// The number of cases with each status, and the number of warnings. Zeros are left out, except for `passed` and
    /// `failed`.
    var counts: [(name: String, count: Int)] {
        let all: [(String, Int)] = [
            ("failed", summary.failed), ("blocked", summary.blocked), ("passed", summary.passed),
            ("pending", summary.pending), ("skipped", summary.skipped), ("not applicable", summary.notApplicable),
            ("warning", problems(.warning, includesPending: true).count),
        ]
        return all.filter { $0.1 > 0 || $0.0 == "failed" || $0.0 == "passed" }
            .map { ($0 == "warning" && $1 != 1 ? "warnings" : $0, $1) }
    }

    /// The counts as one line, such as `4 of 9 cases failed, 2 passed, 1 skipped, 2 warnings`.
    var countsLine: String {
        counts.map { name, count in
            let cases = name == "failed" && count > 0 ? " of \(summary.total.counted("case"))" : ""
            return "\(count)\(cases) \(name)"
        }.joined(separator: ", ")
    }

    /// A line with the coverage, followed by lines about missing and undocumented responses. The array is empty if the
    /// contract documents nothing.
    var coverageLines: [String] {
        let (shown, documented) = coverage.totals
        guard documented > 0 else { return [] }
        let elements = documented.counted("documented element")
        var lines = ["coverage: \(shown) of \(elements) covered, \(coverage.percentage) %"]
        let tested = Set(cases.lazy.filter { $0.status != .skipped }.map(\.operation))
        let lacking = coverage.filter { $0.lacksSuccess && tested.contains($0.operation) }.map(\.operation)
        if !lacking.isEmpty { lines.append("no successful response from \(lacking.joined(upTo: 5))") }
        var undocumented: [Int: [String]] = [:]
        for operation in coverage {
            for status in operation.undocumentedStatuses {
                undocumented[status, default: []].append(operation.operation)
            }
        }
        let statuses = undocumented.sorted { $0.key < $1.key }.map { status, operations in
            "\(status) of " + (operations.count > 1 ? operations.count.counted("operation") : operations[0])
        }
        if !statuses.isEmpty { lines.append("undocumented status codes: \(statuses.joined(upTo: 5))") }
        return lines
    }

    /// The titles and versions of the contracts, separated by commas.
    var titles: String {
        contracts.map { $0.version.isEmpty ? $0.title : "\($0.title) \($0.version)" }.joined(separator: ", ")
    }

    /// The text `, profile strict` for a profile other than the default, or an empty string.
    var profileText: String { profile.map { $0 == "default" ? "" : ", profile \($0)" } ?? "" }
}

extension [Problem] {
    /// The numbers of problems by kind, such as `1 failed example, 3 wrong responses`.
    var tally: String {
        Problem.Kind.allCases.compactMap { kind in
            let count = count { $0.kind == kind }
            return count > 0 ? kind.counted(count) : nil
        }.joined(separator: ", ")
    }
}

extension String {
    /// The string with its first letter capitalized.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The RFC 3339 timestamp formatted as `2026-03-01 09:30 UTC`, or the string itself if it isn't a timestamp.
    var shownTime: String {
        guard Timestamp.secondsSince1970(self) != nil else { return self }
        return "\(prefix(10)) \(dropFirst(11).prefix(5)) UTC"
    }
}

extension [Finding] {
    /// The findings, most severe first. Findings of the same severity keep their order.
    var mostSevereFirst: [Finding] {
        [Finding.Severity.error, .warning, .note].flatMap { severity in filter { $0.severity == severity } }
    }
}

extension Double {
    /// The duration in seconds with its unit, such as `0.4 ms`, `18 ms` or `2.35 s`.
    var shownDuration: String {
        if self >= 1 { return "\(Seconds.text(self, digits: 2)) s" }
        return "\(Seconds.text(self * 1000, digits: self < 0.01 ? 1 : 0)) ms"
    }
}

extension Finding {
    /// The finding as several lines of plain text.
    var plainText: String {
        let lines = fields.filter { $0.label != .rule }.map { label, value in
            label == .details ? value : "\(label.rawValue): \(value)"
        }
        return (["\(severity.rawValue): \(message) [\(rule)]"] + lines).joined(separator: "\n")
    }
}
