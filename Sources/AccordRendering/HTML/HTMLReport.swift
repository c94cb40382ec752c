// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Mustache

/// The report `report.html`: a single page that loads nothing from the network and works without JavaScript.
///
/// The template renders the page without the list of cases. Accord then replaces `{{{cases}}}` with the list. The list
/// is in a `noscript` element. The page's script reads this element, and renders only the visible cases.
package enum HTMLReport {
    /// Passes the page to `take` in parts.
    ///
    /// - Parameter history: the results of earlier runs.
    /// - Throws: `TemplateError` if a template is invalid or lacks `{{{cases}}}`, and the errors that `take` throws.
    package static func write(
        _ report: RunReport, history: RunHistory = RunHistory(), templates: ReportTemplates = .builtIn,
        _ take: ([UInt8]) throws -> Void
    ) throws {
        let problems = PageProblems(report)
        var page = PageModel(report: report, problems: problems, history: history).page
        // The template puts a line feed before the style. Add it here, because the hash must include it.
        let style = "\n\(templates.text("report.css"))"
        let script = "\n\(templates.text("report.js"))"
        // This marker stands for the cases. It occurs only once in the page, because templates escape control
        // characters in values.
        let mark = "\u{1}cases\u{1}"
        page["style"] = style
        page["styleHash"] = hash(style)
        page["script"] = script
        page["scriptHash"] = hash(script)
        page["cases"] = mark
        let text = try templates.library(.html).render(page, with: "report")
        guard let place = text.firstRange(of: mark) else {
            throw TemplateError(name: "report.html.mustache", line: nil, reason: "{{{cases}}} is missing")
        }
        try take(Array(text[..<place.lowerBound].utf8))
        var cases = CaseMarkup(report, problems: problems)
        try cases.write(take)
        try take(Array(text[place.upperBound...].utf8))
    }

    /// Returns the hash of a script or style. A content security policy with this hash allows the script or style (CSP
    /// Level 3 section 2.3.1).
    private static func hash(_ text: String) -> String { "sha256-\(Base64.encode(SHA256.digest(Array(text.utf8))))" }
}
