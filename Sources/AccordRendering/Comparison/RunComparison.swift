import AccordCore

/// What changed from one run to a later one, each list in the order of the later run.
package struct RunComparison: Sendable, Hashable {
    /// A case that took much longer.
    package struct Slowdown: Sendable, Hashable {
        package let title: String
        /// Seconds.
        package let before: Double
        package let after: Double
    }

    /// RFC 3339, UTC: when the earlier run began.
    package let since: String
    /// Cases that fail and didn't, those that weren't there before among them.
    package private(set) var newlyFailing: [String] = []
    /// Cases that failed and pass.
    package private(set) var fixed: [String] = []
    package private(set) var stillFailing: [String] = []
    /// Cases that failed and weren't judged this time: skipped, blocked or not chosen.
    package private(set) var noLongerJudged: [String] = []
    package private(set) var slower: [Slowdown] = []
    /// How many cases are in both runs.
    package private(set) var shared = 0

    /// A case is slower that takes twice the time and 50 ms more: less than that is noise.
    private static let slowdown = (factor: 2.0, seconds: 0.05)

    /// Cases are the same that have one id and one file.
    package init(from old: RunOutline, to new: RunOutline) {
        since = old.started
        var earlier: [Key: RunOutline.Case] = [:]
        for result in old.cases { earlier[Key(result)] = result }
        for result in new.cases {
            let before = earlier.removeValue(forKey: Key(result))
            if before != nil { shared += 1 }
            let failed = before?.status == .failed
            switch result.status {
            case .failed where failed: stillFailing.append(result.title)
            case .failed: newlyFailing.append(result.title)
            case .passed where failed: fixed.append(result.title)
            case .passed, .skipped, .pending, .blocked, .notApplicable:
                if failed { noLongerJudged.append(result.title) }
            }
            if let before, result.status == .passed, before.status == .passed,
                result.duration > before.duration * Self.slowdown.factor,
                result.duration > before.duration + Self.slowdown.seconds
            {
                slower.append(Slowdown(title: result.title, before: before.duration, after: result.duration))
            }
        }
        noLongerJudged += old.cases.filter { $0.status == .failed && earlier[Key($0)] != nil }.map(\.title)
    }

    private struct Key: Hashable {
        let title: String
        let file: String

        init(_ result: RunOutline.Case) {
            title = result.title
            file = result.file
        }
    }
}

/// What a later run is compared with: how each case of a run ended, and how long it took.
package struct RunOutline: Sendable, Hashable {
    package struct Case: Sendable, Hashable {
        /// The id, with the kind of the run in front where a report holds several.
        package let title: String
        package let file: String
        package let status: CaseResult.Status
        /// Seconds.
        package let duration: Double
    }

    /// RFC 3339, UTC.
    package let started: String
    package let cases: [Case]

    package init(started: String, cases: [Case]) {
        self.started = started
        self.cases = cases
    }

    /// Of a case that several tests have tried, the one that failed.
    package init(_ report: RunReport) {
        started = report.started
        var cases: [Case] = []
        var positions: [[String]: Int] = [:]
        for result in report.cases {
            let outlined = Case(
                title: result.title, file: result.file, status: result.status, duration: result.duration)
            let key = [result.file, result.title]
            if let position = positions[key] {
                if result.status == .failed { cases[position] = outlined }
            } else {
                positions[key] = cases.count
                cases.append(outlined)
            }
        }
        self.cases = cases
    }
}
