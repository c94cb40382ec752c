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
        get throws {
            let template = String(decoding: PackageResources.changes_html_mustache, as: UTF8.self)
            let sections = sections.map { name, groups -> TemplateFields in
                ["name": name.isEmpty ? "The document" : name, "changes": groups.map(Self.fields)]
            }
            return try TemplateLibrary([("changes", template)], .html)
                .render(["old": old, "new": new, "summary": summary, "sections": sections], with: "changes")
        }
    }

    private static func fields(_ group: ChangeGroup) -> TemplateFields {
        let change = group.change
        let proof = change.proof(quoting: { "\u{0}\($0)\u{0}" }).map { sentence -> TemplateFields in
            let pieces = sentence.split(separator: "\u{0}", omittingEmptySubsequences: false)
            return ["pieces": pieces.enumerated().map { ["isCode": $0 == 1, "text": String($1)] as TemplateFields }]
        }
        let places = [change.old, change.new].compactMap { $0?.description }
        return [
            "kind": String(describing: change.impact), "sentence": group.sentence, "id": change.id,
            "impact": change.isUndecided ? "undecided" : change.impact.name + (change.isAccepted ? ", accepted" : ""),
            "operations": group.operationList(limit: .max), "proof": proof, "clients": change.clientSentences,
            "place": places.isEmpty ? nil : places.joined(separator: " → "),
        ]
    }
}
