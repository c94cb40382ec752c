import AccordCases
import AccordContract
import AccordJudging
import AccordReport

/// Workflow commands that mark the contract's lines in a GitHub pull request: `::error file=…,line=…::…`.
package enum GitHubAnnotations {
    /// GitHub shows ten errors and ten warnings a step and drops the rest.
    private static let shown = 10

    /// The commands, a line each, to be printed on standard output; empty where nothing is wrong.
    package static func render(_ report: RunReport) -> String {
        let results = report.cases.filter { $0.status == .failed || $0.status == .passed }
        return Finding.Severity.reported.flatMap { severity in
            results.lazy.flatMap { result in
                result.located.filter { $0.severity == severity }.map { command(severity, result, $0) }
            }.prefix(shown)
        }.joined()
    }

    private static func command(_ severity: Finding.Severity, _ result: CaseResult, _ finding: Finding) -> String {
        let place = finding.contract ?? result.location
        let properties = [
            ("file", place.file), ("line", String(place.line)), ("col", String(place.column)), ("title", result.title),
        ]
        var message = finding.message
        if let expected = finding.expected { message += "\nexpected: \(expected)" }
        if let actual = finding.actual { message += "\nactual: \(actual)" }
        if let advice = finding.advice { message += "\nnext: \(advice)" }
        let written = properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
        return "::\(severity.rawValue) \(written)::\(data(message))\n"
    }

    /// Escaped as the runner's toolkit does (`actions/toolkit`, `command.ts`).
    static func data(_ text: String) -> String {
        VisibleText.escape(text, lines: .kept).replacingScalars { scalar in
            switch scalar {
            case "%": "%25"
            case "\n": "%0A"
            default: nil
            }
        }
    }

    static func property(_ text: String) -> String {
        data(text).replacingScalars { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
    }
}

extension Finding.Severity {
    fileprivate static let reported: [Finding.Severity] = [.error, .warning]
}
