extension RunReport {
    /// What became of the run as a whole.
    package enum Verdict: String, Sendable {
        /// No case failed or was blocked, at least one could have failed, and as much was shown as had to be.
        case passed
        case failed
        /// No case could fail: none was there, or each was pending, skipped, blocked or not applicable. That proves
        /// nothing and so counts as a failure.
        case empty
        /// Ended before its time, nothing having failed until then.
        case interrupted
    }

    /// Told from the cases and the coverage alone; warnings never make a run fail.
    package var verdict: Verdict {
        if summary.failed > 0 { return .failed }
        if isInterrupted { return .interrupted }
        if lacksCoverage != nil { return .failed }
        guard summary.passed > 0 || cases.contains(where: \.isAccepted) else { return .empty }
        // Beside what passed stands what couldn't be tried, as where the server of one of several runs wasn't there.
        return summary.blocked == 0 ? .passed : .failed
    }

    /// The percentage that was shown where that is less than what had to be; nil in a part of a run, since the parts
    /// together are judged.
    package var lacksCoverage: Int? {
        guard let coverageThreshold, shard == nil, coverage.percentage < coverageThreshold else { return nil }
        return coverage.percentage
    }

    /// True for one part of a run in which nothing could fail: the parts together say whether anything could.
    package var isEmptyPart: Bool { shard != nil && verdict == .empty && summary.blocked == 0 }

    /// Why a run is a failure in which nothing failed, and what to do; nil for any other, and for a part of one.
    package var emptiness: String? {
        guard verdict == .empty, shard == nil, summary.blocked == 0 else { return nil }
        guard summary.total > 0 else { return "No case ran: nothing proves nothing, and so isn't a success." }
        return "Nothing could fail, which proves nothing, and so isn't a success: let a case count that isn't pending, "
            + "skipped or not applicable."
    }
}

extension CaseResult {
    /// What the reason begins with where a baseline accepts every finding of a case.
    package static let acceptance: String = "in the baseline until "

    /// True where a baseline accepts what was found: any other finding would have made the case fail.
    var isAccepted: Bool { status == .pending && reason?.hasPrefix(Self.acceptance) == true }
}
