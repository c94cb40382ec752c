import AccordReport
import AccordSchema
import Mustache

/// `report.html`: one page without anything from elsewhere, complete without its script.
package enum HTMLReport {
    /// Renders the page.
    ///
    /// - Throws: `TemplateError` where a template isn't Mustache.
    package static func render(
        _ report: RunReport, templates: ReportTemplates = .builtIn
    ) throws(TemplateError) -> String {
        let library = try templates.html()
        // Surrounded as in the template, where an element's text begins and ends with a line feed.
        let style = "\n\(templates.text("report.css"))"
        let script = "\n\(templates.text("report.js"))"
        var page = PageModel(report).page
        page["style"] = style
        page["styleHash"] = hash(style)
        page["script"] = script
        page["scriptHash"] = hash(script)
        return library.render(page, withTemplate: "report") ?? ""
    }

    /// As a content security policy writes it (CSP Level 3 section 2.3.1).
    private static func hash(_ text: String) -> String {
        "sha256-\(Base64.encode(SHA256.digest(Array(text.utf8))))"
    }
}
