// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordSchema
import Mustache

/// The report `report.html`: a single page that loads nothing from the network and works without JavaScript.
///
/// The template renders everything except the cases, which replace `{{{cases}}}`. The cases are in a `noscript`
/// element. The page's script reads this element and renders the visible cases.
package enum HTMLReport {
    /// Writes the page in parts.
    ///
    /// - Parameter history: the results of earlier runs.
    /// - Throws: `TemplateError` if a template is invalid or lacks `{{{cases}}}`, and the errors that `take` throws.
    package static func write(
        _ report: RunReport, history: RunHistory = RunHistory(), templates: ReportTemplates = .builtIn,
        _ take: ([UInt8]) throws -> Void
    ) throws {
        let problems = PageProblems(report)
        let frame = try frame(PageModel(report: report, problems: problems, history: history).page, templates)
        try take(Array(frame.before.utf8))
        var cases = CaseMarkup(report, problems: problems)
        try cases.write(take)
        try take(Array(frame.after.utf8))
    }

    /// Returns the parts of the page before and after the cases.
    private static func frame(
        _ fields: TemplateFields, _ templates: ReportTemplates
    ) throws(TemplateError) -> (before: Substring, after: Substring) {
        // The hash includes the line feed that precedes the text in the template.
        let style = "\n\(templates.text("report.css"))"
        let script = "\n\(templates.text("report.js"))"
        // The mark occurs only once in the page, because templates escape control characters in values.
        let mark = "\u{1}cases\u{1}"
        var page = fields
        page["style"] = style
        page["styleHash"] = hash(style)
        page["script"] = script
        page["scriptHash"] = hash(script)
        page["cases"] = mark
        let text = try templates.render(page, with: "report", .html)
        guard let place = text.firstRange(of: mark) else {
            throw TemplateError(
                name: "report.html.mustache", line: nil,
                reason: "{{{cases}}} is missing")
        }
        return (text[..<place.lowerBound], text[place.upperBound...])
    }

    /// Returns a hash source for a content security policy (CSP Level 3 section 2.3.1).
    private static func hash(_ text: String) -> String {
        "sha256-\(Base64.encode(SHA256.digest(Array(text.utf8))))"
    }
}
