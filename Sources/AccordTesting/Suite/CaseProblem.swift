import AccordContract
import AccordCore
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
    /// Tries every case of an operation, and gives back each mistake once; the results go into the report.
    ///
    /// A warning is printed, not given back.
    public func problems(of operation: String, with bindings: ClientBindings) async -> [CaseProblem] {
        let results = await results(of: operation, with: bindings)
        return keep(results).compactMap { issue in
            guard issue.isError else {
                print("warning: \(issue.text)")
                return nil
            }
            let place = sourceLocation(issue.location)
            return CaseProblem(text: issue.text, file: place.filePath, line: place.line)
        }
    }
}
