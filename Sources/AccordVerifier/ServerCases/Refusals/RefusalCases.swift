// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Derives requests that a server must reject: the request of the first successful case, with one violation added.
extension ServerCases {
    /// The text before the period in the ids of these cases: `refuse` in `login~refuse.missing:query.username`.
    static let refusals = "refuse"

    private static let mostCombinations = 50

    /// Adds the invalid requests of the operation. If the operation has no successful case, adds the reason to
    /// `omissions`. If `options` don't allow the operation's unsafe method, adds only cases with undocumented methods.
    mutating func addRefusals() {
        guard let base = documented.success(of: operation)?.readingVersion(contract) else {
            return omit(
                Self.refusals,
                "the operation has no successful case from which to derive invalid requests; add a successful case")
        }
        if operation.onlyRedirects {
            return omit(
                Self.refusals, "the operation only redirects, so the operation at the other URL judges requests")
        }
        if base.lastRequest == nil { omit(Self.refusals, Omission.unknownRequest(base, contract)) }
        guard options.allowsUnsafe || HTTPMethod.isSafe(operation.request.method) else {
            omit(Self.refusals, Omission.needsPermission)
            addMethods(base)
            return
        }
        addParameters(base)
        addCombinations(base)
        addBodies(base)
        addDuplicateKey(base)
        addStaleVersion(base)
        addMethods(base)
        addCredentials(base)
        addDeleted(base)
        addOtherUser(base)
    }

    // MARK: Violations

    /// Adds requests with invalid combinations of query parameters that exclude or require each other.
    private mutating func addCombinations(_ base: Case) {
        guard let schema = operation.request.querySchema,
            let together = QueryCombination(operation.request, scope: base.scope())
        else { return }
        for broken in together.broken(from: base.lastDefinition.query).prefix(Self.mostCombinations) {
            let refusal = Refusal(
                reason: "the combination of query parameters is invalid: \(broken.reason)",
                location: SourceLocation(schema.source), at: .init(.query))
            var draft = draft(base, "combination", "query.\(broken.slug)", refusal)
            draft.last.request?.query = broken.query
            addIfInvalid(draft)
        }
    }

    /// Adds a request for a version that the resource never had (RFC 9110, section 13.1.1). Skips a resource without a
    /// documented ETag: the versions of Box, for example, are numbers in the body.
    private mutating func addStaleVersion(_ base: Case) {
        let hasTag = contract.operations.contains { other in
            other.request.path.shape == operation.request.path.shape
                && other.responses.contains { $0.headers.contains { $0.name.isFieldName("ETag") } }
        }
        guard hasTag, let precondition = operation.precondition,
            precondition.schema.isValid(.string(Operation.staleTag))
        else { return }
        let refusal = Refusal(
            reason: "“If-Match” names a version that the resource never had", location: precondition.location,
            at: .init(of: precondition.place, precondition.name), statuses: [412])
        var draft = draft(base, "stale-version", nil, refusal)
        draft.last.request?.set(
            NamedValue.made(precondition.name, .string(Operation.staleTag), at: precondition.location), in: .header)
        add(draft)
    }

    /// Adds a request with a duplicate key in its body. If the server accepts the body, the request may change a
    /// resource. Skips PUT, PATCH and DELETE, because these requests run before the documented cases, which may need
    /// the resource.
    private mutating func addDuplicateKey(_ base: Case) {
        guard let body = operation.request.body, !body.isForbidden, !operation.testsInvalidRequestsFirst else {
            return
        }
        let refusal = Refusal(
            reason: "the body contains its first key twice", location: body.location, at: .init(.body, ""),
            subject: .duplicateKey)
        var draft = draft(base, "duplicate-key", "body", refusal)
        draft.last.request = BodyRefusals.withBody(base.lastDefinition, body)
        guard let sent = Case(draft).lastRequest, sent.headers.mediaType?.isJSON == true,
            (try? JSONDocument(parsing: sent.body))?.hasDuplicateKeys == true
        else { return }
        add(draft)
    }

    private mutating func addBodies(_ base: Case) {
        let bodies = BodyRefusals(base)
        for change in bodies.all {
            var draft = draft(base, change.entry, change.place, change.refusal)
            draft.last.request = change.request
            if change.refusal.contentType == nil {
                addIfInvalid(draft, isLeftOut: change.isLeftOut)
            } else if Case(draft).lastRequest?.body.isEmpty == true {
                omit(name(of: draft), "the request has no body, so it can't have a wrong media type")
            } else {
                add(draft)
            }
        }
        for media in bodies.unbroken {
            omit(
                "\(Self.refusals).schema:body", "Accord can derive no invalid body for the media type \(media.essence)")
        }
    }

    /// Adds requests with methods that the path doesn't document, except methods that can delete something.
    private mutating func addMethods(_ base: Case) {
        guard let request = base.lastRequest else { return }
        let allowed = AllowedMethods(base, contract, router)
        for method in ["TRACE", "PATCH"] {
            let path = URLParts(request.url).path
            guard router.route(method: method, path: path).matches.isEmpty else { continue }
            guard options.allowsUnsafe || HTTPMethod.isSafe(method) else {
                omit("\(Self.refusals).method:\(method)", Omission.needsPermission)
                continue
            }
            // A server may respond with 405 without reading the body, and then read the body as the next request, as
            // Python's http.server does.
            var described = operation.request
            described.body = nil
            described.method = method
            var refusal = Refusal(
                reason: "the method \(method) isn't documented for \(operation.request.path)",
                location: operation.request.location, at: .init(.method, method), statuses: [405, 501])
            refusal.allowed = allowed
            refusal.isTrace = method == "TRACE"
            var draft = draft(base, "method", method, refusal)
            draft.last.request?.body = nil
            draft.last.operation = operation.with(request: described)
            add(draft)
        }
    }

    /// Adds a request in which the second user requests a resource that the first user created.
    private mutating func addOtherUser(_ base: Case) {
        guard let user = contract.secondUser, let first = base.requirements(of: base.lastStep).mandatory,
            let requirement = first.ofSecondUser(in: contract.securitySchemes),
            !operation.request.pathParameters.isEmpty
        else { return }
        let what = "\(Self.refusals).other-user"
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
        add(CaseDraft(refusing: Case(draft), "other-user", user, refusal))
    }

    // MARK: One case

    /// Returns a case whose last request the server must reject. The caller adds the violation to this request.
    ///
    /// - Parameters:
    ///   - entry: The kind of violation in case ids, such as `missing`.
    ///   - place: The text in the case id that names the invalid part of the request, such as `query.username`.
    func draft(_ base: Case, _ entry: String, _ place: String?, _ refusal: Refusal) -> CaseDraft {
        var draft = CaseDraft(refusing: base, entry, place, refusal.accepting(options.statuses))
        draft.last.request = base.lastDefinition
        return draft
    }

    /// Adds a case, unless its request turns out to be valid. For example, a number that is sent as text may be a valid
    /// string.
    ///
    /// - Parameter isLeftOut: Whether the request lacks a required value. If an empty value is valid, such as an empty
    ///   list, the request without the value is valid, too. The case is then an omission.
    mutating func addIfInvalid(_ draft: CaseDraft, isLeftOut: Bool = false) {
        let request = Case(draft).lastRequest
        if request.map({ Violation.isBroken($0, by: router) }) ?? false {
            add(draft)
        } else if isLeftOut, request != nil {
            omit(name(of: draft), "a request without the value is valid")
        }
    }
}

extension CaseDraft {
    /// Creates a case whose last request the server must reject. The caller adds the violation to this request.
    init(refusing base: Case, _ entry: String, _ place: String?, _ refusal: Refusal) {
        let id = "\(base.operation.id)~\(ServerCases.refusals).\(entry)" + (place.map { ":\($0)" } ?? "")
        self.init(deriving: base.draft, id, .refusal(entry), .mustError, refusal.reason)
        location = refusal.location
        last.answer = .refusal(refusal)
    }
}
