import AccordContract
import AccordCore

/// A finding as plain text over several lines, for formats that have one field for all of it.
enum PlainFinding {
    static func text(_ finding: Finding) -> String {
        let lines = finding.fields.filter { $0.label != .rule }.map { label, value in
            label == .details ? value : "\(label.rawValue): \(value)"
        }
        let head = "\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"
        return ([head] + lines).joined(separator: "\n")
    }
}
