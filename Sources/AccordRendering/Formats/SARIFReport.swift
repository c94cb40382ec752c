// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The report `report.sarif`, which lists the problems in SARIF 2.1.0 with their lines of the contract.
package enum SARIFReport {
    /// The maximum number of cases listed per problem. GitHub limits the file to 10 MB.
    private static let longestList = 1000

    package static func render(_ report: RunReport) -> String {
        let problems = [Finding.Severity.error, .warning, .note].flatMap { report.problems($0) }
        let ids = Set(problems.map(\.finding.rule.id)).sorted()
        let positions = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($0.element, $0.offset) })
        return log(
            report.tool, rules: ids.map(rule),
            results: problems.map { result($0, report, ruleIndex: positions[$0.finding.rule.id] ?? 0) },
            invocations: [
                ["executionSuccessful": .bool(!report.isInterrupted), "startTimeUtc": .string(report.started)]
            ]
        ).pretty + "\n"
    }

    /// Returns a SARIF file with one run.
    static func log(_ tool: RunReport.Tool, rules: [JSON], results: [JSON], invocations: JSON? = nil) -> JSON {
        var run: JSONObject = [
            "tool": ["driver": ["name": .string(tool.name), "version": .string(tool.version), "rules": .array(rules)]],
            "columnKind": "unicodeCodePoints",
        ]
        if let invocations { run["invocations"] = invocations }
        run["results"] = .array(results)
        return ["$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [.object(run)]]
    }

    /// Returns a line and a column in a file.
    static func physicalLocation(_ place: SourceLocation?, in file: String) -> JSON {
        [
            "artifactLocation": ["uri": .string(Percent.encode(file, keeping: ByteSet.unreserved.union("/")))],
            "region": [
                "startLine": .int(max(1, place?.line ?? 1)),
                "startColumn": .int(max(1, place?.column ?? 1)),
            ],
        ]
    }

    private static func rule(_ id: String) -> JSON {
        guard let rule = Rule.named(id) else { return ["id": .string(id)] }
        return self.rule(id, title: rule.title, explanation: rule.explanation, help: rule.advice)
    }

    /// Returns the description of a rule.
    static func rule(_ id: String, title: String, explanation: String, help: String) -> JSON {
        [
            "id": .string(id), "shortDescription": ["text": .string(title)],
            "fullDescription": ["text": .string(explanation)], "help": ["text": .string(help)],
        ]
    }

    private static func result(_ problem: Problem, _ report: RunReport, ruleIndex: Int) -> JSON {
        let finding = problem.finding
        let place = finding.contract
        let titles = problem.occurrences.map { report.cases[$0.result].title }
        let more = titles.count > 1 ? " and \((titles.count - 1).counted("more case"))" : ""
        let message = "\(problem.heading)\ncase: \(titles.first ?? "")\(more)\n\(finding.plainText)"
        return [
            "ruleId": .string(finding.rule.id), "ruleIndex": .int(ruleIndex),
            "level": .string(finding.severity.rawValue), "message": ["text": .string(message)],
            "occurrenceCount": .int(problem.count),
            "locations": [
                [
                    "physicalLocation": physicalLocation(place, in: place?.file ?? ""),
                    "logicalLocations": .array(
                        titles.distinct.prefix(longestList).map {
                            ["fullyQualifiedName": .string($0), "kind": "function"]
                        }),
                ]
            ],
            // The fingerprint identifies the problem in later runs, even if its line in the contract changes.
            "partialFingerprints": ["cause/v1": .string(problem.fingerprint(in: report))],
            "properties": ["blame": .string(finding.blame.rawValue), "pointer": .string(place?.pointer ?? "")],
        ]
    }
}
