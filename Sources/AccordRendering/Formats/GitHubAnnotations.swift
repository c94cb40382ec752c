// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// GitHub workflow commands that annotate lines of the contract in a pull request: `::error file=…,line=…::…`.
package enum GitHubAnnotations {
    /// The maximum number of annotations per severity. GitHub shows ten errors and ten warnings per step.
    private static let shown = 10

    /// Returns the workflow commands for the problems of a run, one per line.
    package static func render(_ report: RunReport) -> String {
        [(Finding.Severity.error, "error"), (.warning, "warning")].flatMap { severity, name in
            report.problems(severity).prefix(shown).map { command(name, $0, report) }
        }.joined()
    }

    private static func command(_ name: String, _ problem: Problem, _ report: RunReport) -> String {
        let finding = problem.finding
        let titles = problem.examples.map { report.cases[$0.result].title }
        let place = finding.contract
        var message = finding.message
        if let expected = finding.expected { message += "\nexpected: \(expected)" }
        if let actual = finding.actual { message += "\nactual: \(actual)" }
        let left = problem.count - titles.count
        message += "\ncases: \(titles.joined(separator: ", "))\(left > 0 ? " and \(left) more" : "")"
        if let advice = finding.advice { message += "\nnext: \(advice)" }
        return command(name, at: place, in: place?.file ?? "", title: problem.heading, message)
    }

    /// Returns a workflow command that annotates a line of a file.
    static func command(
        _ name: String, at place: SourceLocation?, in file: String, title: String, _ message: String
    ) -> String {
        let properties = [
            ("file", file), ("line", String(place?.line ?? 1)), ("col", String(place?.column ?? 1)), ("title", title),
        ]
        let written = properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
        return "::\(name) \(written)::\(data(message))\n"
    }

    /// Escapes text in a workflow command in the same way as `command.ts` in `actions/toolkit`.
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
