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
    package var subject: Subject
    /// Sent in place of the body's own `Content-Type`: the right body under the wrong type.
    package var contentType: String?
    /// The methods that `Allow` of a 405 may name; nil: another thing than the method is wrong.
    package var allowed: AllowedMethods?
    /// True for TRACE, which what stands in front of a server often answers by itself.
    package var isTrace = false

    package init(
        reason: String, location: SourceLocation, statuses: Set<Int>, subject: Subject = .request,
        contentType: String? = nil
    ) {
        self.reason = reason
        self.location = location
        self.statuses = statuses
        self.subject = subject
        self.contentType = contentType
    }
}
