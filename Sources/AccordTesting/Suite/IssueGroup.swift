import AccordContract
import AccordCore
import Testing

/// What a test says once of an operation's cases: findings of one mistake, or cases that weren't tried for one reason.
struct IssueGroup {
    private enum Key: Hashable {
        /// What is violated, by its place in the contract.
        case contract(rule: String, file: String, pointer: String, line: Int)
        /// What is wrong, by its place in the message.
        case message(rule: String, place: Finding.Place?)
        case untried(CaseResult.Status, reason: String)
    }

    /// The case that shows it first.
    let first: CaseResult
    /// What is wrong in it; nil where it wasn't tried.
    let finding: Finding?
    let isError: Bool
    private(set) var ids: [String]
    /// The mistakes that other operations may share; nil where one of its findings is the operation's own.
    private(set) var mistakes: Set<SharedMistake>?
    private var latest: String

    /// The groups, in the order of their first cases.
    static func groups(of results: [CaseResult]) -> [IssueGroup] {
        var groups: [IssueGroup] = []
        var positions: [Key: Int] = [:]
        func add(_ keys: [Key], _ make: @autoclosure () -> IssueGroup, _ result: CaseResult, _ mistake: SharedMistake?)
        {
            let position = keys.lazy.compactMap { positions[$0] }.first ?? groups.count
            if position == groups.count { groups.append(make()) }
            groups[position].add(result.id, mistake)
            for key in keys { positions[key] = position }
        }
        for result in results {
            switch result.status {
            case .skipped where result.findings.isEmpty, .blocked:
                let reason = result.reason ?? ""
                let isBlocked = result.status == .blocked
                add(
                    [.untried(result.status, reason: reason)],
                    IssueGroup(result, isBlocked ? result.findings.first : nil, isError: isBlocked), result,
                    SharedMistake(blocking: result))
            case .passed, .failed, .skipped, .pending, .notApplicable:
                for finding in result.findings {
                    let isError = finding.severity == .error && result.status != .pending
                    add(
                        keys(finding, isError, in: result), IssueGroup(result, finding, isError: isError), result,
                        SharedMistake(finding, in: result))
                }
            }
        }
        return groups
    }

    private static func keys(_ finding: Finding, _ isError: Bool, in result: CaseResult) -> [Key] {
        let place = finding.contract ?? result.location
        let rule = "\(isError)\(finding.rule)"
        if finding.isCrash { return [.message(rule: rule, place: finding.place)] }
        return [
            .message(rule: rule, place: finding.place),
            .contract(rule: rule, file: place.file, pointer: place.pointer, line: place.line),
        ]
    }

    private init(_ first: CaseResult, _ finding: Finding?, isError: Bool) {
        self.first = first
        self.finding = finding
        self.isError = isError
        ids = [first.id]
        latest = first.id
        mistakes = []
    }

    private mutating func add(_ id: String, _ mistake: SharedMistake?) {
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

/// The mistakes that the tests of a contract's operations have told, so that one which operations share is told once.
struct ToldMistakes {
    private struct Key: Hashable {
        var mistake: SharedMistake
        /// False of a warning, and of what a pending case finds: no test has failed by it.
        var isError: Bool
    }

    /// The operation that told a mistake first.
    private var tellers: [Key: String] = [:]

    /// The operation whose test has told everything that a group says; nil where there is something new in it.
    ///
    /// What an operation has told itself it tells again: its test runs for the second time.
    func teller(of group: IssueGroup, in operation: String) -> String? {
        guard let mistakes = group.mistakes, !mistakes.isEmpty else { return nil }
        let known = mistakes.compactMap { tellers[Key(mistake: $0, isError: group.isError)] }
        guard known.count == mistakes.count, !known.contains(operation) else { return nil }
        return known.min()
    }

    /// Keeps what an operation's test has failed by.
    mutating func told(_ group: IssueGroup, by operation: String) {
        for mistake in group.mistakes ?? [] {
            let key = Key(mistake: mistake, isError: group.isError)
            if tellers[key] == nil { tellers[key] = operation }
        }
    }
}

/// A finding as a failing test shows it: what, where, expected, actual, what to do next.
enum FindingText {
    /// - Parameter cases: the cases that have the same finding, in words; nil: this one alone.
    static func text(_ finding: Finding, of result: CaseResult, in cases: String? = nil) -> String {
        var lines = ["\(result.id): \(finding.message) [\(finding.rule)]"]
        if let place = finding.place { lines.append("  where     \(place)") }
        if let expected = finding.expected { lines += labelled("expected", expected) }
        if let actual = finding.actual { lines += labelled("actual", actual) }
        lines += finding.details.map { "            \($0)" }
        if let contract = finding.contract { lines.append("  contract  \(contract)") }
        lines.append("  fault     the \(finding.blame.rawValue)")
        if let cases { lines.append("  in        \(cases)") }
        if let advice = finding.advice { lines.append("  next      \(advice)") }
        lines.append("  again     ACCORD_CASE='\(result.id)' swift test")
        return lines.joined(separator: "\n")
    }

    private static func labelled(_ label: String, _ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { index, line in
            let head = index == 0 ? label : ""
            return "  \(head)\(String(repeating: " ", count: 10 - head.count))\(line)"
        }
    }
}
