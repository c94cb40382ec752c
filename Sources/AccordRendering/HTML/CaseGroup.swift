import AccordCore

/// How a page sorts its cases.
enum CaseGroup: String, CaseIterable {
    case failed, warned, idle, passed

    init(_ result: CaseResult) {
        switch result.status {
        case .failed: self = .failed
        case .passed: self = result.findings.isEmpty ? .passed : .warned
        case .skipped, .pending, .blocked, .notApplicable: self = .idle
        }
    }

    var heading: String {
        switch self {
        case .failed: "Failed"
        case .warned: "Passed with warnings"
        case .idle: "Not judged"
        case .passed: "Passed"
        }
    }
}
