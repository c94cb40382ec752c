import AccordContract

/// A request that a server must refuse, and how it may do so.
package struct Refusal: Sendable, Hashable {
    /// What a request has wrong, as far as that decides which statuses refuse it.
    package enum Subject: Sendable, Hashable {
        /// Any documented 4xx.
        case request
        /// Only what says that the credentials weren't accepted: another 4xx leaves open whether they are checked.
        case credentials
        /// Any documented 4xx that says that there is nothing any more.
        case deleted
        /// The same for a second deletion, which may also succeed as documented (RFC 9110 section 9.2.2).
        case deletedAgain
    }

    /// What is wrong with the request, in words: `“limit” is 101, one more than its maximum`.
    package var reason: String
    /// The contract location that the request violates.
    package var location: SourceLocation
    /// Statuses that refuse it even where they aren't documented.
    package var statuses: Set<Int>
    package var subject: Subject = .request
    /// Sent in place of the body's own `Content-Type`: the right body under the wrong type.
    package var contentType: String?
    /// The methods that `Allow` of a 405 may name; nil: another thing than the method is wrong.
    package var allowed: AllowedMethods?
    /// True for TRACE, which what stands in front of a server often answers by itself.
    package var isTrace = false
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
