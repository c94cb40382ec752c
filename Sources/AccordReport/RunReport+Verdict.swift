extension RunReport {
    /// What became of the run as a whole.
    package enum Verdict: String, Sendable {
        /// No case failed, and at least one was judged.
        case passed
        case failed
        /// No case was judged; that proves nothing and so counts as a failure.
        case empty
        /// Ended before its time, nothing having failed until then.
        case interrupted
    }

    /// Told from the cases alone; warnings never make a run fail.
    package var verdict: Verdict {
        if summary.failed > 0 { return .failed }
        if isInterrupted { return .interrupted }
        return summary.passed + summary.pending == 0 ? .empty : .passed
    }
}
