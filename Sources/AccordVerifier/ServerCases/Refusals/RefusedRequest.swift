import AccordContract
import AccordCore

/// A request with one thing wrong.
struct RefusedRequest {
    /// `missing`
    var entry: String
    /// `query.username`
    var place: String?
    var reason: String
    var location: SourceLocation
    var request: RequestDefinition
    /// Statuses that refuse it even where they aren't documented.
    var statuses: Set<Int> = []
    /// Sent in place of the body's own media type.
    var contentType: String?
    /// True where the request carries no credentials, not even those that the contract's schemes would add.
    var isWithoutCredentials = false
    /// True where something that is required is left out: of a list that may be empty that says nothing.
    var isLeftOut = false
}

extension Omission {
    /// Why nothing can be changed in a request: what stands in it comes from an answer whose body isn't documented.
    static let unknownRequest =
        "its request takes a value from an answer that the contract has no example of: document that answer's body"
}
