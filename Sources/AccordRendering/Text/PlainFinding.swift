import AccordContract
import AccordCore

/// A finding as plain text over several lines, for formats that have one field for all of it.
enum PlainFinding {
    static func text(_ finding: Finding) -> String {
        var lines = ["\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"]
        if let place = finding.contract { lines.append("contract: \(place)") }
        if let place = finding.place { lines.append("where: \(place)") }
        lines.append("fault: \(finding.blame.subject)")
        if let expected = finding.expected { lines.append("expected: \(expected)") }
        if let actual = finding.actual { lines.append("actual: \(actual)") }
        lines += finding.details
        if let line = finding.reproduce { lines.append("repeat: \(line)") }
        if let advice = finding.advice { lines.append("next: \(advice)") }
        return lines.joined(separator: "\n")
    }
}
