// SPDX-License-Identifier: Apache-2.0
// A file that imports AccordCore also sees the stages of the pipeline before it.
@_exported import AccordContract

/// A test case that a contract documents or that Accord derives from a documented case. `CasePlan` creates the cases.
///
/// `Case` is a class because many other cases refer to the same case: later cases, concurrent calls and derived cases.
/// Dynamic member lookup forwards to the properties of ``CaseDraft``.
@dynamicMemberLookup package final class Case: Sendable {
    package indirect enum Origin: Sendable {
        /// A documented case. The value is its index in the operation's cases.
        case documented(Int)
        /// A case that Accord generated from the schemas of an operation without cases.
        case made(CaseDefinition)
        case derived(Derivation)
    }

    package let draft: CaseDraft

    package init(_ draft: CaseDraft) { self.draft = draft }

    package subscript<Value>(dynamicMember member: KeyPath<CaseDraft, Value>) -> Value { draft[keyPath: member] }

    /// Returns a copy of the case with changed properties.
    package func with(_ change: (inout CaseDraft) -> Void) -> Case {
        var changed = draft
        change(&changed)
        return Case(changed)
    }
}

extension Case {
    /// Whether Accord derived the case by changing the request of a documented case.
    package var variesRequest: Bool { if case .request? = self.derivation?.variation { true } else { false } }
}

/// The properties of a case. `CasePlan` can change the properties while it creates the case.
package struct CaseDraft: Sendable {
    /// The id, which is unique in the contract's file: `login/creates a token`, `login~syntax.truncated-json`.
    package var id: String
    /// The path of the contract as users write it: `Specs/todos.json`.
    package var file: String
    package var operation: Operation
    package var origin: Case.Origin
    /// The contract location that defines the case.
    package var location: SourceLocation
    package var summary: String?
    package var tags: [String]
    /// The side that the case tests: clients or servers. It is `nil` if the case tests both.
    package var appliesTo: CaseDefinition.Audience?
    /// The requests of one call, in order. A case has at least one step.
    package var steps: [CaseStep]
    /// What the call must do: return a value, throw an error, or either.
    package var outcome: ExpectedOutcome
    package var skip: Exemption?
    package var pending: Exemption?
    /// The reason why a stub in the test process can't run the case, or `nil` if the stub can run the case.
    package var notApplicable: String?
    /// The documented cases that must run before this case, in this order.
    package var producers: [Case]
    /// The security schemes of the contract.
    package var securitySchemes: [SecurityScheme]
    /// The documented cases whose calls run concurrently. The array is empty if the case is a single call.
    package var atOnce: [Case] = []
    /// The documented case in which the client recovers from a failure, such as by renewing a token after a 401. It is
    /// `nil` if neither the operation nor an operation with the same security scheme documents a recovery.
    package var recovery: Case?
    /// Further cases that run after this case under the same id, each with a new client. The id passes if all of the
    /// cases pass.
    package var inTurn: [Case] = []
    /// The variation that determines how the stub sends a stream, or how the test reads the stream. It is `nil` for a
    /// response that isn't a stream.
    package var delivery: StreamVariation?

    /// The last step, which the case tests.
    package var last: CaseStep {
        get { steps[steps.count - 1] }
        set { steps[steps.count - 1] = newValue }
    }

    /// The documented case: this case, or the case from which Accord derived this case.
    package var definition: CaseDefinition {
        switch origin {
        case .documented(let position): operation.cases[position]
        case .made(let definition): definition
        case .derived(let derivation): derivation.base
        }
    }

    /// The source of the case's values: a contract, an example, a link, or the schemas.
    package var basis: CaseOrigin { definition.origin }

    /// The ids of the cases that must run before this case, in this order.
    package var after: [String] { producers.map(\.id) }

    package var derivation: Derivation? { if case .derived(let derivation) = origin { derivation } else { nil } }

    package var isDerived: Bool { derivation != nil }

    /// The id, prefixed with the file's name: `todos.json:login/creates a token`.
    package var qualifiedID: String { "\(FilePath.name(of: file)):\(id)" }
}

/// A request of a case, with the response that the server or the stub sends.
package struct CaseStep: Sendable {
    package var operation: Operation
    package var location: SourceLocation
    package var request: RequestDefinition?
    package var repeatsPrevious: Bool
    package var answer: Answer
    package var outputs: [Output]
    /// The security requirements of the step. If it is `nil`, the requirements of the case apply. If the case has no
    /// requirements, the requirements of the operation apply.
    package var security: [SecurityRequirement]?
    /// Whether a case in a contract contains the request. An example in an OpenAPI document isn't such a case.
    package var isWritten = false

    package enum Answer: Sendable {
        case documented(ResponseDefinition)
        /// A response that Accord generated by changing a documented response.
        indirect case prepared(HTTPResponse)
        /// A fault, such as a lost connection. The second value is the documented response that the fault damages, or
        /// `nil` if the fault damages no response.
        indirect case fault(Fault, ResponseDefinition?)
        /// For servers: the request violates the contract, so the server must refuse the request.
        indirect case refusal(Refusal)
        /// For servers: a generated request, for which the contract documents the responses.
        indirect case generated(GeneratedRequest)
        /// For servers: a rule of HTTP that the response must follow.
        indirect case convention(HTTPConvention)
        /// For servers: a request of a generated sequence. It reads, changes or deletes a resource that an earlier step
        /// created.
        indirect case resource(ResourceUse)
    }

    /// The documented response to the request. It is `nil` if the step has or expects a different response.
    package var documented: ResponseDefinition? { if case .documented(let response) = answer { response } else { nil } }
    /// The resource, created by an earlier step, that the step reads, changes or deletes. It is `nil` for other steps.
    package var resourceUse: ResourceUse? { if case .resource(let use) = answer { use } else { nil } }

    /// The unsafe method (RFC 9110 section 9.2.1) of the request, or `nil` for a safe method.
    package var unsafeMethod: String? { HTTPMethod.isSafe(operation.request.method) ? nil : operation.request.method }

    /// Whether the request may be sent only with the user's permission: its method is unsafe, and no case in a contract
    /// contains it. A change to a written request, such as an invalid value, also requires the permission.
    package var needsPermission: Bool { unsafeMethod != nil && !(isWritten && isPreparation) }

    /// Whether the step only prepares later steps, and doesn't test the server itself.
    package var isPreparation: Bool {
        switch answer {
        case .documented, .prepared, .fault: true
        case .refusal, .generated, .convention, .resource: false
        }
    }
}

/// The change that a derived case makes to a documented case. The id of the derived case consists of the operation's
/// id, a tilde and the id of the change: `login~syntax.truncated-json`.
package enum Variation: Sendable, Hashable {
    case request(RequestVariations.Kind)
    /// A documented response for which the contract has no case, such as a 404.
    case status(StatusPattern)
    case mutation(Mutation)
    case fault(Fault)
    case stream(StreamVariation)
    /// A request that a server must refuse. The value is the text after the period in the id: `media-type` for
    /// `refuse.media-type`.
    case refusal(String)
    /// A rule of HTTP that a response must follow. The value is the text after the period in the id: `head` for
    /// `http.head`.
    case convention(String)
    case fuzz(FuzzID)

    /// The text before the period in the id: `syntax` for `syntax.truncated-json`.
    package var group: String {
        switch self {
        case .request: "request"
        case .status: "status"
        case .mutation(let mutation): mutation.group.rawValue
        case .fault(let fault): fault.layer.rawValue
        case .stream: "stream"
        case .refusal: "refuse"
        case .convention: "http"
        case .fuzz: FuzzID.group
        }
    }

    /// The text after the period in the id: `truncated-json` for `syntax.truncated-json`.
    package var entry: String {
        switch self {
        case .request(let kind): kind.rawValue
        case .status(let status): status.description
        case .mutation(let mutation): mutation.id
        case .fault(let fault): fault.id
        case .stream(let variation): variation.rawValue
        case .refusal(let entry), .convention(let entry): entry
        case .fuzz(let id): id.entry
        }
    }

    package var id: String { "\(group).\(entry)" }
}

/// Describes how Accord derived a case: the documented case, and the change to its request or response.
package struct Derivation: Sendable {
    package var variation: Variation
    /// The JSON Pointer of the changed value in the body. It is `nil` if the variation doesn't change one value of the
    /// body.
    package var place: JSONPointer?
    package var verdict: Verdict
    /// A sentence for reports: why the client or the server must react to the change in the expected way.
    package var reason: String
    /// The documented case from which this case is derived.
    package var base: CaseDefinition
    /// Whether the client must return the changed values. If so, `${response.body}` refers to the changed response.
    package var isEchoed = false
    /// The documented response, which the derived case changed.
    package var intact: CaseStep.Answer?
}

extension Derivation {
    /// Creates the derivation of a case for servers.
    package init(_ variation: Variation, verdict: Verdict, reason: String, base: CaseDefinition) {
        self.init(variation: variation, verdict: verdict, reason: reason, base: base)
    }
}

/// What a client's call must do: whether it returns or throws, and the arguments and retries of the call.
package struct ExpectedOutcome: Sendable {
    package enum Result: Sendable {
        /// The call returns. If the contract states a value, the call returns that value.
        case returns(JSONValue?)
        case throwing(ThrowExpectation)
        /// The call may return or throw. It must end exactly once, before the deadline, and without a crash.
        case either

        /// The documented value, or `nil` if the contract states none.
        var value: JSONValue? { if case .returns(let value) = self { value } else { nil } }
    }

    package var result: Result
    /// Whether an unexpected outcome is an error. For the verdicts `shouldError` and `shouldTolerate`, an unexpected
    /// outcome is only a warning.
    package var isRequired: Bool
    package var notifies: [String]?
    package var arguments: [NamedValue]
    /// The number and the timing of the retries that the contract permits.
    package var retry: RetryPolicy?
    package var location: SourceLocation
    /// Whether the test cancels the task of the call once the request is running.
    package var isCancelled: Bool
    /// Whether the case also passes if the call has the same outcome as with the documented response. The client then
    /// probably doesn't read the changed value.
    package var mayBeIgnored = false
    /// Whether the call must have the same outcome as with the documented response, because the contract lists the
    /// changed value under “ignores”.
    package var mustBeIgnored = false
    /// Whether the changed stream has the same events as the documented stream. A call that returns a value must then
    /// return the same value for both streams.
    package var mustEqualIntact = false
    /// Whether the same client has already made the same call. Values that the contract marks as “fresh” must differ
    /// between the two calls.
    package var isAnotherCall = false
    /// Whether the client may reject the call without sending a request.
    package var mayRefuse = false
    /// The JSON Pointers of the values in the response that the client never reads, according to “ignores” in the
    /// contract.
    package var ignores: [String] = []
}

extension Case {
    /// Returns the values of `${…}` in client tests and in the mock: documented outputs, and the parameters of `given`
    /// in the contract.
    ///
    /// If Accord can't generate a value, the value is absent. A `${…}` that refers to an absent value is an error.
    ///
    /// - Parameter outputs: Known values of outputs. They take precedence over the documented values.
    package func scope(
        outputs: [String: JSON] = [:], environment: @escaping Scope.Environment = { _ in nil }
    ) -> Scope {
        var known: [String: JSON] = [:]
        for producer in self.producers { producer.addOutputs(to: &known, environment) }
        addOutputs(to: &known, environment)
        known.merge(outputs) { _, live in live }
        var scope = ownScope(known, environment)
        // `${response.body}` must refer to the response that the client receives, which contains changed values.
        if self.derivation?.isEchoed == true, case .prepared(let answer)? = self.steps.last?.answer {
            scope.response = answer
        } else if namesResponse, let last = self.definition.steps.last,
            let response = try? Self.answer(last.response, of: self.steps.last?.operation ?? self.operation, scope)
        {
            scope.response = response
        }
        return scope
    }

    /// Whether the value that the call must return contains `${response.body}`.
    private var namesResponse: Bool {
        var stated = self.outcome.arguments.map(\.value)
        switch self.outcome.result {
        case .returns(let value): stated += value.map { [$0] } ?? []
        case .throwing(.values(_, let value)): stated.append(value)
        case .throwing, .either: break
        }
        return stated.contains { $0.text.contains("${response.") }
    }

    /// Returns the values for the placeholders `${row.…}`, `${outputs.…}` and `${given.…}` of the case.
    package func ownScope(_ outputs: [String: JSON], _ environment: @escaping Scope.Environment) -> Scope {
        var bare = Scope(environment: environment)
        bare.row = self.definition.row.map { JSON($0) }
        bare.outputs = outputs
        var scope = bare
        for member in self.definition.given.flatMap({ $0.params?.members.map { $0 } ?? [] }) {
            scope.given[member.key] = (try? bare.substitute(member.value)) ?? JSON(member.value)
        }
        return scope
    }

    private func addOutputs(to known: inout [String: JSON], _ environment: @escaping Scope.Environment) {
        for (index, step) in self.steps.enumerated() where !step.outputs.isEmpty {
            let scope = ownScope(known, environment)
            guard case .answer(let response)? = try? reply(index, scope: scope) else { continue }
            let request = (try? expectedRequest(index, scope: scope).example) ?? HTTPRequest(method: "", url: "")
            let values = OutputReader.outputs(of: step, request: request, response: response).values
            known.merge(values) { first, _ in first }
        }
    }
}
