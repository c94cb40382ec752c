import AccordCases
import AccordContract
import AccordJudging
import AccordReport
import Mustache

/// `summary.md`: GitHub-flavoured Markdown, short enough for a job's summary or a comment.
package enum MarkdownReport {
    /// GitHub refuses a job's summary of more than a mebibyte; that many failures stay far beneath it.
    private static let longestDetailed = 40
    private static let longestList = 100
    private static let longestBlock = 4000

    /// Renders the summary.
    ///
    /// - Throws: `TemplateError` where the template isn't Mustache.
    package static func render(
        _ report: RunReport, templates: ReportTemplates = .builtIn
    ) throws(TemplateError) -> String {
        let library = try templates.markdown()
        return library.render(page(report), withTemplate: "summary") ?? ""
    }

    private static func page(_ report: RunReport) -> TemplateFields {
        var page: TemplateFields = [
            "symbol": report.outcome.symbol, "headline": report.headline,
            "subject": report.titles.isEmpty ? "Contract report" : report.titles,
            "counts": report.counts.map { ["name": $0.name, "count": $0.count] as TemplateFields },
            "run": "\(report.startedText), \(report.durationText)", "isInterrupted": report.isInterrupted,
        ]
        page["target"] = report.target.map { MarkdownText.code($0) }
        page["verified"] = report.kind == .merged ? "with a server verified at" : "verified at"
        if !report.hints.isEmpty { page["hints"] = ["items": report.hints] }
        let failed = report.cases.filter { $0.status == .failed }
        if !failed.isEmpty { page["failures"] = failures(failed, quotes: report) }
        let warned = report.cases.filter { $0.status == .passed }.flatMap { result in
            result.orderedFindings.filter { $0.severity == .warning }.map { row(result, $0) }
        }
        page["warned"] = list(warned)
        let idle = report.cases.filter { $0.status != .failed && $0.status != .passed }
        page["idle"] = list(idle.map(idleRow))
        return page
    }

    private static func failures(_ failed: [CaseResult], quotes report: RunReport) -> TemplateFields {
        let rows = failed.flatMap { result in
            result.orderedFindings.filter { $0.severity == .error }.map { row(result, $0, inTable: true) }
        }
        var fields: TemplateFields = [
            "rows": Array(rows.prefix(longestList)),
            "cases": failed.prefix(longestDetailed).map { detailed($0, quotes: report) },
        ]
        if rows.count > longestList { fields["leftRows"] = rows.count - longestList }
        if failed.count > longestDetailed { fields["left"] = failed.count - longestDetailed }
        return fields
    }

    /// The id, to be pasted behind `--case`, with the run in front where a report holds several.
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

    private static func row(_ result: CaseResult, _ finding: Finding, inTable: Bool = false) -> TemplateFields {
        var fields: TemplateFields = [
            "blame": finding.blame.rawValue, "message": finding.message,
            "titleCode": titleCode(result, inTable: inTable),
        ]
        if let place = finding.contract { fields["place"] = "\(place.file):\(place.line)" }
        return fields
    }

    private static func idleRow(_ result: CaseResult) -> TemplateFields {
        var fields: TemplateFields = ["status": result.status.name, "titleCode": titleCode(result)]
        fields["reason"] = result.reason
        return fields
    }

    private static func detailed(_ result: CaseResult, quotes report: RunReport) -> TemplateFields {
        let findings = result.orderedFindings.map { finding -> TemplateFields in
            var fields: TemplateFields = [
                "who": finding.severity == .error
                    ? "The \(finding.blame.rawValue)" : "Warning, \(finding.blame.subject)", "message": finding.message,
                "details": finding.details,
            ]
            if let place = finding.contract {
                fields["findingPlace"] = MarkdownText.code(place.description)
                let quote = report.quote(place.file, line: place.line)
                fields["quoteCode"] = quote.map { MarkdownText.code(String($0.drop(while: \.isWhitespace))) }
            }
            if finding.expected != nil || finding.actual != nil {
                fields["diffBlock"] = MarkdownText.block(shortened(diff(finding)), language: "diff")
            }
            fields["advice"] = finding.advice
            fields["curlBlock"] = finding.reproduce.map { MarkdownText.block(shortened($0), language: "sh") }
            return fields
        }
        // A line of HTML isn't read as Markdown.
        let title = HTMLEscaping.escape(VisibleText.escape(result.title, lines: .shown))
        return ["titleHTML": title, "findings": findings]
    }

    private static func diff(_ finding: Finding) -> String {
        Diff(expected: finding.expected, actual: finding.actual).lines.map { line in
            switch line.mark {
            case .same: "  \(line.text)"
            case .expected: "- \(line.text)"
            case .actual: "+ \(line.text)"
            case .gap: "  \(line.text)"
            }
        }.joined(separator: "\n")
    }

    private static func shortened(_ text: String) -> String {
        text.count > longestBlock ? text.prefix(longestBlock) + "…" : text
    }
}
