import AccordCases
import AccordContract
import AccordHTTP
import AccordJSON
import AccordJudging
import AccordReport

/// `report.sarif`: the findings in SARIF 2.1.0, for code scanning, each on its line of the contract.
package enum SARIFReport {
    package static func render(_ report: RunReport) -> String {
        let findings = report.cases.filter { $0.status == .failed || $0.status == .passed }
            .flatMap { result in result.located.map { (result, $0) } }
        let ids = Set(findings.map(\.1.rule)).sorted()
        let positions = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($0.element, $0.offset) })
        let run: JSON = [
            "tool": [
                "driver": [
                    "name": .string(report.tool.name), "version": .string(report.tool.version),
                    "rules": .array(ids.map(rule)),
                ]
            ],
            "columnKind": "unicodeCodePoints",
            "invocations": [
                ["executionSuccessful": .bool(!report.isInterrupted), "startTimeUtc": .string(report.started)]
            ],
            "results": .array(findings.map { result($0.0, $0.1, ruleIndex: positions[$0.1.rule] ?? 0) }),
        ]
        let log: JSON = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
        return log.pretty + "\n"
    }

    private static func rule(_ id: String) -> JSON {
        var fields: JSONObject = ["id": .string(id)]
        if let rule = RuleCatalogue.rule(id) {
            fields.append("shortDescription", ["text": .string(rule.title)])
            fields.append("fullDescription", ["text": .string(rule.explanation)])
            fields.append("help", ["text": .string(rule.advice)])
        }
        return .object(fields)
    }

    private static func result(_ result: CaseResult, _ finding: Finding, ruleIndex: Int) -> JSON {
        let place = finding.contract ?? result.location
        var fields: JSONObject = [
            "ruleId": .string(finding.rule), "ruleIndex": .number(JSONNumber(ruleIndex)),
            "level": .string(finding.severity.rawValue),
            "message": ["text": .string("\(result.title): \(PlainFinding.text(finding))")],
            "locations": [
                [
                    "physicalLocation": [
                        "artifactLocation": ["uri": .string(uri(place.file))],
                        "region": [
                            "startLine": .number(JSONNumber(max(1, place.line))),
                            "startColumn": .number(JSONNumber(max(1, place.column))),
                        ],
                    ],
                    "logicalLocations": [["fullyQualifiedName": .string(result.title), "kind": "function"]],
                ]
            ],
            // What makes it the same finding in the next run, wherever the line has moved.
            "partialFingerprints": [
                "case/v1": .string(
                    [result.title, finding.rule, finding.place?.description ?? ""].joined(separator: " "))
            ],
        ]
        fields.append("properties", ["blame": .string(finding.blame.rawValue), "pointer": .string(place.pointer)])
        return .object(fields)
    }

    private static func uri(_ path: String) -> String { Percent.encode(path, keeping: ByteSet.unreserved.union("/")) }
}
