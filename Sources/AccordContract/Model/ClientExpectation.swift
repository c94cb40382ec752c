import AccordJSON

/// What a client does with an answer, in the words of `client`.
package final class ClientExpectation: Sendable {
    package let location: SourceLocation
    package let returns: JSONValue?
    package let throwing: ThrowExpectation?
    /// Names of the notifications posted, in order; nil: not judged.
    package let notifies: [String]?
    /// What the call takes and the request doesn't show.
    package let arguments: [NamedValue]
    package let retry: RetryPolicy?
    /// Places of the answer that the client never reads: JSON Pointers, `*` for the elements of a list.
    package let ignores: [String]

    package init(
        location: SourceLocation, returns: JSONValue? = nil, throwing: ThrowExpectation? = nil,
        notifies: [String]? = nil, arguments: [NamedValue] = [], retry: RetryPolicy? = nil, ignores: [String] = []
    ) {
        self.location = location
        self.returns = returns
        self.throwing = throwing
        self.notifies = notifies
        self.arguments = arguments
        self.retry = retry
        self.ignores = ignores
    }
}

/// What a call throws.
package enum ThrowExpectation: Sendable {
    case any
    /// An enum case's or a type's name.
    case named(String)
    /// An enum case with values as SE-0295 codes them.
    indirect case values(name: String, JSONValue)
    /// `"throws": false`: must not throw.
    case nothing
}

/// When a client sends the same request again.
package final class RetryPolicy: Sendable {
    /// Statuses as text, `409`, `5XX`, or groups of the fault catalogue, `connect`.
    package let on: [String]
    package let retryLimit: Int
    /// Seconds.
    package let retryAfter: Double?
    package let location: SourceLocation

    package init(on: [String] = [], retryLimit: Int, retryAfter: Double? = nil, location: SourceLocation) {
        self.on = on
        self.retryLimit = retryLimit
        self.retryAfter = retryAfter
        self.location = location
    }
}

/// A derived case, or a group of them, restated or waived.
package final class DerivedRule: Sendable {
    /// `syntax` or `syntax.trailing-comma`.
    package let selector: String
    package let location: SourceLocation
    package let skip: Exemption?
    package let client: ClientExpectation?

    package init(selector: String, location: SourceLocation, skip: Exemption? = nil, client: ClientExpectation? = nil) {
        self.selector = selector
        self.location = location
        self.skip = skip
        self.client = client
    }

    /// True for the entry itself and for its group.
    package func covers(group: String, entry: String) -> Bool {
        selector == group || selector == "\(group).\(entry)"
    }
}
