import AccordContract
import AccordCore
import Testing

/// What a test says once of an operation's cases: findings of one mistake, or cases that weren't tried for one reason.
struct IssueGroup {
    /// The case that shows it first.
    let first: CaseResult
    /// What is wrong in it; nil where it wasn't tried.
    let finding: Finding?
    let isError: Bool
    private(set) var ids: [String]
    /// The mistakes that other operations may share; nil where one of its findings is the operation's own.
    private(set) var mistakes: Set<MistakeKey>?
    private var latest: String

    /// The groups, in the order of their first cases.
    static func groups(of results: [CaseResult]) -> [IssueGroup] {
        var groups: [IssueGroup] = []
        var positions: [MistakeKey: Int] = [:]
        func add(
            _ keys: [MistakeKey], _ make: @autoclosure () -> IssueGroup, _ result: CaseResult, _ mistake: MistakeKey?
        ) {
            let position = keys.lazy.compactMap { positions[$0] }.first ?? groups.count
            if position == groups.count { groups.append(make()) }
            groups[position].add(result.id, mistake)
            for key in keys { positions[key] = position }
        }
        for result in results {
            switch result.status {
            case .skipped where result.findings.isEmpty, .blocked:
                let isBlocked = result.status == .blocked
                add(
                    [result.obstacleKey],
                    IssueGroup(result, isBlocked ? result.findings.first : nil, isError: isBlocked), result,
                    isBlocked && result.reason != nil ? result.obstacleKey : nil)
            case .passed, .failed, .skipped, .pending, .notApplicable:
                for finding in result.findings {
                    let isError = finding.severity == .error && result.status != .pending
                    add(
                        keys(finding, in: result), IssueGroup(result, finding, isError: isError), result,
                        finding.sharedKey(in: result))
                }
            }
        }
        return groups
    }

    private static func keys(_ finding: Finding, in result: CaseResult) -> [MistakeKey] {
        [finding.placeKey(in: result)] + (finding.rule == .outcomeCrash ? [] : [finding.key(in: result)])
    }

    private init(_ first: CaseResult, _ finding: Finding?, isError: Bool) {
        self.first = first
        self.finding = finding
        self.isError = isError
        ids = [first.id]
        latest = first.id
        mistakes = []
    }

    private mutating func add(_ id: String, _ mistake: MistakeKey?) {
        if let mistake { mistakes?.insert(mistake) } else { mistakes = nil }
        // A case may have the same mistake at several places.
        guard latest != id else { return }
        latest = id
        ids.append(id)
    }

    /// As a failing test shows it.
    var text: String {
        let cases = ids.count > 1 ? "\(ids.count) cases: \(ids.firstThree)" : nil
        guard let finding, first.status != .blocked else {
            let head = ids.count > 1 ? "\(ids.count) cases" : first.id
            var lines = ["\(head): \(first.status.rawValue): \(first.reason ?? "")"]
            if let finding { lines.append("  because   \(finding.message) [\(finding.rule)]") }
            if let cases { lines.append("  in        \(cases)") }
            return lines.joined(separator: "\n")
        }
        return FindingText.text(finding, of: first, in: cases)
    }

    /// In one line: what is wrong, and in how many cases.
    var line: String {
        let what = finding.map { "\($0.message) [\($0.rule)]" } ?? first.reason ?? ""
        return ids.count > 1 ? "\(what), in \(ids.count) cases" : what
    }

    /// Tells the running test, at the contract's line; false where the test passes all the same.
    @discardableResult func record(in contract: ClientContract) -> Bool {
        let issue = Issue.record(
            Comment(rawValue: text), severity: isError ? .error : .warning,
            sourceLocation: contract.sourceLocation(location))
        return issue.isFailure
    }

    /// The contract's line.
    var location: AccordContract.SourceLocation { finding?.contract ?? first.location }
}

extension [String] {
    /// `login, fetchItems, addItem and 9 more`
    var firstThree: String { prefix(3).joined(separator: ", ") + (count > 3 ? " and \(count - 3) more" : "") }
}
