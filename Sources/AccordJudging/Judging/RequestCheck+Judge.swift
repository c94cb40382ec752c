import AccordCases

extension RequestCheck {
    /// Judges requests as those of a client.
    package static let judge: RequestCheck = RequestCheck { request, operation in
        let errors = Judge.judge(request, documentedBy: operation).findings.filter { $0.severity == .error }
        return Set(errors.map { Violation(rule: $0.rule, place: $0.place?.description ?? "") })
    }
}

extension RefusalOptions {
    package init(allowsUnsafe: Bool = false, statuses: Set<Int> = []) {
        self.init(allowsUnsafe: allowsUnsafe, statuses: statuses, check: .judge)
    }
}

extension FuzzOptions {
    package init(count: Int, seed: UInt64, allowsUnsafe: Bool = false, statuses: Set<Int> = []) {
        self.init(count: count, seed: seed, allowsUnsafe: allowsUnsafe, statuses: statuses, check: .judge)
    }
}

extension FuzzShrinker {
    /// nil for a case whose request isn't fuzz-generated.
    package init?(_ testCase: Case) {
        self.init(testCase, check: .judge)
    }
}
