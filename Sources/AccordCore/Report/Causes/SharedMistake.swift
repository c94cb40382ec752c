import AccordContract

/// What tells a mistake of a client that its operations share, such as one in the code that makes every request.
///
/// Of such a mistake the contract's line is another in each operation; the rule and what was sent are the same.
package struct SharedMistake: Hashable, Sendable {
    private enum Detail: Hashable, Sendable {
        /// What was sent.
        case sent(String?)
        /// Values such as tokens and ids, which are others in each case, tell nothing.
        case anyValue
        /// The segments of the path that were expected, and those that were sent in their place.
        case segments(expected: [Substring], actual: [Substring])
        /// What a derived case changes, `~syntax.truncated-json`: it does so in every operation.
        case derivation(Substring)
        /// What keeps cases from being tried.
        case obstacle(String)
    }

    private let rule: String
    private let severity: Finding.Severity
    private let place: Finding.Place?
    private let message: String
    private let detail: Detail

    /// nil for what is an operation's own: whatever isn't the client's, and what it makes of a documented answer.
    package init?(_ finding: Finding, in result: CaseResult) {
        guard finding.blame == .client else { return nil }
        rule = finding.rule
        severity = finding.severity
        place = finding.place
        message = finding.message
        if finding.isCrash, finding.place?.name != nil {
            // The line of the client's source.
            detail = .anyValue
            return
        }
        guard let place = finding.place else { return nil }
        switch place.part {
        case .header:
            let isMediaType = ["content-type", "accept"].contains(place.name?.lowercased())
            detail = isMediaType ? .sent(finding.actual) : .anyValue
        case .cookie: detail = .anyValue
        case .path where place.name == nil:
            guard let expected = finding.expected, let actual = finding.actual else { return nil }
            detail = Self.difference(expected, actual)
        case .method, .scheme, .host, .port, .path, .query, .body: detail = .sent(finding.actual)
        // What a call failed with that asked nothing.
        case .count: detail = .sent(finding.advice)
        case .outcome:
            guard result.origin == .derived else { return nil }
            detail = .derivation(Self.derivation(result.id.dropFirst(result.operation.count)))
        case .status, .transport: return nil
        }
    }

    /// What keeps a case from being tried is one mistake, in whichever operations; nil for a case that was tried.
    package init?(blocking result: CaseResult) {
        guard result.status == .blocked, let reason = result.reason else { return nil }
        rule = ""
        severity = .error
        place = nil
        message = ""
        detail = .obstacle(reason)
    }

    /// `~error.error-body-valid` for `~error.error-body-valid:404`: which statuses are documented differs between
    /// operations. A place in the body says what a client reads there, and stays.
    private static func derivation(_ entry: Substring) -> Substring {
        guard let colon = entry.firstIndex(of: ":"), !entry[colon...].hasPrefix(":/") else { return entry }
        return entry[..<colon]
    }

    /// The segments in which two paths differ, without those that they begin and end with alike.
    private static func difference(_ expected: String, _ actual: String) -> Detail {
        var wanted = expected.split(separator: "/", omittingEmptySubsequences: false)[...]
        var sent = actual.split(separator: "/", omittingEmptySubsequences: false)[...]
        while let one = wanted.first, one == sent.first {
            wanted.removeFirst()
            sent.removeFirst()
        }
        while let one = wanted.last, one == sent.last {
            wanted.removeLast()
            sent.removeLast()
        }
        return .segments(expected: Array(wanted), actual: Array(sent))
    }
}
