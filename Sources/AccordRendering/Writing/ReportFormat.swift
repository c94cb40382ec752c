// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A report format. The raw value is its name in the option `--format`.
package enum ReportFormat: String, Sendable, CaseIterable {
    case json, html, markdown, junit, tap, ctrf, sarif, codequality, har, badge, map

    /// The file name of the report, such as `report.json`.
    package var file: String { file(of: "report") }

    /// Returns the file name for a base name, such as `client.html` for `client` or `report.html` for `report`.
    package func file(of report: String) -> String {
        let isReport = report == "report"
        return switch self {
        case .json, .html, .tap, .sarif, .har: "\(report).\(rawValue)"
        case .markdown: isReport ? "summary.md" : "\(report).md"
        case .junit: isReport ? "junit.xml" : "\(report).junit.xml"
        case .ctrf: isReport ? "ctrf.json" : "\(report).ctrf.json"
        case .codequality: isReport ? "gl-code-quality-report.json" : "\(report).gl-code-quality-report.json"
        case .badge: isReport ? "badge.svg" : "\(report).svg"
        case .map: isReport ? "map.svg" : "\(report).map.svg"
        }
    }

    /// Passes the text of a report to `take` in parts.
    ///
    /// - Parameter history: the results of earlier runs, which the format `html` shows.
    /// - Throws: `TemplateError` if a template is invalid, and the errors that `take` throws.
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
        case .map: try take(Array((APIMap(report).svg(isStandalone: true) ?? APIMap.empty).utf8))
        }
    }

    /// Whether reports in this format contain requests and responses. Such reports take the longest to write.
    var hasExchanges: Bool { [.json, .html, .har].contains(self) }
}
