// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract

/// Formats the changes between two documents as Markdown, for a pull request.
package struct ChangeMarkdown {
    private let report: ChangeReport

    package init(_ report: ChangeReport) { self.report = report }

    package var text: String {
        var lines = ["## Changes of the API", "", MarkdownText.escape(report.summary), ""]
        for (name, changes) in report.operations {
            lines += ["### " + (name.isEmpty ? "The document" : MarkdownText.code(name)), ""]
            for change in changes {
                let mark =
                    switch change.impact {
                    case .breaking: "❌"
                    case .strict: "⚠️ strict clients:"
                    case .warning: change.isUndecided ? "⚠️ undecided:" : "⚠️"
                    case .compatible: "✅"
                    }
                lines.append("- \(mark) \(MarkdownText.escape(change.sentence)) (\(MarkdownText.code(change.id)))")
                let proof = change.proof { MarkdownText.code($0) }
                let notes = [proof].compactMap(\.self) + change.clientSentences.map(MarkdownText.escape)
                lines += notes.map { "  - \($0)" }
            }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }
}

/// Formats the changes between two documents as one HTML page.
package struct ChangeHTML {
    private let report: ChangeReport

    package init(_ report: ChangeReport) { self.report = report }

    package var text: String {
        var html = HTMLWriter()
        html.markup("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        html.markup("<meta name=\"viewport\" content=\"width=device-width\"><title>Changes of the API</title><style>")
        html.markup("body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}")
        html.markup("code{font-size:.9em}li{margin:.4rem 0}.error{color:#b00020}.warning{color:#8a5a00}")
        html.markup(".note{color:inherit}.proof,.place{font-size:.9em;margin:0}</style></head><body>\n")
        html.markup("<h1>Changes of the API</h1>\n")
        html.element("p", class: "summary", report.summary)
        for (name, changes) in report.operations {
            html.element("h2", class: "operation", name.isEmpty ? "The document" : name)
            html.markup("<ul>\n")
            for change in changes {
                html.markup("<li")
                html.attribute("class", change.impact.level)
                html.markup("><strong>")
                html.text(change.isUndecided ? "undecided" : change.impact.name)
                html.markup("</strong> ")
                html.text(change.sentence)
                html.markup(" <code>")
                html.text(change.id)
                html.markup("</code>\n")
                html.element("p", class: "proof", change.proof)
                for sentence in change.clientSentences { html.element("p", class: "client", sentence) }
                let places = [change.old, change.new].compactMap { $0?.description }
                html.element("p", class: "place", places.isEmpty ? nil : places.joined(separator: " → "))
                html.markup("</li>\n")
            }
            html.markup("</ul>\n")
        }
        html.markup("</body></html>")
        return String(decoding: html.bytes, as: UTF8.self)
    }
}
