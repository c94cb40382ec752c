import AccordContract
import AccordCore

extension RunExtent {
    /// The results, with a warning at the first fuzz case of each operation none of whose requests succeeded.
    package func doubting(_ results: [CaseResult]) -> [CaseResult] {
        var results = results
        for own in generated {
            guard let doubt = own.doubt,
                let index = results.firstIndex(where: {
                    $0.file == own.file && $0.operation == own.operation && FuzzID($0.id) != nil
                })
            else { continue }
            results[index].findings.append(
                Finding(
                    rule: .fuzzNoneSucceeded, severity: .warning, blame: .contract,
                    "no fuzz-generated request of \(own.operation) succeeded: \(doubt)",
                    contract: results[index].location,
                    advice: "Without one that succeeds little of the operation was tried."))
        }
        return results
    }
}

extension RunExtent.Unasked {
    /// What an OpenAPI document says and nothing can judge.
    package init(leftOut diagnostic: Diagnostic) {
        self.init(
            file: diagnostic.location.file, operation: "", what: "\(diagnostic.location)",
            reason: "left out of the document: \(diagnostic.message)")
    }
}
