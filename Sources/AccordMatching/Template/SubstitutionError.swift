import AccordContract

/// A `${…}` that stands for nothing, or a value that can't be made.
package struct SubstitutionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in one sentence.
    package var message: String
    /// Where the contract says it.
    package var location: SourceLocation?
    package var advice: String?

    /// Who has to move: mostly who wrote the template.
    package var blame = Finding.Blame.contract

    package init(
        _ message: String, at location: SourceLocation? = nil, advice: String? = nil,
        blame: Finding.Blame = .contract
    ) {
        self.blame = blame
        self.message = message
        self.location = location
        self.advice = advice
    }

    package var description: String {
        guard let location else { return message }
        return "\(location): \(message)"
    }

    /// The same as a finding, for a case that can't be tried.
    package var finding: Finding {
        Finding(rule: "case.template", blame: blame, message, contract: location, advice: advice)
    }
}
