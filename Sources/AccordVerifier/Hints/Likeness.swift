import AccordMatching
import AccordReport

/// Requests made by chance that fail alike: of many that come down to the same smallest one, the first is enough.
package enum Likeness {
    /// The results, each that fails as an earlier one does with that one's id for a reason.
    package static func marked(_ results: [CaseResult]) -> [CaseResult] {
        var first: [Key: String] = [:]
        return results.map { result in
            guard result.status == .failed, FuzzID(result.id) != nil,
                let finding = result.findings.first(where: { $0.severity == .error })
            else { return result }
            // Where nothing could be sent there is no line, only what stood in the way.
            let key = Key(
                file: result.file, operation: result.operation, rule: finding.rule,
                line: finding.reproduce ?? finding.message)
            guard let earlier = first[key] else {
                first[key] = result.id
                return result
            }
            var marked = result
            marked.reason = "fails as \(earlier)"
            return marked
        }
    }

    private struct Key: Hashable {
        var file: String
        var operation: String
        var rule: String
        var line: String
    }
}
