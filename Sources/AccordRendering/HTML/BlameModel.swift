import AccordCases
import AccordContract
import AccordJudging
import AccordReport

/// What broke, by who has to move: the first thing that a reader looks for.
struct BlameModel {
    /// Findings that say the same of several cases.
    private struct Group {
        var finding: Finding
        var cases: [(number: Int, result: CaseResult)]
    }

    /// What is listed of each blame at most; beneath are all of them.
    private static let longest = 50

    private let groups: [Finding.Blame: [Group]]
    /// Failed cases with higher numbers have no place on the page that a link could lead to.
    private let lastDetailed: Int

    init(_ report: RunReport) {
        var groups: [Finding.Blame: [Group]] = [:]
        var positions: [[String]: Int] = [:]
        for (offset, result) in report.cases.enumerated() where result.status == .failed {
            for finding in result.located where finding.severity == .error {
                let key = [finding.blame.rawValue, finding.rule, finding.message]
                if let position = positions[key] {
                    // A case may have the same wrong at several places.
                    guard groups[finding.blame]?[position].cases.last?.number != offset + 1 else { continue }
                    groups[finding.blame]?[position].cases.append((offset + 1, result))
                } else {
                    positions[key] = groups[finding.blame, default: []].count
                    groups[finding.blame, default: []].append(Group(finding: finding, cases: [(offset + 1, result)]))
                }
            }
        }
        self.groups = groups
        let failed = report.cases.indices.lazy.filter { report.cases[$0].status == .failed }
        lastDetailed = (failed.prefix(PageModel.longestDetailed).max() ?? 0) + 1
    }

    /// `At fault: the server in 3 cases, the client in 1 case.`; empty where nothing broke.
    var lede: String {
        let parts = Finding.Blame.inOrder.compactMap { blame -> String? in
            let count = count(of: blame)
            guard count > 0 else { return nil }
            return "\(blame.subject) in \(count.counted("case"))"
        }
        return parts.isEmpty ? "" : "At fault: \(parts.joined(separator: ", "))."
    }

    var blames: [TemplateFields] {
        Finding.Blame.inOrder.compactMap { blame in
            guard let groups = groups[blame] else { return nil }
            var fields: TemplateFields = [
                "blame": blame.rawValue, "who": "The \(blame.rawValue)", "count": count(of: blame),
                "groups": groups.prefix(Self.longest).map(self.fields),
            ]
            if groups.count > Self.longest { fields["leftGroups"] = groups.count - Self.longest }
            return fields
        }
    }

    /// The cases that fail by it, each counted once.
    private func count(of blame: Finding.Blame) -> Int {
        Set((groups[blame] ?? []).lazy.flatMap { $0.cases.map(\.number) }).count
    }

    private func fields(_ group: Group) -> TemplateFields {
        var fields: TemplateFields = ["message": group.finding.message, "rule": group.finding.rule]
        if let first = group.cases.first {
            if first.number <= lastDetailed { fields["link"] = first.number }
            fields["title"] = first.result.title
        }
        if let place = group.finding.contract { fields["place"] = "\(place.file):\(place.line)" }
        if group.cases.count > 1 { fields["others"] = (group.cases.count - 1).counted("more case") }
        return fields
    }
}
