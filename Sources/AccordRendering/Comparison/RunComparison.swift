// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The cases whose result or speed changed between two runs. Each list is in the order of the later run.
package struct RunComparison: Sendable, Hashable {
    /// A case that took much longer than in the earlier run.
    package struct Slowdown: Sendable, Hashable {
        package let title: String
        /// The duration in the earlier run, in seconds.
        package let before: Double
        package let after: Double
    }

    /// The start time of the earlier run, as an RFC 3339 timestamp in UTC.
    package let since: String
    /// Cases that failed only in the later run, including new cases.
    package private(set) var newlyFailing: [String] = []
    /// Cases that failed in the earlier run and passed in the later run.
    package private(set) var fixed: [String] = []
    package private(set) var stillFailing: [String] = []
    /// Cases that failed in the earlier run, and neither passed nor failed in the later run.
    package private(set) var noLongerJudged: [String] = []
    package private(set) var slower: [Slowdown] = []
    /// The number of cases that occur in both runs.
    package private(set) var shared = 0

    /// The thresholds for ``slower``: a case must take more than twice as long, and over 50 ms longer.
    private static let slowdown = (factor: 2.0, seconds: 0.05)

    /// Compares the results of cases that have the same id and contract file.
    package init(from old: RunOutline, to new: RunOutline) {
        since = old.started
        var earlier = Dictionary(old.cases.map { ($0.key, $0) }) { $1 }
        for result in new.cases {
            let before = earlier.removeValue(forKey: result.key)
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
        noLongerJudged += old.cases.filter { $0.status == .failed && earlier[$0.key] != nil }.map(\.title)
    }
}

/// The status and duration of each case of a run, for comparison with later runs.
package struct RunOutline: Sendable, Hashable {
    package struct Case: Sendable, Hashable {
        /// The id of the case. If the report contains several kinds of runs, the kind of run precedes the id.
        package let title: String
        package let file: String
        package let status: CaseResult.Status
        /// The duration of the case in seconds.
        package let duration: Double

        fileprivate var key: [String] { [file, title] }
    }

    /// The start time of the run, as an RFC 3339 timestamp in UTC.
    package let started: String
    package let cases: [Case]

    package init(started: String, cases: [Case]) {
        self.started = started
        self.cases = cases
    }

    /// Collects the results of a report. If a case has several results, a failure takes precedence.
    package init(_ report: RunReport) {
        started = report.started
        cases = report.cases.map { result in
            Case(title: result.title, file: result.file, status: result.status, duration: result.duration)
        }.merging(by: \.key) { outlined, other in if other.status == .failed { outlined = other } }
    }
}
