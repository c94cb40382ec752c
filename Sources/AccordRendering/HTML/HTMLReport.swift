import AccordCore
import AccordSchema
import Mustache

/// `report.html`: one page without anything from elsewhere, complete without its script.
///
/// The template makes all but the cases. Those stand where it has `{{{cases}}}`, each once: a browser without scripts
/// shows them folded, and with scripts takes them for text, of which the script draws what is scrolled to.
package enum HTMLReport {
    /// Renders the page.
    ///
    /// - Parameter history: what earlier runs came to, for what has changed since.
    /// - Throws: `TemplateError` where a template isn't Mustache, or has no place for the cases.
    package static func render(
        _ report: RunReport, history: RunHistory = RunHistory(), templates: ReportTemplates = .builtIn
    ) throws -> String {
        var bytes: [UInt8] = []
        try write(report, history: history, templates: templates) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the page piece by piece.
    ///
    /// - Throws: `TemplateError`, and what `take` throws.
    package static func write(
        _ report: RunReport, history: RunHistory = RunHistory(), templates: ReportTemplates = .builtIn,
        _ take: ([UInt8]) throws -> Void
    ) throws {
        let causes = PageCauses(report)
        let frame = try frame(PageModel(report: report, causes: causes, history: history).page, templates)
        try take(Array(frame.before.utf8))
        var cases = CaseMarkup(report, causes: causes)
        try cases.write(take)
        try take(Array(frame.after.utf8))
    }

    /// What stands before the cases and behind them.
    private static func frame(
        _ fields: TemplateFields, _ templates: ReportTemplates
    ) throws(TemplateError) -> (before: Substring, after: Substring) {
        // Surrounded as in the template, where an element's text begins and ends with a line feed.
        let style = "\n\(templates.text("report.css"))"
        let script = "\n\(templates.text("report.js"))"
        // What a template fills in has no such scalar: it would be shown by its number.
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
                reason: "it has no {{{cases}}}, so that the page would lose every case")
        }
        return (text[..<place.lowerBound], text[place.upperBound...])
    }

    /// As a content security policy writes it (CSP Level 3 section 2.3.1).
    private static func hash(_ text: String) -> String {
        "sha256-\(Base64.encode(SHA256.digest(Array(text.utf8))))"
    }
}
