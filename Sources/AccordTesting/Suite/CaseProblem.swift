import AccordContract
import AccordJudging
import AccordReport
import Testing

/// Something wrong that a case found, for test frameworks that have no parameterised tests.
public struct CaseProblem: Sendable {
    /// The finding in full: the case, what was expected, what came, what to do next.
    public let text: String
    /// The contract's file.
    public let file: String
    /// Its line, from 1.
    public let line: Int
}

extension ClientContract {
    /// Tries every case of an operation, and gives back what is wrong; the results go into the report.
    ///
    /// A warning is printed, not given back.
    public func problems(of operation: String, with bindings: ClientBindings) async -> [CaseProblem] {
        var problems: [CaseProblem] = []
        for tried in cases(of: operation) {
            let result = await result(of: tried, with: bindings)
            record(result)
            problems += result.findings.compactMap { finding in
                let text = FindingText.text(finding, of: result)
                guard finding.severity == .error, result.status != .pending else {
                    print("warning: \(text)")
                    return nil
                }
                return problem(text, at: finding.contract ?? result.location)
            }
            switch result.status {
            case .blocked where result.findings.isEmpty, .skipped where result.findings.isEmpty:
                let text = "\(result.id): \(result.status.rawValue): \(result.reason ?? "")"
                guard result.status == .blocked else {
                    print("warning: \(text)")
                    continue
                }
                problems.append(problem(text, at: result.location))
            default: break
            }
        }
        return problems
    }

    private func problem(_ text: String, at location: AccordContract.SourceLocation) -> CaseProblem {
        let place = sourceLocation(location)
        return CaseProblem(text: text, file: place.filePath, line: place.line)
    }
}
