// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A group of findings that most likely have the same cause. Reports count and show problems instead of single
/// findings.
///
/// The findings have the same rule, and the same contract location or the same place in a request or response. A
/// problem may occur in several operations.
package struct Problem: Sendable {
    /// A case in which the problem occurs: the index of the case in the report, and the index of the finding in the
    /// case.
    package struct Occurrence: Sendable, Hashable {
        package let result: Int
        package let finding: Int
    }

    /// The kind of a problem, such as a failed example. Reports list the kinds in order of importance.
    package enum Kind: Int, Sendable, CaseIterable, Comparable {
        case setUp, crash, accepted, response, rejected, client, contract, example, convention, other

        package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

        /// The nouns for one problem of this kind and for several problems.
        package var nouns: (one: String, several: String) {
            switch self {
            case .setUp: ("problem with the credentials", "problems with the credentials")
            case .example: ("failed example", "failed examples")
            case .crash: ("crash or server error", "crashes or server errors")
            case .response: ("wrong response", "wrong responses")
            case .accepted: ("accepted invalid request", "accepted invalid requests")
            case .rejected: ("rejected valid request", "rejected valid requests")
            case .client: ("mistake of the client", "mistakes of the client")
            case .contract: ("mistake in the contract", "mistakes in the contract")
            case .convention: ("deviation from HTTP", "deviations from HTTP")
            case .other: ("other problem", "other problems")
            }
        }

        /// Returns the number followed by the noun: `1 failed example`, `2 deviations from HTTP`.
        package func counted(_ count: Int) -> String { "\(count) \(count == 1 ? nouns.one : nouns.several)" }
    }

    /// The keys of the findings in this problem. A problem in several operations has several keys.
    package private(set) var keys: Set<MistakeKey>
    package private(set) var kind: Kind
    /// The finding that reports show for the problem. It always has a contract location.
    ///
    /// It comes from the first case without a ``CaseResult/reason``, because the `reason` of a failed case names an
    /// earlier case that failed for the same reason. If every case has a `reason`, it comes from the first case.
    package private(set) var finding: Finding
    /// The first finding of each case with this problem. The occurrence of ``finding`` comes first. The other
    /// occurrences have the order of the cases.
    package private(set) var occurrences: [Occurrence]
    /// Up to three findings that reports show in detail. Findings in cases without a ``CaseResult/reason`` come first.
    package private(set) var examples: [Occurrence]
    /// The operations of the cases, such as `POST /sessions`. The operation of the first finding comes first.
    package private(set) var operations: [String] = []
    /// The problem in one line: `POST /sessions → 201 · body /expiresIn: expected an integer, got the string "3600"`.
    package private(set) var heading = ""

    /// The number of cases that have the problem.
    package var count: Int { occurrences.count }

    private static let mostExamples = 3
    /// The maximum number of operations in which the same mistake counts as separate problems. If a server makes the
    /// mistake in more operations, the operations probably share the code that makes it.
    private static let mostApart = 5

    private let pattern: MistakeKey?

    private init(_ keys: [MistakeKey], _ finding: Finding, of result: CaseResult, at occurrence: Occurrence) {
        self.keys = Set(keys)
        pattern = finding.patternKey(in: result)
        kind = finding.kind(in: result)
        self.finding = finding
        self.finding.contract = finding.contract ?? result.location
        occurrences = [occurrence]
        examples = result.reason == nil ? [occurrence] : []
    }

    private mutating func add(_ occurrence: Occurrence, _ keys: [MistakeKey], _ other: Finding, of result: CaseResult) {
        self.keys.formUnion(keys)
        kind = min(kind, other.kind(in: result))
        // Count a case only once, even if several of its findings belong to the problem.
        guard occurrences.last?.result != occurrence.result else { return }
        let standsForItself = result.reason == nil
        if standsForItself, examples.isEmpty {
            finding = other
            finding.contract = other.contract ?? result.location
            occurrences.insert(occurrence, at: 0)
        } else {
            occurrences.append(occurrence)
        }
        if standsForItself, examples.count < Self.mostExamples { examples.append(occurrence) }
    }

    /// Adds the occurrences of a problem that has the same cause.
    private mutating func absorb(_ other: Problem) {
        keys.formUnion(other.keys)
        kind = min(kind, other.kind)
        let known = Set(occurrences.map(\.result))
        occurrences += other.occurrences.filter { !known.contains($0.result) }
        examples = Array((examples + other.examples).prefix(Self.mostExamples))
    }

    /// Adds the examples, the operations and the heading after all occurrences have been added.
    private mutating func complete(_ results: [CaseResult], _ names: OperationNames) {
        let missing = min(Self.mostExamples, count) - examples.count
        examples += occurrences.filter { [examples] in !examples.contains($0) }.prefix(max(0, missing))
        operations = occurrences.map { names.name(of: results[$0.result], $0.finding) }.distinct
        var shown = occurrences
        if finding.isAboutAcceptedCredentials {
            // Leaves out stronger credentials, and the consequences.
            shown = occurrences.filter { results[$0.result].findings[$0.finding].place == finding.place }
        }
        heading = heading(of: shown.map { results[$0.result] }, shown.map { results[$0.result].findings[$0.finding] })
    }

    /// Returns the heading. It contains only facts that apply to all findings, such as a status code.
    private func heading(of results: [CaseResult], _ findings: [Finding]) -> String {
        let places = Set(findings.map { $0.place?.withoutIndices }).count
        let more = places > 1 ? " and \(places - 1) more" : ""
        let others = operations.count - 1
        var text = operations[0]
        if others > 0 { text += " and \(others.counted("more operation"))" }
        if kind == .crash, others > 0, finding.isServerError {
            let part = finding.place.flatMap { $0.part == .status ? nil : $0.part.rawValue } ?? "requests"
            let sent = finding.rule.isAboutInvalidRequest ? "invalid \(part)" : "valid requests"
            return "\(finding.actual ?? "5xx") in \(operations.count) operations: \(sent)"
        }
        let statuses = Set(results.map { $0.exchanges.last?.response?.status })
        if statuses.count == 1, let status = statuses.first ?? nil { text += " → \(status)" }
        text += " · "
        if let place = finding.place?.heading,
            finding.rule.isAboutInvalidRequest || !finding.message.contains(place.name)
        {
            text += "\(place.text)\(more): "
        }
        let message = Self.common(findings.map(\.message).distinct)
            .replacing("an invalid request", with: count == 1 ? "an invalid request" : "\(count) invalid requests")
        let invalid = finding.rule.isAboutInvalidRequest ? results.filter { FuzzID($0.id)?.isSequence != true } : []
        let hasPlace = finding.place?.heading != nil
        let summaries = invalid.compactMap(\.summary).map { hasPlace ? Self.withoutPlace($0) : $0 }.distinct
        let sent = summaries.joined(separator: ", or ")
        return text + message + (summaries.count > 2 || sent.isEmpty || message.contains(sent) ? "" : ": \(sent)")
    }

    /// Returns what is wrong in a request, without the place, which the heading names, and without a sent text:
    /// `expected at most 3 characters, got 4` for `the body at /a: expected at most 3 characters, got 4 in the string
    /// "abcd"`.
    private static func withoutPlace(_ summary: String) -> String {
        guard let start = summary.firstRange(of: ": expected ") else { return summary }
        let reason = "expected \(summary[start.upperBound...])"
        return reason.firstRange(of: " in the string ").map { String(reason[..<$0.lowerBound]) } ?? reason
    }

    /// Returns the text that messages have in common: `expected a number` for `expected a number, got the string "7"`
    /// and `expected a number, got true`.
    private static func common(_ messages: [String]) -> String {
        guard messages.count > 1 else { return messages.first ?? "" }
        let parts = messages.map { message in
            (message.firstRange(of: ", got ") ?? message.firstRange(of: ": ")).map { String(message[..<$0.lowerBound]) }
                ?? message
        }
        return parts.distinct.count == 1 ? parts[0] : messages[0]
    }
}

extension RunReport {
    /// The problems with findings of one severity, the most important first.
    ///
    /// Problems of the same kind are sorted by the number of cases.
    ///
    /// - Parameter includesPending: Whether to include the warnings of pending cases, such as known errors that a
    ///   baseline turned into warnings.
    package func problems(_ severity: Finding.Severity = .error, includesPending: Bool = false) -> [Problem] {
        let names = OperationNames(self)
        return Problem.grouping(cases, names, severity) { result in
            switch result.status {
            case .failed: true
            case .passed: severity != .error
            case .pending: includesPending && severity != .error
            case .notApplicable: severity == .warning
            case .skipped, .blocked: false
            }
        }
    }

    /// The number of operations in the contracts. In a report without coverage, the number of operations that have
    /// cases.
    package var operationCount: Int {
        guard coverage.isEmpty else { return coverage.count }
        return Set(cases.map { OperationKey($0.file, $0.operation) }).count
    }
}

extension Problem {
    fileprivate static func grouping(
        _ results: [CaseResult], _ names: OperationNames, _ severity: Finding.Severity,
        where isIncluded: (CaseResult) -> Bool
    ) -> [Problem] {
        var problems: [Problem] = []
        var positions: [MistakeKey: Int] = [:]
        func add(_ occurrence: Occurrence, _ keys: [MistakeKey]) {
            let result = results[occurrence.result]
            let finding = result.findings[occurrence.finding]
            let position = keys.lazy.compactMap { positions[$0] }.first ?? problems.count
            if position == problems.count {
                problems.append(Problem(keys, finding, of: result, at: occurrence))
            } else {
                problems[position].add(occurrence, keys, finding, of: result)
            }
            for key in keys where positions[key] == nil { positions[key] = position }
        }
        let unchecked = UncheckedCredentials(results.filter(isIncluded), severity)
        var consequences: [(Occurrence, [MistakeKey])] = []
        for (index, result) in results.enumerated() where isIncluded(result) {
            for (offset, finding) in result.findings.enumerated() where finding.severity == severity {
                let occurrence = Occurrence(result: index, finding: offset)
                if let keys = unchecked.keys(of: finding, in: result) {
                    consequences.append((occurrence, keys))
                } else {
                    add(occurrence, finding.problemKeys(in: result))
                }
            }
        }
        for (occurrence, keys) in consequences { add(occurrence, keys) }
        var repeated = Dictionary(grouping: problems.indices.filter { problems[$0].pattern != nil }) {
            problems[$0].pattern
        }
        repeated = repeated.filter { $0.value.count > mostApart }
        for same in repeated.values { for index in same.dropFirst() { problems[same[0]].absorb(problems[index]) } }
        let absorbed = Set(repeated.values.flatMap { $0.dropFirst() })
        let sorted = problems.indices.filter { !absorbed.contains($0) }.map { problems[$0] }
            .sorted { ($0.kind, -$0.count) < ($1.kind, -$1.count) }
        return sorted.map { problem in
            var problem = problem
            problem.complete(results, names)
            return problem
        }
    }
}

/// The operations that accepted a request without valid credentials.
///
/// Such an operation has one problem, whose heading is about the weakest credentials that the server accepted: none, or
/// else wrong ones. If a DELETE without credentials deletes the resource, the next requests with wrong and with valid
/// credentials find no resource, which is a consequence.
private struct UncheckedCredentials {
    private var accepted: [OperationKey: (isWithoutCredentials: Bool, keys: [MistakeKey])] = [:]

    init(_ results: [CaseResult], _ severity: Finding.Severity) {
        for result in results {
            let isWithoutCredentials = Self.isWithoutCredentials(result)
            for finding in result.findings where finding.severity == severity && finding.isAboutAcceptedCredentials {
                let operation = Self.operation(of: finding, in: result)
                guard isWithoutCredentials || accepted[operation] == nil else { continue }
                accepted[operation] = (isWithoutCredentials, finding.problemKeys(in: result))
            }
        }
    }

    /// Returns the keys of the problem of which a finding is a consequence, or `nil` if it is a problem of its own.
    func keys(of finding: Finding, in result: CaseResult) -> [MistakeKey]? {
        guard let known = accepted[Self.operation(of: finding, in: result)] else { return nil }
        let isGone =
            finding.rule == .responseStatus && ["404", "410"].contains(finding.actual)
            && result.exchanges.last?.request.method == "DELETE"
        let isImplied =
            known.isWithoutCredentials && finding.isAboutAcceptedCredentials && !Self.isWithoutCredentials(result)
        return isGone || isImplied || finding.rule == .refusalUnanswered ? known.keys : nil
    }

    private static func isWithoutCredentials(_ result: CaseResult) -> Bool {
        result.id.hasSuffix("~refuse.missing-credentials")
    }

    private static func operation(of finding: Finding, in result: CaseResult) -> OperationKey {
        OperationKey(result.file, finding.operation ?? result.operation)
    }
}

/// The names of operations for people: `POST /sessions`.
private struct OperationNames {
    private let names: [OperationKey: String]

    init(_ report: RunReport) {
        names = Dictionary(
            report.coverage.map { (OperationKey($0.file, $0.operation), "\($0.method) \($0.path)") },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the method and the documented path, or the operation's id in a report without coverage.
    func name(of result: CaseResult, _ finding: Int) -> String {
        let operation = result.findings[finding].operation ?? result.operation
        return names[OperationKey(result.file, operation)] ?? operation
    }
}

extension Finding.Place {
    /// The name of the defective property, parameter or header field, such as `/id`, and the text for a problem's
    /// heading, such as `body /id`.
    ///
    /// A heading omits `text` if the finding's message contains `name`. This property is `nil` for a part that every
    /// message names, such as the status code.
    fileprivate var heading: (name: String, text: String)? {
        switch part {
        case .body:
            let name = self.name ?? ""
            return (name.isEmpty ? "the body" : name, name.isEmpty ? "body" : description)
        case .method, .path, .query, .header, .cookie, .credentials: return name.map { ($0, description) }
        case .scheme, .host, .port, .status, .outcome, .transport, .count: return nil
        }
    }
}

extension Rule {
    private static let refusals: Set<Rule> = [
        refusalAccepted, refusalMediaType, refusalDuplicateKey, refusalUnanswered, refusalCrashed, refusalPractice,
        refusalOther, securityOtherUser,
    ]

    /// Whether the rule is about the response to an invalid request.
    var isAboutInvalidRequest: Bool { Self.refusals.contains(self) }

    fileprivate static let conventions: Set<Rule> = [httpHead, httpNotModified, httpAllow, jsonInterop]
    fileprivate static let ofResponses: Set<Rule> = Set(
        responses + [resourceLost, resourceStale, resourceSameID, resourceUnlisted])
    fileprivate static let ofOutcomes: Set<Rule> = Set(outcomes)
}

extension Finding {
    fileprivate var isAboutAcceptedCredentials: Bool { rule == .refusalAccepted && place?.part == .credentials }

    /// Whether the status code of the response is 5xx.
    package var isServerError: Bool {
        (place?.part == .status || rule == .refusalCrashed) && actual?.first == "5" && actual?.utf8.count == 3
    }

    /// The kind of the problem that the finding in a case belongs to.
    package func kind(in result: CaseResult) -> Problem.Kind {
        let isResponse = Rule.ofResponses.contains(rule)
        if rule == .securityRefused || rule == .securityToken { return .setUp }
        if rule == .outcomeCrash { return .crash }
        if isTransportFailure || isServerError, rule != .refusalPractice { return .crash }
        // A documented request that is rejected often names a resource that the server lacks.
        let isData = isResponse && place?.part == .status && actual?.first == "4"
        let isJudged = isData || isAboutRequest || Rule.ofOutcomes.contains(rule)
        if result.origin == .documented, isJudged { return .example }
        if isResponse { return blame == .contract ? .contract : .response }
        if [.fuzzRefused, .fuzzIntegerNotation, .fuzzPractice].contains(rule) { return .rejected }
        if rule.isAboutInvalidRequest { return .accepted }
        if Rule.conventions.contains(rule) { return .convention }
        return blame == .client ? .client : .other
    }
}

extension CaseResult {
    /// The id of the case. In a merged report, the kind of the run precedes the id: `verify: ID`.
    package var title: String { run.map { "\($0.rawValue): \(id)" } ?? id }
}
