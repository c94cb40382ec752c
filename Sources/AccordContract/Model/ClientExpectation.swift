import AccordJSON

/// What a client does with an answer, in the words of `client`.
package struct ClientExpectation: Sendable {
    package var location: SourceLocation
    package var returns: JSONValue?
    package var throwing: ThrowExpectation?
    /// Names of the notifications posted, in order; nil: not judged.
    package var notifies: [String]?
    /// What the call takes and the request doesn't show.
    package var arguments: [NamedValue]
    package var retry: RetryPolicy?
}

/// What a call throws.
package enum ThrowExpectation: Sendable {
    case any
    /// An enum case's or a type's name.
    case named(String)
    /// An enum case with values as SE-0295 codes them.
    case values(name: String, JSONValue)
    /// `"throws": false`: must not throw.
    case nothing
}

/// When a client sends the same request again.
package struct RetryPolicy: Sendable {
    /// Statuses as text, `409`, `5XX`, or groups of the fault catalogue, `connect`.
    package var on: [String]
    package var retryLimit: Int
    /// Seconds.
    package var retryAfter: Double?
    package var location: SourceLocation
}

/// A derived case, or a group of them, restated or waived.
package struct DerivedRule: Sendable {
    /// `syntax` or `syntax.trailing-comma`.
    package var selector: String
    package var location: SourceLocation
    package var skip: Exemption?
    package var client: ClientExpectation?

    /// True for the entry itself and for its group.
    package func covers(group: String, entry: String) -> Bool {
        selector == group || selector == "\(group).\(entry)"
    }
}
