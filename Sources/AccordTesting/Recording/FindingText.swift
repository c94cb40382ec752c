import AccordCore

/// A finding as a failing test shows it: what, where, expected, actual, what to do next.
enum FindingText {
    /// - Parameter cases: the cases that have the same finding, in words; nil: this one alone.
    static func text(_ finding: Finding, of result: CaseResult, in cases: String? = nil) -> String {
        var lines = ["\(result.id): \(finding.message) [\(finding.rule)]"]
        if let place = finding.place { lines.append("  where     \(place)") }
        if let expected = finding.expected { lines += labelled("expected", expected) }
        if let actual = finding.actual { lines += labelled("actual", actual) }
        lines += finding.details.map { "            \($0)" }
        if let contract = finding.contract { lines.append("  contract  \(contract)") }
        lines.append("  fault     the \(finding.blame.rawValue)")
        if let cases { lines.append("  in        \(cases)") }
        if let advice = finding.advice { lines.append("  next      \(advice)") }
        lines.append("  again     ACCORD_CASE='\(result.id)' swift test")
        return lines.joined(separator: "\n")
    }

    private static func labelled(_ label: String, _ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { index, line in
            let head = index == 0 ? label : ""
            return "  \(head)\(String(repeating: " ", count: 10 - head.count))\(line)"
        }
    }
}
