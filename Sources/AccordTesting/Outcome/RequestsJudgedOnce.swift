// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension [CaseResult] {
    /// Returns the results of an operation's cases, in which each mistake in a request is reported only once.
    ///
    /// A derived case that changes only the response sends the same request as its base case. Only the base case reports
    /// the mistakes in that request. If the client sends no request, the derived case is not applicable.
    ///
    /// A case of concurrent calls doesn't run if the client makes mistakes in single calls. If other cases report all of
    /// these mistakes, the case of concurrent calls is not applicable.
    func judgingRequestsOnce(in plan: CasePlan) -> [CaseResult] {
        var known: [String: Set<MistakeKey>] = [:]
        for result in self where result.origin != .derived && result.status == .failed {
            known[result.id] = Set(result.findings.filter(\.isAboutRequest).map { $0.placeKey(in: result) })
        }
        let reported = filter { $0.origin != .derived && [.failed, .pending].contains($0.status) }.flatMap(\.findings)
        return map { result in
            if result.status == .blocked, plan[result.id]?.atOnce.isEmpty == false {
                return result.blocked(without: reported)
            }
            guard result.status == .failed, let base = plan[result.id]?.sameRequest, let keys = known[base] else {
                return result
            }
            return result.outcomeAlone(without: keys, judgedIn: base)
        }
    }
}

extension CaseResult {
    /// Returns the result of a case of concurrent calls that mistakes in single calls have blocked. If other cases
    /// report all of these mistakes, the case is not applicable.
    fileprivate func blocked(without reported: [Finding]) -> CaseResult {
        let errors = findings.filter { $0.severity == .error }
        let areKnown = errors.allSatisfy { error in
            reported.contains { $0.rule == error.rule && $0.place == error.place }
        }
        guard !errors.isEmpty, areKnown else { return self }
        var remaining = self
        remaining.status = .notApplicable
        remaining.findings = []
        return remaining
    }

    fileprivate func outcomeAlone(without known: Set<MistakeKey>, judgedIn base: String) -> CaseResult {
        var remaining = self
        remaining.findings.removeAll { $0.isAboutRequest && known.contains($0.placeKey(in: self)) }
        guard remaining.findings.count < findings.count else { return self }
        // A client that sends no request never receives the response that the case tests.
        let hasRequest = !findings.contains { $0.rule == .requestCountNone }
        remaining.reason =
            hasRequest
            ? "the case “\(base)” sends the same request and reports the mistakes in that request"
            : "the client sends no request; the case “\(base)” reports this"
        if !remaining.findings.contains(where: { $0.severity == .error }) {
            remaining.status = hasRequest ? .passed : .notApplicable
        }
        return remaining
    }
}

extension Case {
    /// The id of the base case if this case sends the same request. It is `nil` if the case isn't derived, or if it
    /// changes the request.
    fileprivate var sameRequest: String? {
        guard let derivation = self.derivation else { return nil }
        if variesRequest, !self.outcome.isAnotherCall { return nil }
        return "\(self.operation.id)/\(derivation.base.name)"
    }
}
