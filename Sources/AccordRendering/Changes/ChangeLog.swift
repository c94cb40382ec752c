// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract

extension ChangeReport {
    /// Returns a change log for the users of an API: the changes between two versions of the API, as Markdown.
    package func changeLog(from old: Contract, to new: Contract) -> String {
        let title = MarkdownText.escape(new.title)
        let versions =
            old.version == new.version
            ? "" : ", \(MarkdownText.escape(old.version)) to \(MarkdownText.escape(new.version))"
        var lines = ["# Changes of \(title)\(versions)", ""]
        if changes.isEmpty { lines += ["No changes.", ""] }
        let sections = Dictionary(grouping: groups) { Self.heading($0.change) }
        for heading in ["Changes that break clients", "Added", "Removed", "Other changes"] {
            guard let groups = sections[heading] else { continue }
            lines += ["## \(heading)", ""]
            lines += groups.map { "- \(Self.sentence($0))" }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    private static func heading(_ change: Change) -> String {
        if change.impact >= .strict { return "Changes that break clients" }
        let ids = change.operationIDs
        if change.old == nil || ids.old == nil && ids.new != nil { return "Added" }
        return ids.new == nil && ids.old != nil ? "Removed" : "Other changes"
    }

    /// Returns a sentence such as “`POST /users`, request body /name: changed maxLength from 80 to 60.”
    private static func sentence(_ group: ChangeGroup) -> String {
        let change = group.change
        if let names = group.operationList(limit: 5) { return MarkdownText.escape("\(group.sentence) (\(names)).") }
        let operation = change.operation.isEmpty ? nil : MarkdownText.code(change.operation)
        let place = change.place.isEmpty ? nil : MarkdownText.escape("\(change.direction.rawValue) \(change.place)")
        let subject = [operation, place].compactMap(\.self).joined(separator: ", ")
        let text = MarkdownText.escape(change.text)
        return (subject.isEmpty ? text : "\(subject): \(text)") + "."
    }
}
