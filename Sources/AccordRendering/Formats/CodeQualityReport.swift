// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The report `gl-code-quality-report.json`, which shows problems at their contract lines in a GitLab merge request.
package enum CodeQualityReport {
    package static func render(_ report: RunReport) -> String {
        let issues =
            report.problems().map { issue($0, in: report, severity: "major") }
            + report.problems(.warning).map { issue($0, in: report, severity: "minor") }
        return JSON.array(issues).pretty + "\n"
    }

    private static func issue(_ problem: Problem, in report: RunReport, severity: String) -> JSON {
        let finding = problem.finding
        return [
            "description": .string(description(problem, in: report)), "check_name": .string(finding.rule.id),
            "fingerprint": .string(problem.fingerprint(in: report)), "severity": .string(severity),
            "location": [
                "path": .string(finding.contract?.file ?? ""),
                "lines": ["begin": .int(max(1, finding.contract?.line ?? 1))],
            ],
        ]
    }

    private static func description(_ problem: Problem, in report: RunReport) -> String {
        let titles = problem.examples.map { report.cases[$0.result].title }.joined(separator: ", ")
        let left = problem.count - problem.examples.count
        let cases = left > 0 ? "\(titles) and \(left.counted("more case"))" : titles
        return "\(problem.heading) (at fault: \(problem.finding.blame.subject)): \(cases)"
    }
}
