import AccordContract
import AccordCore

extension Baseline {
    /// The entries whose case isn't among the ids; fuzz-generated cases have no fixed ids, and count as known.
    package func unknown(among ids: Set<String>) -> [Entry] {
        entries.filter { !ids.contains($0.testCase) && FuzzID($0.testCase) == nil }
    }

    /// A result as the baseline has it: a case of which every error is known is pending, one in which a known finding
    /// isn't there any more fails as stale, and an entry whose day has come accepts nothing.
    package func applied(to result: CaseResult, today: String) -> CaseResult {
        let entries = entries(of: result.qualifiedID)
        guard !entries.isEmpty, [.passed, .failed].contains(result.status) else { return result }
        var result = result
        var used: [Entry] = []
        for index in result.findings.indices where result.findings[index].severity == .error {
            let finding = result.findings[index]
            let covering = entries.filter { $0.covers(finding) }
            used += covering
            if let entry = covering.first(where: { today < $0.expires }) {
                result.findings[index].severity = .warning
                result.findings[index].details.append("known until \(entry.expires): \(entry.reason)")
            } else if let entry = covering.first {
                result.findings[index].details.append(
                    "was known until \(entry.expires): \(entry.reason) (\(entry.location))")
            }
        }
        result.findings += entries.filter { !used.contains($0) }.map(Self.stale)
        if result.findings.contains(where: { $0.severity == .error }) {
            result.status = .failed
        } else if let first = used.first {
            result.status = .pending
            result.reason = "\(CaseResult.acceptance)\(used.map(\.expires).min() ?? first.expires): \(first.reason)"
        }
        return result
    }

    private static func stale(_ entry: Entry) -> Finding {
        Finding(
            rule: .baselineStale, blame: .contract, "the baseline accepts a finding that isn't there any more",
            contract: entry.location, expected: [entry.rule, entry.place].compactMap { $0 }.joined(separator: " at "),
            advice: "Take the entry out of the baseline.")
    }

    /// That a server couldn't be asked says nothing about it that could be known and accepted.
    private static func isAccident(_ finding: Finding) -> Bool {
        finding.isTransportFailure || finding.rule == .stateFailed
    }

    /// How many errors `rewritten` leaves out: accidents, which say nothing about the server.
    package func accidents(in results: [CaseResult]) -> Int {
        results.filter { $0.status == .failed }.reduce(0) { sum, result in
            let own = entries(of: result.qualifiedID)
            return sum
                + result.findings.count { finding in
                    finding.severity == .error && Self.isAccident(finding) && !own.contains { $0.covers(finding) }
                }
        }
    }

    /// A baseline of what a run found: entries that still hold are kept, those of cases that weren't judged too, and
    /// new ones expire on a day.
    package func rewritten(for results: [CaseResult], reason: String, expires: String) -> Baseline {
        let judged = Set(results.filter { [.passed, .failed, .pending].contains($0.status) }.map(\.qualifiedID))
        var written = entries.filter { !judged.contains($0.testCase) }
        for result in results where [.failed, .pending].contains(result.status) {
            let own = entries(of: result.qualifiedID)
            for finding in result.findings where finding.rule != .baselineStale {
                let known = own.first { $0.covers(finding) }
                // A pending case fails nothing, and needs no entry.
                guard
                    known != nil
                        || (result.status == .failed && finding.severity == .error && !Self.isAccident(finding))
                else { continue }
                let entry =
                    known
                    ?? Entry(
                        testCase: result.qualifiedID, rule: finding.rule.id, place: finding.place?.description,
                        reason: reason, expires: expires, location: result.location)
                if !written.contains(entry) { written.append(entry) }
            }
        }
        return Baseline(entries: written)
    }
}

extension CaseResult {
    /// `todos.json:login/creates a token`
    fileprivate var qualifiedID: String {
        "\(FilePath.name(of: file)):\(id)"
    }
}
