// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordCore

extension ChangeReport {
    /// The maximum number of annotations per level, such as `error`. GitHub shows ten of each level per step.
    private static let shownAnnotations = 10

    /// The changes as GitHub workflow commands, which annotate lines of the new document in a pull request.
    package var annotations: String {
        ["error", "warning"].flatMap { level in
            groups.filter { $0.change.impact.level == level && !$0.change.isAccepted }.prefix(Self.shownAnnotations)
                .map { Self.annotation(level, $0) }
        }.joined()
    }

    private static func annotation(_ level: String, _ group: ChangeGroup) -> String {
        let change = group.change
        let place = change.new ?? change.old
        let message =
            [group.sentence, group.operationList(limit: 5), change.proof()].compactMap(\.self) + change.clientSentences
            + ["[\(change.id)]"]
        return GitHubAnnotations.command(
            level, at: place, in: place?.workingFile ?? "", title: group.subject.isEmpty ? change.id : group.subject,
            message.joined(separator: "\n"))
    }

    /// The changes as a SARIF 2.1.0 file.
    package var sarif: JSON {
        let groups = groups
        let ids = Set(groups.map(\.change.id)).sorted()
        return SARIFReport.log(
            .current, rules: ids.map(Self.rule),
            results: groups.map { Self.result($0, ids.firstIndex(of: $0.change.id) ?? 0) })
    }

    private static func rule(_ id: String) -> JSON {
        guard let kind = ChangeKind(id: id) else { return ["id": .string(id)] }
        return SARIFReport.rule(id, title: kind.title, explanation: kind.explanation, help: kind.affected.sentence)
    }

    private static func result(_ group: ChangeGroup, _ rule: Int) -> JSON {
        let change = group.change
        let texts = [group.subject, group.sentence, change.proof() ?? ""] + change.clientSentences
        var object: JSONObject = [
            "ruleId": .string(change.id), "ruleIndex": .int(rule), "level": .string(change.impact.level),
            "message": ["text": .string(texts.filter { !$0.isEmpty }.joined(separator: ": "))],
        ]
        if change.isAccepted { object["suppressions"] = [["kind": "external"]] }
        if let place = change.new ?? change.old { object["locations"] = [location(place)] }
        if let old = change.old, change.new != nil { object["relatedLocations"] = [location(old)] }
        return .object(object)
    }

    private static func location(_ place: SourceLocation) -> JSON {
        ["physicalLocation": SARIFReport.physicalLocation(place, in: place.workingFile)]
    }
}

extension SourceLocation {
    /// The path of the file in the working tree: `openapi.yaml` for `git:main:openapi.yaml`.
    fileprivate var workingFile: String {
        guard file.hasPrefix("git:"), let colon = file.dropFirst(4).firstIndex(of: ":") else { return file }
        return String(file[file.index(after: colon)...])
    }
}
