import AccordContract
import AccordCore

/// An operation's results in which what is wrong with a request is said by the case that documents it alone.
///
/// A derived case that varies the answer sends the same request as the case that it starts from: there it is judged by
/// the outcome. Calls that can't be made at once, because one of them asks wrongly when it is alone, are no issue where
/// that one's case says so.
struct RequestsJudgedOnce {
    let results: [CaseResult]

    init(_ results: [CaseResult], in plan: CasePlan) {
        var known: [String: Set<MistakeKey>] = [:]
        for result in results where result.origin == .documented && result.status == .failed {
            known[result.id] = Set(result.findings.compactMap { $0.requestPlaceKey(in: result) })
        }
        let allKnown = known.values.reduce(into: Set()) { $0.formUnion($1) }
        self.results = results.map { result in
            if result.status == .blocked, plan[result.id]?.atOnce.isEmpty == false {
                return Self.blocked(result, without: allKnown)
            }
            guard result.status == .failed, let base = plan[result.id]?.sameRequest, let keys = known[base] else {
                return result
            }
            return Self.outcomeAlone(result, without: keys, judgedIn: base)
        }
    }

    /// Calls at once as not applicable where all that keeps them from being made is known.
    private static func blocked(_ result: CaseResult, without known: Set<MistakeKey>) -> CaseResult {
        let errors = result.findings.filter { $0.severity == .error }
        let areKnown = errors.allSatisfy { finding in
            finding.requestPlaceKey(in: result).map { known.contains($0) } ?? false
        }
        guard !errors.isEmpty, areKnown else { return result }
        var own = result
        own.status = .notApplicable
        own.findings = []
        return own
    }

    private static func outcomeAlone(_ result: CaseResult, without known: Set<MistakeKey>, judgedIn base: String)
        -> CaseResult
    {
        var own = result
        own.findings.removeAll { finding in
            finding.requestPlaceKey(in: result).map { known.contains($0) } ?? false
        }
        guard own.findings.count < result.findings.count else { return result }
        own.reason = "its request is that of “\(base)”, which failed"
        if !own.findings.contains(where: { $0.severity == .error }) { own.status = .passed }
        return own
    }
}

extension Case {
    /// The id of the documented case whose request a derived case sends as it is; nil for one that varies it.
    fileprivate var sameRequest: String? {
        guard let derivation = self.derivation else { return nil }
        if case .request = derivation.variation, !self.outcome.isAnotherCall { return nil }
        return "\(self.operation.id)/\(derivation.base.name)"
    }
}

extension Finding {
    /// The key of a mistake in a request; nil where something else is wrong.
    fileprivate func requestPlaceKey(in result: CaseResult) -> MistakeKey? {
        isAboutRequest ? placeKey(in: result) : nil
    }
}
