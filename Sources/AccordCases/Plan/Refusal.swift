import AccordContract

/// A request that a server must refuse, and how it may do so.
package struct Refusal: Sendable, Hashable {
    /// What is wrong with the request, in words: `“limit” is 101, one more than its maximum`.
    package var reason: String
    /// The sentence of the contract that the request breaks.
    package var location: SourceLocation
    /// Statuses that refuse it even where they aren't documented.
    package var statuses: Set<Int>
}

/// Which refusals are derived, and what counts as one.
package struct RefusalOptions: Sendable {
    /// True: also of operations with unsafe methods (RFC 9110 section 9.2.1), which a server that fails to refuse
    /// carries out.
    package var allowsUnsafe: Bool
    /// Statuses that refuse anything, documented or not.
    package var statuses: Set<Int>

    /// Tells whether a request breaks the contract.
    let check: RequestCheck

    package init(allowsUnsafe: Bool, statuses: Set<Int>, check: RequestCheck) {
        self.allowsUnsafe = allowsUnsafe
        self.statuses = statuses
        self.check = check
    }
}
