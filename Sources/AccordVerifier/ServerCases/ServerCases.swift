// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension CasePlan {
    /// - Parameter refusals: The options for invalid requests and for the cases about HTTP's conventions, or `nil` to
    ///   leave out both.
    package init(
        _ contract: Contract, level: Level = .standard, operations: Set<String>? = nil, refusals: RefusalOptions?
    ) {
        let router = Router([contract])
        self.init(contract, level: level, operations: operations) { operation, documented in
            refusals.map { ServerCases(operation, documented, router: router, refusals: $0).cases } ?? []
        }
    }
}

/// The derived cases for servers: invalid requests, and cases about HTTP's conventions.
struct ServerCases {
    private(set) var cases: [Case] = []
    /// The cases that Accord can't derive, with the reasons.
    private(set) var omissions: [Omission] = []
    let operation: Operation
    let documented: DocumentedCases
    let router: Router
    let options: RefusalOptions
    private var ids: Set<String> = []

    init(_ operation: Operation, _ documented: DocumentedCases, router: Router, refusals: RefusalOptions) {
        self.operation = operation
        self.documented = documented
        self.router = router
        options = refusals
        addRefusals()
        addConventions()
    }

    var contract: Contract { documented.contract }

    mutating func omit(_ what: String, _ reason: String) {
        omissions.append(Omission(of: operation, what, reason))
    }

    /// Adds a case, unless a case has the same id. A rule under “derived” in the contract may skip the case.
    mutating func add(_ derived: CaseDraft) {
        guard let variation = derived.derivation?.variation, ids.insert(derived.id).inserted else { return }
        var draft = derived
        draft.skip = operation.rules(forCase: name(of: derived), of: variation.group).compactMap(\.skip).last
        cases.append(Case(draft))
    }

    /// Returns the id of a case without the id of its operation, such as `refuse.missing:query.username`.
    func name(of draft: CaseDraft) -> String { String(draft.id.dropFirst("\(operation.id)~".count)) }
}

extension Case {
    /// Returns a copy whose request has the current ETag in its required `If-Match`: a GET before the request reads the
    /// ETag. Returns the same case if no GET documents an ETag, if the contract states the request, or if its path is
    /// generated.
    func readingVersion(_ contract: Contract) -> Case {
        let operation = self.operation
        guard let precondition = operation.precondition, precondition.isRequired, self.basis != .written,
            !self.definition.hasGeneratedRequest || !self.producers.isEmpty
        else { return self }
        for reading in contract.operations
        where reading.request.method == "GET" && reading.request.path == operation.request.path {
            let response = reading.responses.first { $0.headers.contains { $0.name.isFieldName("ETag") } }
            guard let response else { continue }
            let tag = NamedValue.made("ETag", .string(Operation.staleTag), at: response.location)
            let version = Output(name: "version", location: response.location, source: .responseHeader("ETag"))
            return with { draft in
                var step = draft.last
                step.operation = reading
                step.request = RequestDefinition(location: response.location)
                step.request?.pathParameters = draft.last.request?.pathParameters ?? []
                step.answer = .documented(
                    ResponseDefinition(
                        location: response.location,
                        outcome: .answer(status: response.status.sample(in: reading), headers: [tag], body: nil),
                        matching: .documented))
                step.outputs = [version]
                draft.steps.insert(step, at: draft.steps.count - 1)
                draft.last.request?.set(NamedValue(version, precondition.name), in: .header)
            }
        }
        return self
    }
}

extension CaseDraft {
    /// Creates a case for servers that Accord derives from a documented case, and that has the same requests.
    init(deriving base: CaseDraft, _ id: String, _ variation: Variation, _ verdict: Verdict, _ reason: String) {
        self = base
        var definition = base.definition
        definition.poll = nil
        self.id = id
        origin = .derived(Derivation(variation, verdict: verdict, reason: reason, base: definition))
        summary = reason
        appliesTo = .server
        last.outputs = []
    }
}

extension Omission {
    /// Returns the parts of a contract that Accord can't test, with the reasons: operations without a case, and invalid
    /// requests that Accord can't generate.
    package static func all(in contract: Contract, refusals: RefusalOptions?) -> [Omission] {
        let documented = DocumentedCases(contract)
        let router = Router([contract])
        return contract.operations.flatMap { operation -> [Omission] in
            of(operation, documented)
                + (refusals.map { ServerCases(operation, documented, router: router, refusals: $0).omissions } ?? [])
        }
    }

    /// Returns the parts of an operation that Accord can't test, with the reasons. Ignores invalid requests.
    static func of(_ operation: Operation, _ documented: DocumentedCases) -> [Omission] {
        let isAsked = documented.cases(of: operation).contains { $0.appliesTo != .client }
        let cases =
            isAsked || documented.success(of: operation) != nil
            ? [] : [Omission(of: operation, "cases", "the operation has no case that applies to servers")]
        return cases + operation.responses.flatMap { unjudged($0.body?.content, "\($0.status)", of: operation) }
    }
}
