import AccordCatalogue
import AccordContract
import AccordHTTP
import AccordJSON

/// One thing to try: documented, or derived from the catalogues. Made by `CasePlan`.
package struct Case: Sendable {
    package indirect enum Origin: Sendable {
        /// By its position among the operation's cases: of thousands of cases none is held twice.
        case documented(Int)
        /// Of an operation that documents none: what its schemas make.
        case made(CaseDefinition)
        case derived(Derivation)
    }

    /// `login/creates a token`, `login~syntax.truncated-json`; unique in its file.
    package var id: String
    /// The contract's path as people know it, `Specs/todos.json`.
    package var file: String
    package var operation: Operation
    package var origin: Origin
    /// The contract location that it is derived from.
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
    @Boxed package var skip: Exemption?
    @Boxed package var pending: Exemption?
    /// Why no stub within the process can try it: it takes a socket. nil: it can.
    package var notApplicable: String?
    /// The cases that come first, in the order of the flow: those of `after` and what they come after.
    package var producers: [Case]
    /// The contract's schemes, for the credentials of requests.
    package var securitySchemes: [SecurityScheme]
    /// The documented cases whose calls are made at once; empty for a case that is one call.
    package var atOnce: [Case] = []
    /// What is tried after it under the same id, each by a call of a client of its own: it passes where all do.
    package var inTurn: [Case] = []

    /// The documented case: itself, or the one that it was derived from.
    package var definition: CaseDefinition {
        switch origin {
        case .documented(let position): operation.cases[position]
        case .made(let definition): definition
        case .derived(let derivation): derivation.base
        }
    }

    /// Where the values of the case come from: written, of an example, made, or of a link.
    package var basis: CaseOrigin { definition.origin }

    package var isDerived: Bool {
        if case .derived = origin { true } else { false }
    }

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
    /// In place of the case's and the operation's; nil: these.
    package var security: [SecurityRequirement]?

    package enum Answer: Sendable {
        /// As documented.
        case documented(ResponseDefinition)
        /// The answer that was made of a documented one.
        indirect case prepared(HTTPResponse)
        /// An entry of the fault catalogue, with the documented answer that it breaks, if there is one.
        indirect case fault(Fault, ResponseDefinition?)
        /// For servers: that the request, which breaks the contract, is refused.
        indirect case refusal(Refusal)
        /// For servers: a fuzz-generated request, answered by what is documented.
        indirect case generated(GeneratedRequest)
        /// For servers: what HTTP itself says of the answer.
        indirect case convention(HTTPConvention)
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
    /// True where `${response.body}` is the changed answer: what a client returns of it has to follow the change.
    package var isEchoed = false
    /// The answer that it is a variation of.
    package var intact: CaseStep.Answer?
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
    /// False for `should…` verdicts, whose violations are warnings.
    package var isRequired: Bool
    package var notifies: [String]?
    package var arguments: [NamedValue]
    /// How many requests more than the steps are allowed, by `retry`.
    @Boxed package var retry: RetryPolicy?
    /// The sentence that says so.
    package var location: SourceLocation
    /// True: the call's task is cancelled once the request is under way.
    package var isCancelled: Bool
    /// True: what has to fail may also end as it does with the intact answer, for a client that never reads what was
    /// changed.
    package var mayBeIgnored = false
    /// True: it has to end so, for the contract says that the client ignores what was changed.
    package var mustBeIgnored = false
    /// True: the call was made before, by the same client, and has other values where the contract says “fresh”.
    package var isAnotherCall = false
    /// True: the client may refuse the call and send nothing.
    package var mayRefuse = false
    /// Places of the answer that the client never reads.
    @Boxed package var ignores: [String]?
}
