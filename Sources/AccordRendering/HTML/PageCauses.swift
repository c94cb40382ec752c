import AccordContract
import AccordCore

/// The causes that a page has a card for, by number: a case's findings refer to their cause's card, which has once what
/// they all share.
struct PageCauses {
    /// Beyond these a finding has all that it says beside it.
    private static let most = 200

    struct Numbered {
        let number: Int
        let cause: Cause
    }

    let errors: [Numbered]
    let warnings: [Numbered]
    /// Causes without a card.
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

    /// The number of a finding's cause.
    func number(of finding: Finding, in result: CaseResult) -> Int? {
        numbers[finding.key(in: result)]
    }
}
