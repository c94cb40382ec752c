// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract

/// A change log for the users of an API: the changes between two versions of the API, as Markdown.
package struct ChangeLog {
    private let report: ChangeReport
    private let old: Contract
    private let new: Contract

    package init(_ report: ChangeReport, from old: Contract, to new: Contract) {
        self.report = report
        self.old = old
        self.new = new
    }

    package var text: String {
        let title = MarkdownText.escape(new.title)
        let versions =
            old.version == new.version
            ? "" : ", \(MarkdownText.escape(old.version)) to \(MarkdownText.escape(new.version))"
        var lines = ["# Changes of \(title)\(versions)", ""]
        if report.changes.isEmpty { lines += ["No changes.", ""] }
        let breaking = report.changes.filter { $0.impact >= .strict }
        let nonBreaking = report.changes.filter { $0.impact < .strict }
        let added = nonBreaking.filter { $0.old == nil || $0.operationIDs.old == nil && $0.operationIDs.new != nil }
        let removed = nonBreaking.filter { $0.operationIDs.new == nil && $0.operationIDs.old != nil }
        let others = nonBreaking.filter { change in
            !(added + removed).contains { $0.operation == change.operation && $0.id == change.id }
        }
        for (heading, changes) in [
            ("Changes that break clients", breaking), ("Added", added), ("Removed", removed), ("Other changes", others),
        ] where !changes.isEmpty {
            lines += ["## \(heading)", ""]
            lines += changes.map { "- \(Self.sentence($0))" }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    /// Returns a sentence such as “`POST /users`, request body /name: changed maxLength from 80 to 60.”
    private static func sentence(_ change: Change) -> String {
        let operation = change.operation.isEmpty ? nil : MarkdownText.code(change.operation)
        let place = change.place.isEmpty ? nil : MarkdownText.escape("\(change.direction.rawValue) \(change.place)")
        let subject = [operation, place].compactMap(\.self).joined(separator: ", ")
        let text = MarkdownText.escape(change.text)
        return (subject.isEmpty ? text : "\(subject): \(text)") + "."
    }
}
