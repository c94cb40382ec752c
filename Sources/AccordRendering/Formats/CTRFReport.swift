// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The report `ctrf.json`, which lists the cases in the Common Test Report Format 1.0.
package enum CTRFReport {
    /// Passes the document to `take` in parts, with one line for each case. For 20,000 cases, the whole JSON tree would
    /// take 20 MB.
    ///
    /// - Throws: the errors that `take` throws.
    package static func write(_ report: RunReport, _ take: ([UInt8]) throws -> Void) rethrows {
        let head: JSON = [
            "reportFormat": "CTRF", "specVersion": "1.0.0", "timestamp": .string(report.started),
            "generatedBy": .string(report.tool.name), "results": ["tool": tool(report), "summary": summary(report)],
        ]
        try head.write(adding: "tests", report.cases.lazy.map(test), take)
    }

    private static func tool(_ report: RunReport) -> JSON {
        ["name": .string(report.tool.name), "version": .string(report.tool.version)]
    }

    private static func summary(_ report: RunReport) -> JSON {
        let start = (Timestamp.secondsSince1970(report.started) ?? 0) * 1000
        let summary = report.summary
        return [
            "tests": .int(summary.total), "passed": .int(summary.passed), "failed": .int(summary.failed),
            "skipped": .int(summary.skipped), "pending": .int(summary.pending),
            "other": .int(summary.blocked + summary.notApplicable), "start": .int(start),
            "stop": .int(start + milliseconds(report.duration)),
        ]
    }

    private static func test(_ result: CaseResult) -> JSON {
        var fields: JSONObject = [
            "testId": .string("\(result.file):\(result.title)"), "name": .string(result.title),
            "status": .string(status(result.status)), "duration": .int(milliseconds(result.duration)),
            "suite": [.string(result.file), .string(result.operation)], "rawStatus": .string(result.status.rawValue),
            "type": "contract", "filePath": .string(result.file), "line": .int(result.location.line),
        ]
        if result.findings.contains(where: { $0.rule == .caseFlaky }) { fields.append("flaky", true) }
        if result.status == .failed {
            let findings = result.located.mostSevereFirst
            fields.append("message", .string(findings.first?.message ?? "failed"))
            fields.append("trace", .string(findings.map(\.plainText).joined(separator: "\n\n")))
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

    private static func milliseconds(_ seconds: Double) -> Int {
        seconds.isFinite ? Int((min(max(seconds, 0), 1e9) * 1000).rounded()) : 0
    }
}
