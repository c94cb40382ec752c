import AccordContract
import AccordCore

/// The results of an operation in which only the documented case reports mistakes of its request.
///
/// A derived case with a changed response sends the same request, and is judged by its outcome. Concurrent calls that
/// are blocked by such a mistake aren't applicable.
struct RequestsJudgedOnce {
    let results: [CaseResult]

    private struct Key: Hashable {
        var rule: String
        var place: Finding.Place?

        init?(_ finding: Finding) {
            guard finding.rule.hasPrefix("request.") else { return nil }
            rule = finding.rule
            place = finding.place
        }
    }

    init(_ results: [CaseResult], in plan: CasePlan) {
        var known: [String: Set<Key>] = [:]
        for result in results where result.origin == .documented && result.status == .failed {
            known[result.id] = Set(result.findings.compactMap { Key($0) })
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

    /// Returns concurrent calls as not applicable if the documented cases report all mistakes that block them.
    private static func blocked(_ result: CaseResult, without known: Set<Key>) -> CaseResult {
        let errors = result.findings.filter { $0.severity == .error }
        let areKnown = errors.allSatisfy { finding in Key(finding).map { known.contains($0) } ?? false }
        guard !errors.isEmpty, areKnown else { return result }
        var remaining = result
        remaining.status = .notApplicable
        remaining.findings = []
        return remaining
    }

    private static func outcomeAlone(_ result: CaseResult, without known: Set<Key>, judgedIn base: String) -> CaseResult
    {
        var remaining = result
        remaining.findings.removeAll { finding in Key(finding).map { known.contains($0) } ?? false }
        guard remaining.findings.count < result.findings.count else { return result }
        remaining.reason = "the request is that of “\(base)”, which failed"
        if !remaining.findings.contains(where: { $0.severity == .error }) { remaining.status = .passed }
        return remaining
    }
}

extension Case {
    /// The id of the documented case with the same request; `nil` for a case that changes the request.
    fileprivate var sameRequest: String? {
        guard case .derived(let derivation) = origin, derivation.group != "request" || outcome.isAnotherCall
        else { return nil }
        return "\(operation.id)/\(derivation.base.name)"
    }
}
