import AccordContract

extension ExpectedOutcome {
    /// How grave it is that a client does something else.
    package var severity: Finding.Severity { isRequired ? .error : .warning }
}

extension SubstitutionError {
    /// The finding of a case that can't be tried.
    package var finding: Finding {
        Finding(
            rule: .caseTemplate, blame: isMissingVariable ? .platform : .contract, message, contract: location,
            advice: advice)
    }
}

extension MissingOutput {
    /// The finding of an exchange without the output.
    package var finding: Finding {
        Finding(
            rule: .outputMissing, blame: .server, "the output “\(output.name)” has no value: \(reason)",
            contract: output.location, actual: value.map { Excerpt.of($0) },
            advice: "Cases that use it can't be tried.")
    }
}
