// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Derives requests that a server must reject: the request of the first successful case, with one violation added.
struct RefusalCases {
    /// The text before the period in the ids of these cases: `refuse` in `login~refuse.missing:query.username`.
    static let group = "refuse"

    private static let mostCombinations = 50

    private(set) var cases: [Case] = []
    /// The invalid requests that Accord can't generate, with the reasons.
    private(set) var omissions: [Omission] = []
    private let operation: Operation
    private let options: RefusalOptions
    private let router: Router
    private var ids: Set<String> = []

    /// Derives the cases of an operation. If the operation has no successful case, derives no case, and adds the reason
    /// to `omissions`. If `options` don't allow the operation's unsafe method, derives only cases with undocumented
    /// methods.
    init(_ operation: Operation, _ documented: DocumentedCases, router: Router, options: RefusalOptions) {
        self.operation = operation
        self.options = options
        self.router = router
        guard let base = documented.success(of: operation)?.readingVersion(documented.contract) else {
            omit(
                Self.group,
                "the operation has no successful case from which to derive invalid requests; add a successful case")
            return
        }
        if operation.onlyRedirects {
            omit(Self.group, "the operation only redirects, so the operation at the other URL judges requests")
            return
        }
        if base.lastRequest == nil { omit(Self.group, Omission.unknownRequest(base, documented.contract)) }
        guard options.allowsUnsafe || HTTPMethod.isSafe(operation.request.method) else {
            omit(Self.group, Omission.needsPermission)
            addMethods(base, documented.contract)
            return
        }
        for change in ParameterRefusals(base).all { add(change, to: base) }
        addCombinations(base)
        let bodies = BodyRefusals(base)
        for change in bodies.all { add(change, to: base) }
        for media in bodies.unbroken {
            omit("\(Self.group).schema:body", "Accord can derive no invalid body for the media type \(media.essence)")
        }
        addDuplicateKey(base)
        addStaleVersion(base, documented.contract)
        addMethods(base, documented.contract)
        addCredentials(base, documented)
        addDeleted(base, documented)
        addOtherUser(base, documented)
    }

    // MARK: Violations

    /// Adds requests with invalid combinations of query parameters that exclude or require each other.
    private mutating func addCombinations(_ base: Case) {
        guard let schema = operation.request.querySchema,
            let together = QueryCombination(operation.request, scope: base.scope())
        else { return }
        for broken in together.broken(from: base.lastDefinition.query).prefix(Self.mostCombinations) {
            var request = base.lastDefinition
            request.query = broken.query
            let refusal = Refusal(
                reason: "the combination of query parameters is invalid: \(broken.reason)",
                location: SourceLocation(schema.source), at: .init(.query), statuses: [])
            let place = "query.\(broken.slug)"
            add(RefusedRequest(entry: "combination", place: place, refusal: refusal, request: request), to: base)
        }
    }

    /// Adds a request for a version that the resource never had (RFC 9110, section 13.1.1). Skips a resource without a
    /// documented ETag: the versions of Box, for example, are numbers in the body.
    private mutating func addStaleVersion(_ base: Case, _ contract: Contract) {
        let hasTag = contract.operations.contains { other in
            other.request.path.shape == operation.request.path.shape
                && other.responses.contains { $0.headers.contains { $0.name.isFieldName("ETag") } }
        }
        guard hasTag, let precondition = operation.precondition,
            precondition.schema.isValid(.string(Operation.staleTag))
        else {
            return
        }
        var request = base.lastDefinition
        request.set(
            NamedValue.made(precondition.name, .string(Operation.staleTag), at: precondition.location), in: .header)
        let refusal = Refusal(
            reason: "“If-Match” names a version that the resource never had", location: precondition.location,
            at: .init(precondition), statuses: [412])
        add(draft(base, RefusedRequest(entry: "stale-version", refusal: refusal, request: request)), isBroken: true)
    }

    /// Adds a request with a duplicate key in its body. If the server accepts the body, the request may change a
    /// resource. Skips PUT, PATCH and DELETE, because these requests run before the documented cases, which may need
    /// the resource.
    private mutating func addDuplicateKey(_ base: Case) {
        guard let body = operation.request.body, !body.isForbidden, !ServerCases.precedeDocumented(operation) else {
            return
        }
        let request = BodyRefusals.withBody(base.lastDefinition, body)
        let refusal = Refusal(
            reason: "the body contains its first key twice", location: body.location, at: .init(.body, ""),
            statuses: [], subject: .duplicateKey)
        let draft = draft(
            base, RefusedRequest(entry: "duplicate-key", place: "body", refusal: refusal, request: request))
        guard let sent = Case(draft).lastRequest, sent.headers.mediaType?.isJSON == true,
            (try? JSONDocument(parsing: sent.body))?.hasDuplicateKeys == true
        else { return }
        add(draft, isBroken: true)
    }

    private mutating func add(_ change: RefusedRequest, to base: Case) {
        var draft = draft(base, change)
        if let parameter = change.malformed {
            draft.last.operation = operation.with(request: operation.request.sendingAsText(parameter))
        }
        let what = String(draft.id.dropFirst("\(operation.id)~".count))
        let candidate = Case(draft)
        let made = candidate.lastRequest
        if change.isLeftOut, made != nil, !breaksContract(candidate) {
            omit(what, "a request without the value is valid")
        } else if change.refusal.contentType != nil, made?.body.isEmpty == true {
            omit(what, "the request has no body, so it can't have a wrong media type")
        } else {
            add(draft, isBroken: change.refusal.contentType != nil)
        }
    }

    /// Adds requests with methods that the path doesn't document, except methods that can delete something.
    private mutating func addMethods(_ base: Case, _ contract: Contract) {
        guard let request = base.lastRequest else { return }
        let allowed = AllowedMethods(base, contract, router)
        for method in ["TRACE", "PATCH"] {
            let path = URLParts(request.url).path
            guard router.route(method: method, path: path).matches.isEmpty else { continue }
            guard options.allowsUnsafe || HTTPMethod.isSafe(method) else {
                omit("\(Self.group).method:\(method)", Omission.needsPermission)
                continue
            }
            // A server may respond with 405 without reading the body, and then read the body as the next request, as
            // Python's http.server does.
            var request = base.lastDefinition
            var described = operation.request
            request.body = nil
            described.body = nil
            described.method = method
            var refusal = Refusal(
                reason: "the method \(method) isn't documented for \(operation.request.path)",
                location: operation.request.location, at: .init(.method, method), statuses: [405, 501])
            refusal.allowed = allowed
            refusal.isTrace = method == "TRACE"
            var draft = draft(base, RefusedRequest(entry: "method", place: method, refusal: refusal, request: request))
            draft.last.operation = operation.with(request: described)
            add(draft, isBroken: true)
        }
    }

    private mutating func addCredentials(_ base: Case, _ documented: DocumentedCases) {
        let requirements = base.requirements(of: base.lastStep)
        guard let first = requirements.first, !first.uses.isEmpty, !requirements.contains(where: \.uses.isEmpty) else {
            return
        }
        let refusals = CredentialRefusals(base, first)
        var statuses = Set(refusals.documentedStatuses(documented.cases(of: operation)))
        // GitHub hides private repositories with 404 (RFC 9110, section 15.5.4). The resource exists, because the request
        // with valid credentials must succeed.
        if let expected = base.last.documented, expected.matching != .documented,
            !operation.request.pathParameters.isEmpty, operation.response(for: 404)?.status == .exact(404)
        {
            statuses.insert(404)
        }
        for change in refusals.all {
            var change = change
            change.refusal.statuses.formUnion(statuses)
            var draft = draft(base, change)
            if change.isWithoutCredentials { draft.last.security = [] }
            for index in draft.securitySchemes.indices
            where draft.securitySchemes[index].name == change.truncatedScheme {
                draft.securitySchemes[index].isTruncated = true
            }
            add(draft, isBroken: true)
        }
    }

    /// Adds a request in which the second user requests a resource that the first user created.
    private mutating func addOtherUser(_ base: Case, _ documented: DocumentedCases) {
        let requirements = base.requirements(of: base.lastStep)
        let contract = documented.contract
        guard let user = contract.secondUser, let first = requirements.first,
            !requirements.contains(where: \.uses.isEmpty),
            let requirement = first.ofSecondUser(in: contract.securitySchemes),
            !operation.request.pathParameters.isEmpty
        else { return }
        let what = "\(Self.group).other-user"
        guard let used = CreatedResource.use(by: base, documented) else {
            return omit(what, "no earlier request creates the resource; in the contract, add a link to the operation")
        }
        guard options.allowsUnsafe || !used.steps.contains(where: \.needsPermission) else {
            return omit(what, "no case in a contract creates the resource; use --allow-unsafe")
        }
        var draft = used
        draft.last.security = [requirement]
        let refusal = Refusal(
            reason: "the resource doesn't belong to the user “\(user)”", location: first.location,
            at: .init(.path), statuses: [403, 404], subject: .otherUser)
        add(CaseDraft(refusing: Case(draft), "other-user", user, refusal), isBroken: true)
    }

    private mutating func omit(_ what: String, _ reason: String) {
        omissions.append(Omission(of: operation, what, reason))
    }

    // MARK: One case

    private func draft(_ base: Case, _ change: RefusedRequest) -> CaseDraft {
        var refusal = change.refusal
        refusal.statuses.formUnion(options.statuses)
        var draft = CaseDraft(refusing: base, change.entry, change.place, refusal)
        draft.last.request = change.request
        return draft
    }

    /// Adds a case, unless its request turns out to be valid. For example, a number that is sent as text may be a valid
    /// string.
    mutating func add(_ refusal: CaseDraft, isBroken: Bool = false) {
        var draft = refusal
        guard isBroken || breaksContract(Case(draft)), ids.insert(draft.id).inserted, let derivation = draft.derivation
        else { return }
        let name = draft.id.dropFirst("\(operation.id)~".count)
        draft.skip =
            operation.derived.first { rule in
                rule.covers(group: Self.group, entry: derivation.variation.entry)
                    || rule.selector.isExactly(String(name))
            }?.skip
        cases.append(Case(draft))
    }

    private func breaksContract(_ refusal: Case) -> Bool {
        refusal.lastRequest.map { Violation.isBroken($0, by: router) } ?? false
    }
}

extension RequestDescription {
    /// Returns a description of the request in which the value of a parameter is plain text, not JSON.
    fileprivate func sendingAsText(_ parameter: Parameter) -> RequestDescription {
        let text = Parameter(
            name: parameter.name, place: parameter.place, location: parameter.location, value: parameter.schema.source,
            schema: parameter.schema, isRequired: parameter.isRequired, mediaType: MediaType(parsing: "text/plain"))
        func replaced(_ parameters: [Parameter]) -> [Parameter] { parameters.map { $0 === parameter ? text : $0 } }
        var description = self
        description.query = replaced(query)
        description.headers = replaced(headers)
        return description
    }
}

extension CaseDraft {
    /// Creates a case whose last request the server must reject. The caller adds the violation to this request.
    init(refusing base: Case, _ entry: String, _ place: String?, _ refusal: Refusal) {
        let id = "\(base.operation.id)~\(RefusalCases.group).\(entry)" + (place.map { ":\($0)" } ?? "")
        self.init(deriving: base.draft, id, .refusal(entry), .mustError, refusal.reason)
        location = refusal.location
        last.answer = .refusal(refusal)
    }
}
