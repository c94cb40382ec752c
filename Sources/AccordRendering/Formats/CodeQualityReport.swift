// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// The report `gl-code-quality-report.json`, which shows causes at their contract lines in a GitLab merge request.
package enum CodeQualityReport {
    package static func render(_ report: RunReport) -> String {
        let issues =
            Cause.grouping(report.cases).map { issue($0, in: report, severity: "major") }
            + Cause.grouping(report.cases, severity: .warning) { [.passed, .failed].contains($0.status) }
            .map { issue($0, in: report, severity: "minor") }
        return JSON.array(issues).pretty + "\n"
    }

    private static func issue(_ cause: Cause, in report: RunReport, severity: String) -> JSON {
        let finding = cause.finding
        return [
            "description": .string(description(cause, in: report)), "check_name": .string(finding.rule.id),
            "fingerprint": .string(CauseFingerprint.text(cause, in: report)), "severity": .string(severity),
            "location": [
                "path": .string(finding.contract?.file ?? ""),
                "lines": ["begin": .number(JSONNumber(max(1, finding.contract?.line ?? 1)))],
            ],
        ]
    }

    private static func description(_ cause: Cause, in report: RunReport) -> String {
        let titles = cause.examples.map { report.cases[$0.result].title }.joined(separator: ", ")
        let left = cause.count - cause.examples.count
        let cases = left > 0 ? "\(titles) and \(left.counted("more case"))" : titles
        return "\(cause.finding.message) (at fault: \(cause.finding.blame.subject)): \(cases)"
    }
}

/// Identifies a cause across runs, even if its line in the contract changes.
enum CauseFingerprint {
    static func text(_ cause: Cause, in report: RunReport) -> String {
        let finding = cause.finding
        let run = cause.occurrences.first.flatMap { report.cases[$0.result].run }
        let place = finding.contract.map { $0.pointer.isEmpty ? "\($0.line):\($0.column)" : $0.pointer } ?? ""
        let parts = [
            finding.contract?.file ?? "", place, finding.rule.id, finding.severity.rawValue, finding.blame.rawValue,
            run?.rawValue ?? "",
        ]
        return SHA256.digest(Array(parts.joined(separator: "\u{0}").utf8)).prefix(16)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
