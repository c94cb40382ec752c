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
        let heading = [report.extent?.heading].compactMap(\.self)
        let coverage = (report.coverageLines + heading).map(\.capitalizedFirst) + (report.extent?.generatedLines ?? [])
        let unasked = report.extent?.unaskedLines ?? []
        // Leave out skipped cases here, because the section “Not tested” lists them.
        let idle = report.cases.filter {
            $0.status != .failed && $0.status != .passed && ($0.status != .skipped || unasked.isEmpty)
        }
        return report.templateFields(problems).adding([
            "symbol": report.outcome.symbol,
            "counts": report.counts.map { ["name": $0.name, "count": $0.count] as TemplateFields },
            "target": report.target.map { MarkdownText.code($0) },
            "verified": report.kind == .merged ? "server verified at" : "verified at",
            "coverage": coverage.isEmpty ? nil : ["lines": coverage] as TemplateFields,
            "unasked": unasked.isEmpty ? nil : ["items": unasked] as TemplateFields,
            "failures": problems.isEmpty ? nil : failures(problems, report),
            "warned": list(report.problems(.warning, includesPending: true).map { row($0, report) }),
            "idle": list(
                idle.map { ["status": $0.status.name, "titleCode": titleCode($0), "reason": $0.reason] }),
        ])
    }

    private static func failures(_ problems: [Problem], _ report: RunReport) -> TemplateFields {
        let excerpts = report.excerpts()
        return [
            "tally": problems.tally, "rows": problems.prefix(longestList).map { row($0, report) },
            "problems": problems.prefix(longestDetailed).map { detailed($0, report, excerpts) },
            "leftRows": left(problems.count, longestList), "left": left(problems.count, longestDetailed),
        ]
    }

    /// Returns the number of elements after the first `most` ones, or `nil` if there are none.
    private static func left(_ count: Int, _ most: Int) -> Int? { count > most ? count - most : nil }

    /// Returns the ids of the first cases that have the problem.
    private static func examples(_ problem: Problem, _ report: RunReport, inTable: Bool) -> String {
        problem.examples.map { titleCode(report.cases[$0.result], inTable: inTable) }.joined(separator: ", ")
    }

    private static func row(_ problem: Problem, _ report: RunReport) -> TemplateFields {
        [
            "kind": problem.kind.nouns.one, "heading": problem.heading, "count": problem.count,
            "titleCode": examples(problem, report, inTable: true),
            "place": problem.finding.contract.map { "\($0.file):\($0.line)" },
            "others": problem.count > 1 ? "\(problem.count) cases" : nil,
        ]
    }

    /// Returns the id of the case as code. If the report contains several kinds of runs, the kind of run precedes the
    /// id.
    private static func titleCode(_ result: CaseResult, inTable: Bool = false) -> String {
        let code = MarkdownText.code(result.id, inTable: inTable)
        return result.run.map { "\($0.rawValue): \(code)" } ?? code
    }

    private static func list(_ rows: [TemplateFields]) -> TemplateFields? {
        rows.isEmpty ? nil : ["rows": Array(rows.prefix(longestList)), "left": left(rows.count, longestList)]
    }

    /// Returns the template values for a problem, with the expected and actual values in its first case.
    private static func detailed(
        _ problem: Problem, _ report: RunReport, _ excerpts: ContractExcerpts
    ) -> TemplateFields {
        let finding = problem.finding
        let place = finding.contract
        let excerpt = place.flatMap(excerpts.excerpt)?.textLines.joined(separator: "\n")
        let hasValues = finding.expected != nil || finding.actual != nil
        let count = problem.count > 1 ? " (\(problem.count.counted("case")))" : ""
        return [
            "who": "The \(finding.blame.rawValue)", "message": finding.message, "details": finding.details,
            "examples": examples(problem, report, inTable: false), "rule": finding.rule.id,
            "operations": problem.operations.count > 1
                ? problem.operations.map { MarkdownText.code($0) }.joined(separator: ", ") : nil,
            "leftCases": left(problem.count, problem.examples.count)?.counted("case"),
            "findingPlace": place.map { MarkdownText.code($0.description) },
            "quoteBlock": excerpt.map { MarkdownText.block($0, language: "text") },
            "diffBlock": hasValues ? MarkdownText.block(shortened(diff(finding)), language: "diff") : nil,
            "advice": finding.advice,
            "curlBlock": finding.reproduce.map { MarkdownText.block(shortened($0), language: "sh") },
            // GitHub doesn't render Markdown in a line of HTML, so escape the title as HTML.
            "titleHTML": XMLText.html(VisibleText.escape(problem.heading + count, lines: .shown)),
        ]
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
