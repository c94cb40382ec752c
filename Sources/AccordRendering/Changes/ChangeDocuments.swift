// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract

/// Formats the changes between two documents as Markdown, for a pull request.
package struct ChangeMarkdown {
    private let report: ChangeReport

    package init(_ report: ChangeReport) { self.report = report }

    /// The maximum length of a comment on GitHub.
    private static let longest = 65_536

    private typealias Form = (operations: Int, hasCompatible: Bool, hasProofs: Bool, omission: String?)

    /// The complete report, and shorter forms for a report that is too long for a comment.
    private static let forms: [Form] = [
        (.max, true, true, nil), (3, true, true, "Some names of operations are left out."),
        (0, true, true, "The names of operations are left out."),
        (0, false, true, "Compatible changes and the names of operations are left out."),
        (0, false, false, "Compatible changes, proofs and the names of operations are left out."),
    ]

    /// The text, in the longest form that fits into a comment.
    package var text: String {
        let texts = Self.forms.lazy.map(text)
        return texts.first { $0.utf16.count <= Self.longest } ?? texts.last ?? ""
    }

    private func text(_ form: Form) -> String {
        let report = form.hasCompatible ? report : report.important
        var lines = ["## Changes of the API", "", MarkdownText.escape(self.report.summary), ""]
        if let omission = form.omission {
            lines += ["\(omission) `--format text` prints the complete report.", ""]
        }
        for (name, groups) in report.sections {
            lines += ["### " + (name.isEmpty ? "The document" : MarkdownText.code(name)), ""]
            for group in groups {
                let change = group.change
                let mark =
                    switch change.impact {
                    case .breaking: "❌"
                    case .strict: "⚠️ strict clients:"
                    case .warning: change.isUndecided ? "⚠️ undecided:" : "⚠️"
                    case .compatible: "✅"
                    }
                let accepted = change.isAccepted ? "accepted by the baseline: " : ""
                let sentence = MarkdownText.escape(accepted + group.sentence)
                lines.append("- \(mark) \(sentence) (\(MarkdownText.code(change.id)))")
                let proof = form.hasProofs ? change.proof { MarkdownText.code($0) } : nil
                let list = form.operations > 0 ? group.operationList(limit: form.operations) : nil
                let notes = [list.map(MarkdownText.escape), proof].compactMap(\.self)
                lines += (notes + change.clientSentences.map(MarkdownText.escape)).map { "  - \($0)" }
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
        html.markup("code{font-size:.9em}li{margin:.4rem 0}.breaking{color:#b00020}.strict,.warning{color:#8a5a00}")
        html.markup(".proof,.place{font-size:.9em;margin:0}</style></head><body>\n")
        html.markup("<h1>Changes of the API</h1>\n")
        html.element("p", class: "documents", "\(report.old) → \(report.new)")
        html.element("p", class: "summary", report.summary)
        for (name, groups) in report.sections {
            html.element("h2", class: "operation", name.isEmpty ? "The document" : name)
            html.markup("<ul>\n")
            for group in groups {
                let change = group.change
                html.markup("<li")
                html.attribute("class", "\(change.impact)")
                html.markup("><strong>")
                html.text(
                    change.isUndecided ? "undecided" : change.impact.name + (change.isAccepted ? ", accepted" : ""))
                html.markup("</strong> ")
                html.text(group.sentence)
                html.markup(" <code>")
                html.text(change.id)
                html.markup("</code>\n")
                html.element("p", class: "operations", group.operationList(limit: .max))
                html.proof(of: change)
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

extension HTMLWriter {
    /// Writes the proof of a change, with the value or request in code style.
    fileprivate mutating func proof(of change: Change) {
        guard let sentence = change.proof(quoting: { "\u{0}\($0)\u{0}" }) else { return }
        markup("<p class=\"proof\">")
        for (index, part) in sentence.split(separator: "\u{0}", omittingEmptySubsequences: false).enumerated() {
            if index == 1 { markup("<code>") }
            text(String(part))
            if index == 1 { markup("</code>") }
        }
        markup("</p>\n")
    }
}
