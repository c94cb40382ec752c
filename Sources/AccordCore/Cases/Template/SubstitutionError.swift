import AccordContract

/// A `${…}` that stands for nothing, or a value that can't be made.
package struct SubstitutionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in one sentence.
    package var message: String
    /// Where the contract says it.
    package var location: SourceLocation?
    package var advice: String?

    /// True where the contract is right, and the environment lacks a variable.
    package var isMissingVariable: Bool

    package init(
        _ message: String, at location: SourceLocation? = nil, advice: String? = nil,
        isMissingVariable: Bool = false
    ) {
        self.isMissingVariable = isMissingVariable
        self.message = message
        self.location = location
        self.advice = advice
    }

    package var description: String {
        guard let location else { return message }
        return "\(location): \(message)"
    }
}
