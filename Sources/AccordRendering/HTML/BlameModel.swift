import AccordContract
import AccordMatching
import AccordReport

/// What broke, by the party at fault: the first thing that a reader looks for.
struct BlameModel {
    /// Causes that are listed of each party at most; beneath are all of them.
    private static let longest = 50

    private let report: RunReport
    private let causes: [Finding.Blame: [Cause]]
    /// Failed cases with higher numbers have no place on the page that a link could lead to.
    private let lastDetailed: Int

    init(_ report: RunReport) {
        self.report = report
        causes = Dictionary(grouping: Cause.grouping(report.cases), by: \.finding.blame)
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
            guard let causes = causes[blame] else { return nil }
            var fields: TemplateFields = [
                "blame": blame.rawValue, "who": "The \(blame.rawValue)", "count": count(of: blame),
                "groups": causes.prefix(Self.longest).map(self.fields),
            ]
            if causes.count > Self.longest { fields["leftGroups"] = causes.count - Self.longest }
            return fields
        }
    }

    /// The cases that fail by it, each counted once.
    private func count(of blame: Finding.Blame) -> Int {
        Set((causes[blame] ?? []).lazy.flatMap { $0.occurrences.map(\.result) }).count
    }

    private func fields(_ cause: Cause) -> TemplateFields {
        var fields: TemplateFields = ["message": cause.finding.message, "rule": cause.finding.rule]
        if let first = cause.occurrences.first {
            if first.result < lastDetailed { fields["link"] = first.result + 1 }
            fields["title"] = report.cases[first.result].title
        }
        if let place = cause.finding.contract { fields["place"] = "\(place.file):\(place.line)" }
        if cause.count > 1 { fields["others"] = (cause.count - 1).counted("more case") }
        return fields
    }
}
