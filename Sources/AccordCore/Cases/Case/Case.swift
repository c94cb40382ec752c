import AccordContract
import AccordJSON
import AccordSchema

/// One thing to try: documented, or derived from the catalogues. Made by `CasePlan`.
///
/// Flows, calls at once and variations hold the same cases again and again: they share them.
package final class Case: Sendable {
    package indirect enum Origin: Sendable {
        /// By its position among the operation's cases: of thousands of cases none is held twice.
        case documented(Int)
        /// Of an operation that documents none: what its schemas make.
        case made(CaseDefinition)
        case derived(Derivation)
    }

    package let draft: CaseDraft

    package init(_ draft: CaseDraft) {
        self.draft = draft
    }

    /// Another case, the same but for what `change` does.
    package func with(_ change: (inout CaseDraft) -> Void) -> Case {
        var changed = draft
        change(&changed)
        return Case(changed)
    }

    /// `login/creates a token`, `login~syntax.truncated-json`; unique in its file.
    package var id: String { draft.id }
    /// The contract's path as people know it, `Specs/todos.json`.
    package var file: String { draft.file }
    package var operation: Operation { draft.operation }
    package var origin: Origin { draft.origin }
    /// The contract location that it is derived from.
    package var location: SourceLocation { draft.location }
    package var summary: String? { draft.summary }
    package var tags: [String] { draft.tags }
    /// nil: both client and server.
    package var appliesTo: CaseDefinition.Audience? { draft.appliesTo }
    /// The requests of one call, in order; at least one.
    package var steps: [CaseStep] { draft.steps }
    /// What the call does in the end.
    package var outcome: ExpectedOutcome { draft.outcome }
    package var skip: Exemption? { draft.skip }
    package var pending: Exemption? { draft.pending }
    /// Why no stub within the process can try it: it takes a socket. nil: it can.
    package var notApplicable: String? { draft.notApplicable }
    /// The documented cases that come first, in the order of the flow.
    package var producers: [Case] { draft.producers }
    /// The contract's schemes, for the credentials of requests.
    package var securitySchemes: [SecurityScheme] { draft.securitySchemes }
    /// The documented cases whose calls are made at once; empty for a case that is one call.
    package var atOnce: [Case] { draft.atOnce }
    /// What is tried after it under the same id, each by a call of a client of its own: it passes where all do.
    package var inTurn: [Case] { draft.inTurn }

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

    /// The ids of the cases that come first, in the order of the flow.
    package var after: [String] { producers.map(\.id) }

    package var isDerived: Bool {
        if case .derived = origin { true } else { false }
    }

    /// `todos.json:login/creates a token`
    package var qualifiedID: String {
        "\(FilePath.name(of: file)):\(id)"
    }
}

/// What a case consists of, while a plan puts it together; `Case` says what each part is.
package struct CaseDraft: Sendable {
    package var id: String
    package var file: String
    package var operation: Operation
    package var origin: Case.Origin
    package var location: SourceLocation
    package var summary: String?
    package var tags: [String]
    package var appliesTo: CaseDefinition.Audience?
    package var steps: [CaseStep]
    package var outcome: ExpectedOutcome
    package var skip: Exemption?
    package var pending: Exemption?
    package var notApplicable: String?
    package var producers: [Case]
    package var securitySchemes: [SecurityScheme]
    package var atOnce: [Case] = []
    package var inTurn: [Case] = []

    /// The step that a case is about.
    package var last: CaseStep {
        get { steps[steps.count - 1] }
        set { steps[steps.count - 1] = newValue }
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
    package var isEchoed: Bool
    /// The answer that it is a variation of.
    package var intact: CaseStep.Answer?

    package init(
        group: String, entry: String, place: JSONPointer?, verdict: Verdict, reason: String, base: CaseDefinition,
        isEchoed: Bool = false, intact: CaseStep.Answer? = nil
    ) {
        self.group = group
        self.entry = entry
        self.place = place
        self.verdict = verdict
        self.reason = reason
        self.base = base
        self.isEchoed = isEchoed
        self.intact = intact
    }
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
    /// The maximum of additional requests that the retry policy permits, and their timing.
    package var retry: RetryPolicy?
    /// Its contract location.
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
    package var ignores: [String] = []
}
