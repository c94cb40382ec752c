// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore

/// The cards that describe causes, grouped by the party at fault.
struct CauseCards {
    private let report: RunReport
    private let causes: PageCauses
    private let quotes: [String: String]

    /// The number of cards that are initially expanded.
    private static let mostOpen = 3
    /// The maximum size of an expected or actual value in bytes.
    private static let longestValue = 2000

    init(_ report: RunReport, _ causes: PageCauses) {
        self.report = report
        self.causes = causes
        quotes = Dictionary(report.quotes.map { ("\($0.file):\($0.line)", $0.text) }) { first, _ in first }
    }

    /// The sentence `At fault: the server in 3 cases, the client in 1 case.`, or an empty string without errors.
    var lede: String {
        let parts = Finding.Blame.inOrder.compactMap { blame -> String? in
            let count = count(of: blame)
            guard count > 0 else { return nil }
            return "\(blame.subject) in \(count.counted("case"))"
        }
        return parts.isEmpty ? "" : "At fault: \(parts.joined(separator: ", "))."
    }

    /// The cards for errors, grouped by the party at fault.
    var blames: [TemplateFields] {
        Finding.Blame.inOrder.compactMap { blame in
            let cards = causes.errors.filter { $0.cause.finding.blame == blame }
            guard !cards.isEmpty else { return nil }
            return [
                "blame": blame.rawValue, "who": blame.subject.capitalizedFirst,
                "count": count(of: blame).counted("case"),
                "causes": cards.map(fields),
            ]
        }
    }

    var warnings: [TemplateFields] { causes.warnings.map(fields) }

    /// Returns the number of cases with an error for which `blame` is at fault.
    private func count(of blame: Finding.Blame) -> Int {
        report.cases.count { result in
            result.status == .failed && result.findings.contains { $0.blame == blame && $0.severity == .error }
        }
    }

    private func fields(_ numbered: PageCauses.Numbered) -> TemplateFields {
        let (cause, finding) = (numbered.cause, numbered.cause.finding)
        var fields: TemplateFields = [
            "number": numbered.number, "message": finding.message, "rule": finding.rule.id,
            "blame": finding.blame.rawValue, "severity": finding.severity.rawValue,
            "count": cause.count.counted("case"), "details": finding.details,
            "examples": cause.examples.map { example -> TemplateFields in
                let title = report.cases[example.result].title
                return ["title": title, "anchor": CaseAnchors.anchor(title)]
            },
        ]
        if numbered.number <= Self.mostOpen { fields["isOpen"] = true }
        fields["first"] = cause.examples.first.map { report.cases[$0.result].title }
        if cause.count > cause.examples.count { fields["more"] = cause.count }
        fields["hasValues"] = finding.expected != nil || finding.actual != nil
        fields["expected"] = finding.expected?.cut(to: Self.longestValue).text
        fields["actual"] = finding.actual?.cut(to: Self.longestValue).text
        fields["where"] = finding.place?.description
        fields["advice"] = finding.advice
        if let place = finding.contract {
            fields["contract"] = place.description
            if !place.pointer.isEmpty { fields["pointer"] = place.pointer }
            if let text = quotes["\(place.file):\(place.line)"] {
                fields["quote"] =
                    ["line": place.line, "text": String(text.drop(while: \.isWhitespace))] as TemplateFields
            }
        }
        return fields
    }
}

/// The causes that have a card, with their numbers. Each finding of a case links to the card of its cause.
struct PageCauses {
    /// The maximum number of cards for errors, and the maximum number of cards for warnings.
    private static let most = 200

    struct Numbered {
        let number: Int
        let cause: Cause
    }

    let errors: [Numbered]
    let warnings: [Numbered]
    /// The number of error causes without a card.
    let left: Int
    private let numbers: [MistakeKey: Int]

    init(_ report: RunReport) {
        let errors = Cause.grouping(report.cases)
        let warnings = Cause.grouping(report.cases, severity: .warning) {
            [.passed, .failed, .pending].contains($0.status)
        }
        left = max(0, errors.count - Self.most)
        self.errors = errors.prefix(Self.most).enumerated().map { Numbered(number: $0 + 1, cause: $1) }
        let first = self.errors.count + 1
        self.warnings = warnings.prefix(Self.most).enumerated().map { Numbered(number: $0 + first, cause: $1) }
        numbers = Dictionary(
            uniqueKeysWithValues: (self.errors + self.warnings).flatMap { one in
                one.cause.keys.map { ($0, one.number) }
            })
    }

    /// Returns the number of the cause that a finding belongs to, or `nil` if the cause has no card.
    func number(of finding: Finding, in result: CaseResult) -> Int? {
        numbers[finding.key(in: result)]
    }
}
