import AccordContract
import AccordJSON
import AccordMatching
import AccordReport

/// `ctrf.json`: the cases in the Common Test Report Format 1.0.
package enum CTRFReport {
    package static func render(_ report: RunReport) -> String {
        let start = (Timestamp.secondsSince1970(report.started) ?? 0) * 1000
        let summary = report.summary
        var results: JSONObject = [
            "tool": ["name": .string(report.tool.name), "version": .string(report.tool.version)],
            "summary": [
                "tests": number(summary.total), "passed": number(summary.passed), "failed": number(summary.failed),
                "skipped": number(summary.skipped), "pending": number(summary.pending),
                "other": number(summary.blocked + summary.notApplicable), "start": number(start),
                "stop": number(start + milliseconds(report.duration)),
            ],
        ]
        results.append("tests", .array(report.cases.map(test)))
        let document: JSON = [
            "reportFormat": "CTRF", "specVersion": "1.0.0", "timestamp": .string(report.started),
            "generatedBy": .string(report.tool.name), "results": .object(results),
        ]
        return document.pretty + "\n"
    }

    private static func test(_ result: CaseResult) -> JSON {
        var fields: JSONObject = [
            "testId": .string("\(result.file):\(result.title)"), "name": .string(result.title),
            "status": .string(status(result.status)), "duration": number(milliseconds(result.duration)),
            "suite": [.string(result.file), .string(result.operation)], "rawStatus": .string(result.status.rawValue),
            "type": "contract", "filePath": .string(result.file), "line": number(result.location.line),
        ]
        if result.status == .failed {
            let findings = result.orderedFindings
            fields.append("message", .string(findings.first?.message ?? "failed"))
            fields.append("trace", .string(findings.map(PlainFinding.text).joined(separator: "\n\n")))
        } else if let reason = result.reason {
            fields.append("message", .string(reason))
        }
        return .object(fields)
    }

    private static func status(_ status: CaseResult.Status) -> String {
        switch status {
        case .passed, .failed, .skipped, .pending: status.rawValue
        case .blocked, .notApplicable: "other"
        }
    }

    private static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

    private static func milliseconds(_ seconds: Double) -> Int {
        seconds.isFinite ? Int((min(max(seconds, 0), 1e9) * 1000).rounded()) : 0
    }
}
