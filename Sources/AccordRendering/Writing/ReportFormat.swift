import AccordCore

/// A form that a report can be written in, by the name that `--format` takes.
package enum ReportFormat: String, Sendable, CaseIterable {
    case json, html, markdown, junit, tap, ctrf, sarif, codequality, har, badge

    /// The file's name.
    package var file: String {
        switch self {
        case .json: "report.json"
        case .html: "report.html"
        case .markdown: "summary.md"
        case .junit: "junit.xml"
        case .tap: "report.tap"
        case .ctrf: "ctrf.json"
        case .sarif: "report.sarif"
        case .codequality: "gl-code-quality-report.json"
        case .har: "report.har"
        case .badge: "badge.svg"
        }
    }

    /// The file's name for a report that isn't called `report.json`: `client.html` for `client.json`.
    package func file(of name: String) -> String {
        guard name != "report" else { return file }
        let ending =
            switch self {
            case .json: "json"
            case .html: "html"
            case .markdown: "md"
            case .junit: "junit.xml"
            case .tap: "tap"
            case .ctrf: "ctrf.json"
            case .sarif: "sarif"
            case .codequality: "gl-code-quality-report.json"
            case .har: "har"
            case .badge: "svg"
            }
        return "\(name).\(ending)"
    }

    /// Writes the report in this form, piece by piece.
    ///
    /// - Parameter history: what earlier runs came to; `html` shows it.
    /// - Throws: `TemplateError`, and what `take` throws.
    package func write(
        _ report: RunReport, history: RunHistory = RunHistory(), templates: ReportTemplates = .builtIn,
        _ take: ([UInt8]) throws -> Void
    ) throws {
        switch self {
        case .json: try report.writeJSON(take)
        case .html: try HTMLReport.write(report, history: history, templates: templates, take)
        case .markdown: try take(Array(MarkdownReport.render(report, templates: templates).utf8))
        case .junit: try take(Array(JUnitReport.render(report).utf8))
        case .tap: try TAPReport.write(report, take)
        case .ctrf: try CTRFReport.write(report, take)
        case .sarif: try take(Array(SARIFReport.render(report).utf8))
        case .codequality: try take(Array(CodeQualityReport.render(report).utf8))
        case .har: try HARReport.write(report, take)
        case .badge: try take(Array(BadgeReport.render(report).utf8))
        }
    }

    /// Whether it has what was sent and received, most of what there is to write.
    var hasExchanges: Bool {
        switch self {
        case .json, .html, .har: true
        case .markdown, .junit, .tap, .ctrf, .sarif, .codequality, .badge: false
        }
    }

    /// What is written beside it: the schemas of what programs read.
    var companions: [(name: String, bytes: [UInt8])] {
        switch self {
        case .json:
            [("report.schema.json", ReportWriter.schema), ("event.schema.json", ReportWriter.eventSchema)]
        case .html, .markdown, .junit, .tap, .ctrf, .sarif, .codequality, .har, .badge: []
        }
    }
}
