// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A case of a contract: a named request with its response.
package struct CaseDefinition: Sendable {
    package enum Audience: String, Sendable { case client, server }

    /// The case's name, without the operation's id. If the case comes from a row of `each`, the name ends with the
    /// row's index: `creates a token[0]`.
    package var name: String
    package var location: SourceLocation
    package var summary: String?
    package var tags: [String] = []
    /// The audience of the case: clients or servers. `nil` means both.
    package var appliesTo: Audience?
    package var given: [ProviderState] = []
    /// The security requirements of the case. They replace the operation's requirements.
    package var security: [SecurityRequirement]?
    /// The ids of the cases that run before this case, such as `login/creates a token`.
    package var after: [Located<String>] = []
    /// The requests that the case sends in order, each with its expected response. A case with the keys `request` and
    /// `response` has one step.
    package var steps: [StepDefinition]
    package var poll: Poll?
    package var client: ClientExpectation?
    package var skip: Exemption?
    package var pending: Exemption?
    /// The row of `each` that provides the values of `${row.x}`.
    package var row: JSONValue?
    /// The source of the case's values, such as the examples of an OpenAPI document.
    package var origin: CaseOrigin

    package init(
        name: String, location: SourceLocation, summary: String? = nil, after: [Located<String>] = [],
        steps: [StepDefinition] = [], origin: CaseOrigin = .written
    ) {
        (self.name, self.location, self.summary) = (name, location, summary)
        (self.after, self.steps, self.origin) = (after, steps, origin)
    }

    /// Whether Accord generated values of the request, because no case and no example contains these values.
    package var hasGeneratedRequest = false
}

/// The source of the values in a case's request and response.
package enum CaseOrigin: String, Sendable {
    /// The values come from the contract's `cases`.
    case written
    /// The values come from the examples of the operation's parameters, bodies and responses.
    case example
    /// Accord generates the values from the schemas, because the operation has no examples.
    case made
    /// A value comes from the response of an earlier operation. The document links the operations, or their paths imply
    /// the link, such as `/users` and `/users/{id}`.
    case linked
}

/// A provider state: a state that the server must have before a case runs.
package struct ProviderState: Sendable {
    package var name: String
    package var params: JSONValue?
    package var location: SourceLocation
}

/// An exemption of a case, with its reason. An exempted case doesn't run (`skip`), or may fail (`pending`).
package final class Exemption: Sendable {
    package let reason: String
    /// The ISO 8601 date, `2027-03-01`, on which the exemption ends.
    package let until: String?
    /// The names of the servers that the exemption applies to. Empty means all servers.
    package let servers: [String]
    package let location: SourceLocation

    package init(reason: String, until: String? = nil, servers: [String] = [], location: SourceLocation) {
        (self.reason, self.until, self.servers, self.location) = (reason, until, servers, location)
    }

    /// Returns whether the exemption applies to a server on the day `today`.
    ///
    /// - Parameters:
    ///   - today: an ISO 8601 date such as `2026-03-01`, or a timestamp that starts with the date.
    ///   - server: the name of the server under test, if it has a name.
    package func isInForce(on today: String, server: String? = nil) -> Bool {
        if let until, today.prefix(until.count) >= until { return false }
        return servers.isEmpty || server.map(servers.contains) ?? false
    }
}

extension Contract {
    /// Returns the contract without the exemptions that don't apply to a server on the day `today`; see
    /// ``Exemption/isInForce(on:server:)``.
    package func withExemptionsInForce(on today: String, server: String? = nil) -> Contract {
        func isInForce(_ exemption: Exemption) -> Bool { exemption.isInForce(on: today, server: server) }
        var contract = self
        contract.operations = operations.map { operation in
            var (cases, derived) = (operation.cases, operation.derived)
            for index in cases.indices {
                if cases[index].skip.map(isInForce) == false { cases[index].skip = nil }
                if cases[index].pending.map(isInForce) == false { cases[index].pending = nil }
            }
            for index in derived.indices where derived[index].skip.map(isInForce) == false { derived[index].skip = nil }
            return operation.with(cases: cases, derived: derived)
        }
        return contract
    }
}

/// The value of the key `poll`: Accord repeats the request of a case until the response matches the case.
package final class Poll: Sendable {
    /// The number of seconds between two requests.
    package let retryAfter: Double
    package let retryLimit: Int
    package let location: SourceLocation

    package init(retryAfter: Double, retryLimit: Int, location: SourceLocation) {
        (self.retryAfter, self.retryLimit, self.location) = (retryAfter, retryLimit, location)
    }
}
