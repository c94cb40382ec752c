// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension Problem {
    /// Returns a text that identifies the same problem in different runs, even if its line in the contract changes.
    func fingerprint(in report: RunReport) -> String {
        let run = occurrences.first.flatMap { report.cases[$0.result].run }
        let place = finding.contract.map { $0.pointer.isEmpty ? "\($0.line):\($0.column)" : $0.pointer } ?? ""
        let parts = [
            finding.contract?.file ?? "", place, finding.rule.id, finding.severity.rawValue, finding.blame.rawValue,
            run?.rawValue ?? "",
        ]
        return SHA256.digest(Array(parts.joined(separator: "\u{0}").utf8)).prefix(16).map { $0.hexadecimal(2) }.joined()
    }
}
