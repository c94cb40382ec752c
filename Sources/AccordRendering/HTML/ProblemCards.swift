// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The cards of the page that describe problems, grouped by the kind of problem such as “wrong response”.
struct ProblemCards {
    private let report: RunReport
    private let problems: PageProblems
    private let excerpts: ContractExcerpts

    /// The maximum number of operations that a card names.
    private static let mostOperations = 20
    /// The maximum number of bytes that a card shows of an expected or actual value.
    private static let longestValue = 2000

    init(_ report: RunReport, _ problems: PageProblems) {
        self.report = report
        self.problems = problems
        excerpts = report.excerpts()
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

    /// The maximum number of cards that are visible when the page opens. Further cards are folded.
    private static let mostUnfolded = 20

    /// The cards for errors, grouped by the kind of problem. After the first 20 cards, further cards are folded.
    var kinds: [TemplateFields] {
        var left = Self.mostUnfolded
        return Problem.Kind.allCases.compactMap { kind in
            let cards = problems.errors.filter { $0.problem.kind == kind }
            guard !cards.isEmpty else { return nil }
            let shown = cards.prefix(left)
            let folded = cards.dropFirst(left)
            left -= shown.count
            let more = folded.count.counted(shown.isEmpty ? "problem" : "more problem")
            return [
                "name": kind.counted(cards.count).capitalizedFirst, "problems": shown.map(self.fields),
                "rest": folded.isEmpty
                    ? nil : ["count": more, "problems": folded.map(self.fields)] as TemplateFields,
            ]
        }
    }

    var warnings: [TemplateFields] { problems.warnings.map(fields) }

    private func count(of blame: Finding.Blame) -> Int {
        report.cases.count { result in
            result.status == .failed && result.findings.contains { $0.blame == blame && $0.severity == .error }
        }
    }

    private func fields(_ numbered: PageProblems.Numbered) -> TemplateFields {
        let (problem, finding) = (numbered.problem, numbered.problem.finding)
        let place = finding.contract
        let excerpt = place.flatMap(excerpts.excerpt)
        let isShared = problem.operations.count > 1
        let leftOperations = problem.operations.count - Self.mostOperations
        return [
            "number": numbered.number, "heading": problem.heading, "message": finding.message, "rule": finding.rule.id,
            "blame": finding.blame.rawValue, "chip": finding.blame.chip, "severity": finding.severity.rawValue,
            "count": problem.count.counted("case"), "details": finding.details,
            "examples": problem.examples.map { example -> TemplateFields in
                let title = report.cases[example.result].title
                return ["title": title, "anchor": CaseMarkup.anchor(title)]
            },
            "isOpen": problems.all.count == 1 && finding.severity == .error,
            "curl": finding.reproduce?.cut(to: Self.longestValue).text,
            "sharedBy": isShared ? problem.operations.prefix(Self.mostOperations).joined(separator: ", ") : nil,
            "leftOperations": leftOperations > 0 ? leftOperations : nil,
            "more": problem.count > problem.examples.count ? problem.count : nil,
            "hasValues": finding.expected != nil || finding.actual != nil,
            "expected": finding.expected?.cut(to: Self.longestValue).text,
            "actual": finding.actual?.cut(to: Self.longestValue).text, "where": finding.place?.description,
            "advice": finding.advice, "contract": place?.description,
            "pointer": place.flatMap { $0.pointer.isEmpty ? nil : $0.pointer }, "hasExcerpt": excerpt != nil,
            "excerpt": excerpt.map { excerpt in
                excerpt.lines.map { quote -> TemplateFields in
                    let isAt = quote.line == excerpt.line
                    let caret = isAt ? excerpt.caret ?? quote.text.count : quote.text.count
                    return [
                        "line": quote.line, "isAt": isAt, "text": String(quote.text.prefix(caret)),
                        "marked": String(quote.text.dropFirst(caret)),
                    ]
                }
            },
        ]
    }
}

extension Finding.Blame {
    /// The text in a problem's row that names the party at fault.
    fileprivate var chip: String {
        switch self {
        case .server, .client, .contract: rawValue
        case .platform: "Accord’s question"
        }
    }
}

/// The problems that have a card, with their numbers. Each finding of a case links to the card of its problem.
struct PageProblems {
    /// The maximum number of cards for errors, and the maximum number of cards for warnings.
    private static let most = 200

    typealias Numbered = (number: Int, problem: Problem)

    let errors: [Numbered]
    let warnings: [Numbered]
    /// All problems that contain an error, also those for which the page shows no card.
    let all: [Problem]
    /// The number of problems that contain an error, but for which the page shows no card.
    let left: Int
    private let numbers: [MistakeKey: Int]

    init(_ report: RunReport) {
        let errors = report.problems()
        let warnings = report.problems(.warning, includesPending: true)
        all = errors
        left = max(0, errors.count - Self.most)
        self.errors = errors.prefix(Self.most).enumerated().map { ($0 + 1, $1) }
        let first = self.errors.count + 1
        self.warnings = warnings.prefix(Self.most).enumerated().map { ($0 + first, $1) }
        numbers = Dictionary(
            (self.errors + self.warnings).flatMap { one in
                one.problem.keys.map { ($0, one.number) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the number of the card that describes a finding's problem, or `nil` if the page shows no card for it.
    func number(of finding: Finding, in result: CaseResult) -> Int? {
        finding.problemKeys(in: result).lazy.compactMap { numbers[$0] }.first
    }
}
