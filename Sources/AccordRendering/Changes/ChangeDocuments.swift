// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract

extension ChangeReport {
    /// The maximum length of a comment on GitHub.
    private static let longestComment = 65_536

    private typealias Form = (operations: Int, hasCompatible: Bool, hasProofs: Bool, omission: String?)

    /// The complete report, and shorter forms for a report that is too long for a comment.
    private static let forms: [Form] = [
        (.max, true, true, nil), (3, true, true, "Some names of operations are left out."),
        (0, true, true, "The names of operations are left out."),
        (0, false, true, "Compatible changes and the names of operations are left out."),
        (0, false, false, "Compatible changes, proofs and the names of operations are left out."),
    ]

    /// The changes as Markdown for a pull request, in the longest form that fits into a comment.
    package var markdown: String {
        let texts = Self.forms.lazy.map(markdown)
        return texts.first { $0.utf16.count <= Self.longestComment } ?? texts.last ?? ""
    }

    private func markdown(_ form: Form) -> String {
        var lines = ["## Changes of the API", "", MarkdownText.escape(summary), ""]
        if let omission = form.omission { lines += ["\(omission) `--format text` prints the complete report.", ""] }
        for (name, groups) in (form.hasCompatible ? self : important).sections {
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

    /// The changes as one HTML page.
    package var html: String {
        var html: HTML = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width"><title>Changes of the API</title><style>\
            body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
            code{font-size:.9em}li{margin:.4rem 0}.breaking{color:#b00020}.strict,.warning{color:#8a5a00}\
            .proof,.place{font-size:.9em;margin:0}</style></head><body>
            <h1>Changes of the API</h1>
            <p class="documents">\(old) → \(new)</p>
            <p class="summary">\(summary)</p>

            """
        for (name, groups) in sections {
            html += .element("h2", class: "operation", name.isEmpty ? "The document" : name)
            html += "<ul>\n"
            for group in groups { html += Self.item(group) }
            html += "</ul>\n"
        }
        html += "</body></html>"
        return html.text
    }

    private static func item(_ group: ChangeGroup) -> HTML {
        let change = group.change
        let impact = change.isUndecided ? "undecided" : change.impact.name + (change.isAccepted ? ", accepted" : "")
        var html: HTML = """
            <li class="\(String(describing: change.impact))"><strong>\(impact)</strong> \(group.sentence) \
            <code>\(change.id)</code>

            """
        html += .element("p", class: "operations", group.operationList(limit: .max))
        if let sentence = change.proof(quoting: { "\u{0}\($0)\u{0}" }) {
            html += "<p class=\"proof\">"
            for (index, part) in sentence.split(separator: "\u{0}", omittingEmptySubsequences: false).enumerated() {
                html += index == 1 ? "<code>\(String(part))</code>" : "\(String(part))"
            }
            html += "</p>\n"
        }
        for sentence in change.clientSentences { html += .element("p", class: "client", sentence) }
        let places = [change.old, change.new].compactMap { $0?.description }
        html += .element("p", class: "place", places.isEmpty ? nil : places.joined(separator: " → "))
        html += "</li>\n"
        return html
    }
}
