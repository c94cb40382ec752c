// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The expected behavior of a client, from the contract's `client`.
package final class ClientExpectation: Sendable {
    package let location: SourceLocation
    package let returns: JSONValue?
    package let throwing: ThrowExpectation?
    /// The names of the notifications that the client must post, in order, or `nil` if tests don't check notifications.
    package let notifies: [String]?
    /// The arguments that the client's call needs in addition to the values in the request.
    package let arguments: [NamedValue]
    package let retry: RetryPolicy?
    /// The values of the response that the client ignores: JSON Pointers, with `*` for the elements of a list.
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

/// The error that a client call must throw.
package enum ThrowExpectation: Sendable {
    case any
    /// The name of the error's enum case or type.
    case named(String)
    /// An enum case with associated values. The values are encoded as SE-0295 specifies.
    indirect case values(name: String, JSONValue)
    /// The client must throw no error.
    case nothing
}

/// The rules for a client's retries: the failures that cause a retry, the number of retries, and the delay before a
/// retry.
package struct RetryPolicy: Sendable {
    /// The status codes and fault groups that cause a retry, such as `409`, `5XX` and `connect`.
    package var on: [String]
    package var retryLimit: Int
    /// The delay before a retry, in seconds.
    package var retryAfter: Double?
    package var location: SourceLocation

    package init(on: [String], retryLimit: Int, retryAfter: Double? = nil, location: SourceLocation) {
        (self.on, self.retryLimit, self.retryAfter, self.location) = (on, retryLimit, retryAfter, location)
    }
}

/// A rule in `derived` that skips derived cases or changes their expected outcome.
package struct DerivedRule: Sendable {
    /// The derived cases that the rule applies to: a group such as `syntax`, or one mutation or fault such as
    /// `syntax.trailing-comma`.
    package var selector: String
    package var location: SourceLocation
    package var skip: Exemption?
    package var client: ClientExpectation?

    /// The rank of the rule among the rules that apply to a case. A rule for one mutation, such as
    /// `syntax.truncated-json`, ranks above a rule for a group of mutations, such as `syntax`. A rule with a JSON
    /// Pointer ranks highest.
    fileprivate var specificity: Int { selector.count { $0 == "." } + selector.count { $0 == ":" } * 2 }
}

extension Operation {
    /// Returns the rules for a derived case, such as `syntax.truncated-json:/name`, from general to specific. Of two
    /// equally specific rules, the operation's rule comes after the contract's rule.
    ///
    /// - Parameter group: The group of the case, such as `syntax`.
    package func rules(forCase name: String, of group: String) -> [DerivedRule] {
        let selectors = [group, String(name.prefix { $0 != ":" }), name]
        let rules = derived.reversed().filter { rule in selectors.contains { $0.isExactly(rule.selector) } }
        return rules.sorted { $0.specificity < $1.specificity }
    }
}
