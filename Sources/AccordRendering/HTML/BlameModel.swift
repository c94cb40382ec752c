import AccordContract
import AccordMatching
import AccordReport

/// What broke, by who has to move: the first thing that a reader looks for.
struct BlameModel {
    /// Findings that say the same of several cases.
    private struct Group {
        var finding: Finding
        var cases: [(number: Int, result: CaseResult)]
    }

    private let groups: [Finding.Blame: [Group]]

    init(_ report: RunReport) {
        var groups: [Finding.Blame: [Group]] = [:]
        var positions: [[String]: Int] = [:]
        for (offset, result) in report.cases.enumerated() where result.status == .failed {
            for finding in result.located where finding.severity == .error {
                let key = [finding.blame.rawValue, finding.rule, finding.message]
                if let position = positions[key] {
                    groups[finding.blame]?[position].cases.append((offset + 1, result))
                } else {
                    positions[key] = groups[finding.blame, default: []].count
                    groups[finding.blame, default: []].append(Group(finding: finding, cases: [(offset + 1, result)]))
                }
            }
        }
        self.groups = groups
    }

    /// `At fault: the server 3 times, the client once.`; empty where nothing broke.
    var lede: String {
        let parts = Finding.Blame.inOrder.compactMap { blame -> String? in
            let count = count(of: blame)
            guard count > 0 else { return nil }
            return "\(blame.subject) \(Self.times(count))"
        }
        return parts.isEmpty ? "" : "At fault: \(parts.joined(separator: ", "))."
    }

    var blames: [TemplateFields] {
        Finding.Blame.inOrder.compactMap { blame in
            guard let groups = groups[blame] else { return nil }
            return [
                "blame": blame.rawValue, "who": "The \(blame.rawValue)", "count": count(of: blame),
                "groups": groups.map(Self.fields),
            ]
        }
    }

    private func count(of blame: Finding.Blame) -> Int { (groups[blame] ?? []).reduce(0) { $0 + $1.cases.count } }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private static func fields(_ group: Group) -> TemplateFields {
        var fields: TemplateFields = ["message": group.finding.message, "rule": group.finding.rule]
        if let first = group.cases.first {
            fields["number"] = first.number
            fields["title"] = first.result.title
        }
        if let place = group.finding.contract { fields["place"] = "\(place.file):\(place.line)" }
        if group.cases.count > 1 { fields["others"] = (group.cases.count - 1).counted("more case") }
        return fields
    }
}
