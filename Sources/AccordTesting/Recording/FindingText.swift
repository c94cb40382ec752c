import AccordCore

/// The text of a finding in a failing test.
enum FindingText {
    /// - Parameter cases: The cases with the same finding, as text, or `nil` if this case is the only one.
    static func text(_ finding: Finding, of result: CaseResult, in cases: String? = nil) -> String {
        // The first line contains the rule, and a client's request can't be repeated with curl.
        var fields = finding.fields.filter { $0.label != .rule && $0.label != .reproduce }
            .map { ($0.label.rawValue, $0.value) }
        if let cases { fields.append(("in", cases)) }
        fields.append(("again", "ACCORD_CASE='\(result.id)' swift test"))
        let lines = fields.flatMap { labeled($0, $1) }
        return (["\(result.id): \(finding.message) [\(finding.rule)]"] + lines).joined(separator: "\n")
    }

    private static func labeled(_ label: String, _ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            let head = index == 0 ? label : ""
            return "  \(head)\(String(repeating: " ", count: 10 - head.count))\(line)"
        }
    }
}
