import AccordCore

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
