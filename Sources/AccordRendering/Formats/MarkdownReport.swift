// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Mustache

/// The report `summary.md`: GitHub Flavored Markdown for a job summary or a comment.
package enum MarkdownReport {
    /// The maximum number of problems that are shown with details. GitHub limits job summaries to 1 MiB.
    private static let longestDetailed = 40
    private static let longestList = 100
    private static let longestBlock = 4000

    /// Renders the summary.
    ///
    /// - Throws: `TemplateError` if the template is invalid.
    package static func render(
        _ report: RunReport, templates: ReportTemplates = .builtIn
    ) throws(TemplateError) -> String {
        try templates.library(.markdown).render(page(report), with: "summary")
    }

    private static func page(_ report: RunReport) -> TemplateFields {
        let problems = report.problems()
        var page = report.templateFields(problems)
        page["symbol"] = report.outcome.symbol
        page["counts"] = report.counts.map { ["name": $0.name, "count": $0.count] as TemplateFields }
        page["target"] = report.target.map { MarkdownText.code($0) }
        page["verified"] = report.kind == .merged ? "server verified at" : "verified at"
        let heading = [report.extent?.heading].compactMap(\.self)
        let coverage = (report.coverageLines + heading).map(\.capitalizedFirst) + (report.extent?.generatedLines ?? [])
        if !coverage.isEmpty { page["coverage"] = ["lines": coverage] as TemplateFields }
        let unasked = report.extent?.unaskedLines ?? []
        if !unasked.isEmpty { page["unasked"] = ["items": unasked] as TemplateFields }
        if !problems.isEmpty { page["failures"] = failures(problems, report) }
        let warnings = report.problems(.warning, includesPending: true)
        page["warned"] = list(
            warnings.map { problem in
                var fields = row(problem, report)
                if problem.count > 1 { fields["others"] = "\(problem.count) cases" }
                return fields
            })
        // Leave out skipped cases here, because the section “Not tested” lists them.
        let idle = report.cases.filter {
            $0.status != .failed && $0.status != .passed && ($0.status != .skipped || unasked.isEmpty)
        }
        page["idle"] = list(idle.map(idleRow))
        return page
    }

    private static func failures(_ problems: [Problem], _ report: RunReport) -> TemplateFields {
        let excerpts = report.excerpts()
        var fields: TemplateFields = [
            "tally": problems.tally, "rows": problems.prefix(longestList).map { row($0, report) },
            "problems": problems.prefix(longestDetailed).map { detailed($0, report, excerpts) },
        ]
        if problems.count > longestList { fields["leftRows"] = problems.count - longestList }
        if problems.count > longestDetailed { fields["left"] = problems.count - longestDetailed }
        return fields
    }

    /// Returns the ids of the first cases that have the problem.
    private static func examples(_ problem: Problem, _ report: RunReport, inTable: Bool) -> String {
        problem.examples.map { titleCode(report.cases[$0.result], inTable: inTable) }.joined(separator: ", ")
    }

    private static func row(_ problem: Problem, _ report: RunReport) -> TemplateFields {
        var fields: TemplateFields = [
            "kind": problem.kind.nouns.one, "heading": problem.heading, "count": problem.count,
            "titleCode": examples(problem, report, inTable: true),
        ]
        if let place = problem.finding.contract { fields["place"] = "\(place.file):\(place.line)" }
        return fields
    }

    /// Returns the id of the case as code. If the report contains several kinds of runs, the kind of run precedes the
    /// id.
    private static func titleCode(_ result: CaseResult, inTable: Bool = false) -> String {
        let code = MarkdownText.code(result.id, inTable: inTable)
        return result.run.map { "\($0.rawValue): \(code)" } ?? code
    }

    private static func list(_ rows: [TemplateFields]) -> TemplateFields? {
        guard !rows.isEmpty else { return nil }
        var fields: TemplateFields = ["rows": Array(rows.prefix(longestList))]
        if rows.count > longestList { fields["left"] = rows.count - longestList }
        return fields
    }

    private static func idleRow(_ result: CaseResult) -> TemplateFields {
        var fields: TemplateFields = ["status": result.status.name, "titleCode": titleCode(result)]
        fields["reason"] = result.reason
        return fields
    }

    /// Returns the template values for a problem, with the expected and actual values in its first case.
    private static func detailed(
        _ problem: Problem, _ report: RunReport, _ excerpts: ContractExcerpts
    ) -> TemplateFields {
        let finding = problem.finding
        var fields: TemplateFields = [
            "who": "The \(finding.blame.rawValue)", "message": finding.message, "details": finding.details,
            "examples": examples(problem, report, inTable: false), "rule": finding.rule.id,
        ]
        if problem.operations.count > 1 {
            fields["operations"] = problem.operations.map { MarkdownText.code($0) }.joined(separator: ", ")
        }
        let left = problem.count - problem.examples.count
        if left > 0 { fields["leftCases"] = left.counted("case") }
        if let place = finding.contract {
            fields["findingPlace"] = MarkdownText.code(place.description)
            let excerpt = excerpts.excerpt(place)?.textLines.joined(separator: "\n")
            fields["quoteBlock"] = excerpt.map { MarkdownText.block($0, language: "text") }
        }
        if finding.expected != nil || finding.actual != nil {
            fields["diffBlock"] = MarkdownText.block(shortened(diff(finding)), language: "diff")
        }
        fields["advice"] = finding.advice
        fields["curlBlock"] = finding.reproduce.map { MarkdownText.block(shortened($0), language: "sh") }
        let count = problem.count > 1 ? " (\(problem.count.counted("case")))" : ""
        // GitHub doesn't render Markdown in a line of HTML, so escape the title as HTML.
        fields["titleHTML"] = XMLText.html(VisibleText.escape(problem.heading + count, lines: .shown))
        return fields
    }

    private static func diff(_ finding: Finding) -> String {
        Diff(expected: finding.expected, actual: finding.actual).lines.map { line in
            switch line.mark {
            case .same, .gap: "  \(line.text)"
            case .expected: "- \(line.text)"
            case .actual: "+ \(line.text)"
            }
        }.joined(separator: "\n")
    }

    private static func shortened(_ text: String) -> String {
        text.count > longestBlock ? text.prefix(longestBlock) + "…" : text
    }
}
