import AccordContract
import AccordJudging
import AccordReport

/// What a template fills in, by name; what there is none of is left out, which hides its section.
typealias TemplateFields = [String: Any]

/// The report as the page's template sees it.
struct PageModel {
    /// Beyond these the page would be too heavy to open; `report.json` has all of them.
    static let longestDetailed = 500
    static let longestListed = 2000

    private let report: RunReport
    private let cases: CaseModel

    init(_ report: RunReport) {
        self.report = report
        cases = CaseModel(quotes: report.quotes)
    }

    var page: TemplateFields {
        var page: TemplateFields = [
            "verdict": report.outcome.name,
            "headline": report.headline,
            "countsLine": report.countsLine,
            "counts": report.counts.map {
                ["count": $0.count, "name": $0.name, "kind": $0.count > 0 ? Self.kind($0.name) : "none"]
            },
            "bar": bar, "blames": BlameModel(report).blames,
            "tool": "\(report.tool.name) \(report.tool.version)",
            "subject": report.titles.isEmpty ? "Contract report" : report.titles,
        ]
        page["target"] = report.target
        page["verified"] = report.kind == .merged ? "With a server verified at" : "Verified"
        page["run"] = "\(report.startedText), \(report.durationText)"
        page["lede"] = BlameModel(report).lede
        page["isInterrupted"] = report.isInterrupted
        if !report.hints.isEmpty { page["hints"] = ["items": report.hints] }
        fill(&page, "failures", of: positions { $0.status == .failed }, limit: Self.longestDetailed, cases.detailed)
        fill(&page, "warned", of: positions(where: Self.isWarned), limit: Self.longestDetailed, cases.detailed)
        fill(&page, "idle", of: positions(where: Self.isIdle), limit: Self.longestListed, cases.detailed)
        fill(&page, "passed", of: positions(where: Self.isPlain), limit: Self.longestListed, cases.listed)
        return page
    }

    private static func isWarned(_ result: CaseResult) -> Bool { result.status == .passed && !result.findings.isEmpty }
    private static func isPlain(_ result: CaseResult) -> Bool { result.status == .passed && result.findings.isEmpty }
    private static func isIdle(_ result: CaseResult) -> Bool { result.status != .passed && result.status != .failed }

    private func positions(where isWanted: (CaseResult) -> Bool) -> [Int] {
        report.cases.indices.filter { isWanted(report.cases[$0]) }
    }

    private func fill(
        _ page: inout TemplateFields, _ name: String, of chosen: [Int], limit: Int,
        _ fields: (Int, CaseResult) -> TemplateFields
    ) {
        guard !chosen.isEmpty else { return }
        var section: TemplateFields = [
            "count": chosen.count, "cases": chosen.prefix(limit).map { fields($0 + 1, report.cases[$0]) },
        ]
        if chosen.count > limit { section["left"] = chosen.count - limit }
        page[name] = section
    }

    /// The shares of the bar beneath the headline, in units of a hundredth of a percent.
    private var bar: [TemplateFields] {
        guard report.summary.total > 0 else { return [] }
        let parts = report.counts.filter { !$0.name.hasPrefix("warning") && $0.count > 0 }
        var start = 0
        var seen = 0
        return parts.map { part in
            seen += part.count
            let end = seen * 10_000 / report.summary.total
            defer { start = end }
            return ["x": start, "width": end - start, "kind": Self.kind(part.name)]
        }
    }

    /// The class that gives a count its colour.
    private static func kind(_ name: String) -> String {
        switch name {
        case "passed", "failed", "blocked": name
        case "warning", "warnings": "warned"
        default: "idle"
        }
    }
}
