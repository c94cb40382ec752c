import AccordCore

/// Fuzz-generated requests that fail alike: of those that come down to the same smallest one, the first is enough.
package enum Likeness {
    /// The results, each that fails as an earlier one does with that one's id for a reason, unless it has one.
    package static func markDuplicates(_ results: consuming [CaseResult]) -> [CaseResult] {
        var first: [MistakeKey: String] = [:]
        for index in results.indices where results[index].status == .failed && FuzzID(results[index].id) != nil {
            guard results[index].reason == nil,
                let finding = results[index].findings.first(where: { $0.severity == .error })
            else { continue }
            let key = finding.requestKey(in: results[index])
            if let earlier = first[key] {
                results[index].reason = "fails as \(earlier)"
            } else {
                first[key] = results[index].id
            }
        }
        return results
    }
}
