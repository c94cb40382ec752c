// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The report `report.tap`, which lists the cases in the Test Anything Protocol, version 14 (testanything.org).
package enum TAPReport {
    /// Writes the stream in parts, one case at a time.
    ///
    /// - Throws: the errors that `take` throws.
    package static func write(_ report: RunReport, _ take: ([UInt8]) throws -> Void) rethrows {
        try take(Array("TAP version 14\n1..\(report.cases.count)\n".utf8))
        for (index, result) in report.cases.enumerated() { try take(Array(lines(result, number: index + 1).utf8)) }
        if report.isInterrupted { try take(Array("Bail out! The run was interrupted\n".utf8)) }
    }

    private static func lines(_ result: CaseResult, number: Int) -> String {
        let point = "\(number) - \(description(result.title))"
        switch result.status {
        case .passed: return "ok \(point)\n"
        case .failed: return "not ok \(point)\n" + diagnostics(result)
        // TAP marks a test that is expected to fail with `TODO`, and a test that didn't run with `SKIP`.
        case .pending:
            let hasErrors = result.findings.contains { $0.severity == .error }
            return "\(hasErrors ? "not ok" : "ok") \(point) # TODO \(reason(result))\n"
        case .skipped, .blocked, .notApplicable: return "ok \(point) # SKIP \(reason(result))\n"
        }
    }

    private static func reason(_ result: CaseResult) -> String {
        let reason = result.reason ?? "no reason given"
        return description(result.status == .skipped ? reason : "\(result.status.name): \(reason)")
    }

    /// Returns the details of a failed test as a YAML block. Its strings use JSON syntax, which is valid in YAML 1.2.
    private static func diagnostics(_ result: CaseResult) -> String {
        let findings = result.located.mostSevereFirst
        let first = findings.first
        var members: [(String, String?)] = [
            ("message", first?.message ?? "failed"), ("severity", "fail"), ("rule", first?.rule.id),
            ("blame", first?.blame.rawValue), ("at", (first?.contract ?? result.location).description),
            ("expected", first?.expected), ("actual", first?.actual), ("reproduce", first?.reproduce),
        ]
        if findings.count > 1 {
            members.append(("others", findings.dropFirst().map(\.message).joined(separator: "\n")))
        }
        let lines = members.compactMap { name, value in
            value.map { "  \(name): \(JSON.string(VisibleText.escape($0, lines: .kept)).compact)\n" }
        }
        let time = "  duration_ms: \(Seconds.text(result.duration * 1000, digits: 3))\n"
        return "  ---\n\(lines.joined())\(time)  ...\n"
    }

    /// Returns a test description with `#` escaped, because `#` starts a directive.
    private static func description(_ text: String) -> String {
        VisibleText.escape(text, lines: .shown).replacingScalars { scalar in
            switch scalar {
            case "\\": #"\\"#
            case "#": "\\#"
            default: nil
            }
        }
    }
}
