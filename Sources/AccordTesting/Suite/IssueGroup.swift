// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Testing

/// An issue that a test records: one mistake with all cases that show it, or one reason with all cases that didn't run
/// because of it.
struct IssueGroup {
    /// The result of the first case in this issue.
    let first: CaseResult
    /// The finding of the first case that shows the mistake; `nil` if the case didn't run.
    let finding: Finding?
    let isError: Bool
    private(set) var ids: [String]
    /// The keys of the mistakes in this issue, which other operations may have, too. It is `nil` if a mistake can occur
    /// only in this operation.
    private(set) var mistakes: Set<MistakeKey>?
    private var latest: String
    /// The messages of the notes in this issue, such as about several parameters that the client never sends.
    private var notes: [String] = []

    /// Groups results into issues, in the order of their first cases.
    static func groups(of results: [CaseResult]) -> [IssueGroup] {
        var groups: [IssueGroup] = []
        var positions: [MistakeKey: Int] = [:]
        func add(
            _ keys: [MistakeKey], _ result: CaseResult, _ finding: Finding?, isError: Bool, _ mistake: MistakeKey?
        ) {
            let position = keys.lazy.compactMap { positions[$0] }.first ?? groups.count
            if position == groups.count { groups.append(IssueGroup(result, finding, isError: isError)) }
            groups[position].add(result.id, finding, mistake)
            for key in keys { positions[key] = position }
        }
        for result in results {
            switch result.status {
            case .skipped where result.findings.isEmpty, .blocked:
                let isBlocked = result.status == .blocked
                add(
                    [result.obstacleKey], result, isBlocked ? result.findings.first : nil, isError: isBlocked,
                    isBlocked && result.reason != nil ? result.obstacleKey : nil)
            case .passed, .failed, .skipped, .pending, .notApplicable:
                for finding in result.findings {
                    let isError = finding.severity == .error && result.status != .pending
                    let keys =
                        finding.rule == .outcomeCrash
                        ? [finding.placeKey(in: result)] : finding.problemKeys(in: result)
                    add(keys, result, finding, isError: isError, finding.sharedKey(in: result))
                }
            }
        }
        return groups
    }

    private init(_ first: CaseResult, _ finding: Finding?, isError: Bool) {
        self.first = first
        self.finding = finding
        self.isError = isError
        ids = [first.id]
        latest = first.id
        mistakes = []
    }

    private mutating func add(_ id: String, _ finding: Finding?, _ mistake: MistakeKey?) {
        if let mistake { mistakes?.insert(mistake) } else { mistakes = nil }
        if let finding, finding.severity == .note, !notes.contains(finding.message) { notes.append(finding.message) }
        // A case counts once, even if it has the same mistake at several locations.
        guard latest != id else { return }
        latest = id
        ids.append(id)
    }

    /// The complete text of the issue, with the expected and actual values.
    var text: String {
        let cases = ids.count > 1 ? "\(ids.count) cases: \(ids.joined(upTo: 3))" : nil
        guard let finding, first.status != .blocked else {
            let head = ids.count > 1 ? "\(ids.count) cases" : first.id
            var lines = ["\(head): \(first.status.rawValue): \(first.reason ?? "")"]
            if let finding { lines.append("  because   \(finding.message) [\(finding.rule)]") }
            if let cases { lines.append("  in        \(cases)") }
            return lines.joined(separator: "\n")
        }
        let others = notes.dropFirst().map { "\n  also      \($0)" }.joined()
        return finding.text(of: first, in: cases, waiving: isError ? ids : []) + others
    }

    /// A single line with the message of the issue and the number of its cases.
    var line: String {
        let what = finding.map { "\($0.message) [\($0.rule)]" } ?? first.reason ?? ""
        return ids.count > 1 ? "\(what), in \(ids.count) cases" : what
    }

    /// Records the issue at the line of the contract. Returns `false` for an issue that doesn't fail the test, such as
    /// a warning.
    @discardableResult func record(in contract: ClientContract) -> Bool {
        let issue = Issue.record(
            Comment(rawValue: text), severity: isError ? .error : .warning,
            sourceLocation: contract.sourceLocation(location))
        return issue.isFailure
    }

    /// The location in the contract at which the issue is recorded.
    var location: AccordContract.SourceLocation { finding?.contract ?? first.location }
}

extension Finding {
    /// Formats the finding for the issue that a failing test records.
    ///
    /// - Parameters:
    ///   - cases: A list of the cases with the same finding; `nil` if there is only one.
    ///   - waived: The ids of the cases for which the text shows a waiver; empty for a warning.
    func text(of result: CaseResult, in cases: String? = nil, waiving waived: [String] = []) -> String {
        var fields = fields.filter { isShown($0.label) && !$0.value.isEmpty }
            .map { ($0.label.rawValue, $0.value.lines.map { Excerpt.cut($0, to: 500) }.joined(separator: "\n")) }
        if severity != .note {
            if let body = sentBody(of: result) { fields.append(("sent", body)) }
            if let cases { fields.append(("in", cases)) }
            fields.append(("again", "ACCORD_CASE='\(result.id)' swift test"))
        }
        if let waiver = Self.waiver(of: waived, in: result.operation) { fields.append(("waive", waiver)) }
        let lines = fields.flatMap { Self.labeled($0, $1) }
        return (["\(result.id): \(message) [\(rule)]"] + lines).joined(separator: "\n")
    }

    /// Whether an issue shows a field. The rule is in the first line. The curl command doesn't help with a client's
    /// request.
    private func isShown(_ label: Label) -> Bool {
        switch label {
        case .rule, .reproduce: false
        case .contract, .blame: severity != .note
        case .place, .expected: severity != .note && (label == .expected || place?.name != nil)
        case .actual, .details, .advice: true
        }
    }

    /// Returns the request body that contains the mistake, or `nil` if the finding isn't about a body.
    private func sentBody(of result: CaseResult) -> String? {
        guard isAboutRequest, place?.part == .body || rule == .requestBodyMediaType else { return nil }
        return result.exchanges.last { $0.request.body != nil }?.request.body?.text.map { Excerpt.cut($0) }
    }

    /// Returns lines that a user can add to the contract so that these cases no longer fail the test.
    private static func waiver(of ids: [String], in operation: String) -> String? {
        guard let first = ids.first else { return nil }
        let derived = ids.filter { $0.hasPrefix("\(operation)~") }.map { String($0.dropFirst(operation.count + 1)) }
        if let entry = derived.first, derived.count == ids.count {
            let others = derived.count > 1 ? ", and the same for \(derived.count - 1) more" : ""
            return "\"\(entry)\": { \"skip\": { \"reason\": \"…\" } } in \"derived\" of “\(operation)”\(others)"
        }
        guard first.hasPrefix("\(operation)/") else { return nil }
        return "\"pending\": { \"reason\": \"…\" } in the case “\(first.dropFirst(operation.count + 1))”, or "
            + "ACCORD_BASELINE=known.json"
    }

    private static func labeled(_ label: String, _ text: String) -> [String] {
        let lines = text.lines
        return lines.enumerated().map { index, line in
            let head = index == 0 ? label : ""
            return "  \(head)\(String(repeating: " ", count: 10 - head.count))\(line)"
        }
    }
}
