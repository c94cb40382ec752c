import AccordContract
import AccordJSON

/// One thing to try: documented, or derived from the catalogues. Made by `CasePlan`.
package struct Case: Sendable {
    package enum Origin: Sendable {
        case documented(CaseDefinition)
        case derived(Derivation)
    }

    /// `login/creates a token`, `login~syntax.truncated-json`; unique in its file.
    package var id: String
    /// The contract's path as people know it, `Specs/todos.json`.
    package var file: String
    package var operation: Operation
    package var origin: Origin
    /// The sentence of the contract that it stands on.
    package var location: SourceLocation
    package var summary: String?
    package var tags: [String]
    /// nil: both client and server.
    package var appliesTo: CaseDefinition.Audience?
    /// What comes first: ids of documented cases, already in the order of the flow.
    package var after: [String]
    /// The requests of one call, in order; at least one.
    package var steps: [CaseStep]
    /// What the call does in the end.
    package var outcome: ExpectedOutcome
    package var skip: Exemption?
    package var pending: Exemption?

    /// `todos.json:login/creates a token`
    package var qualifiedID: String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return "\(name):\(id)"
    }
}

/// One request of a case, and what answers it.
package struct CaseStep: Sendable {
    package var operation: Operation
    package var location: SourceLocation
    package var request: RequestDefinition?
    package var repeatsPrevious: Bool
    package var answer: Answer
    package var outputs: [Output]

    package enum Answer: Sendable {
        /// As documented.
        case documented(ResponseDefinition)
        /// The answer that was made of a documented one.
        case prepared(HTTPResponse)
        /// An entry of the fault catalogue, with the documented answer that it breaks, if there is one.
        case fault(Fault, ResponseDefinition?)
    }
}

/// Where a derived case comes from.
package struct Derivation: Sendable {
    /// `syntax`
    package var group: String
    /// `truncated-json`
    package var entry: String
    /// The place in the body, where an entry has several.
    package var place: JSONPointer?
    package var verdict: Verdict
    /// Why a client must do so: the catalogue's rule.
    package var reason: String
    /// The documented case that it starts from.
    package var base: CaseDefinition
}

/// What a client has to do, in the words of RFC 2119.
package enum Verdict: String, Sendable, Codable {
    case mustError, mustTolerate, shouldError, shouldTolerate, may, mustNotCrash
}

/// What the client's call does in the end.
package struct ExpectedOutcome: Sendable {
    package enum Result: Sendable {
        /// Returns; with the value if one is stated.
        case returns(JSONValue?)
        case throwing(ThrowExpectation)
        /// Either, but in time, once, and without a crash.
        case either
    }

    package var result: Result
    /// `should…` verdicts are warnings.
    package var severity: Finding.Severity
    package var notifies: [String]?
    package var arguments: [NamedValue]
    /// How many requests more than the steps are allowed, by `retry`.
    package var retry: RetryPolicy?
    /// The sentence that says so.
    package var location: SourceLocation
    /// True: the call's task is cancelled once the request is under way.
    package var isCancelled: Bool
}

/// An entry of the fault catalogue.
package struct Fault: Sendable, Hashable {
    /// `offline`
    package var id: String
    /// `connect`
    package var layer: String
    package var event: String
    package var verdict: Verdict
    /// What a client must do, in words.
    package var clientMust: String
}
