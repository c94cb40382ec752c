// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Creates the derived cases of an operation. They change the request or the response of a documented case, or simulate
/// a fault.
struct DerivedCases {
    let operation: Operation
    let base: Case
    let level: Level
    private let documented: [Case]
    /// The documented case in which the client recovers from a failure. Only derived cases with one request use this
    /// case.
    private let recovery: Case?
    private(set) var cases: [Case] = []
    private var ids: Set<String> = []

    /// Returns `nil` if the operation has no case for clients or documents no successful response.
    init?(_ operation: Operation, _ documented: DocumentedCases, level: Level) {
        let cases = documented.cases(of: operation)
        guard let base = Self.base(of: operation, among: cases) else { return nil }
        self.operation = operation
        self.level = level
        self.base = base
        self.documented = cases
        recovery = base.steps.count == 1 ? base.recovery : nil
        if level > .smoke { addRequests() }
        if level > .smoke { addStatuses() }
        addMutations()
        addFaults()
        if level > .smoke { addStreams() }
        if level > .smoke { addRetries() }
    }

    /// Returns the case from which Accord derives an operation's other cases: the first documented case in which a
    /// client succeeds. If no case succeeds, it is the operation's first case for clients, with the first documented
    /// success as its response.
    private static func base(of operation: Operation, among cases: [Case]) -> Case? {
        // Clients run the case, and its last step calls the operation.
        let candidates = cases.filter { candidate in
            candidate.appliesTo != .server && candidate.skip == nil
                && candidate.steps.last?.operation.id == operation.id
        }
        func isSuccess(_ status: Int?) -> Bool { status.map { (200..<300).contains($0) } ?? false }
        if let first = candidates.first(where: { isSuccess($0.last.documented?.status) }) { return first }
        guard let first = candidates.first,
            let response = operation.responses.first(where: { isSuccess($0.status.code) })
        else { return nil }
        return first.with {
            $0.last.answer = .documented(
                ResponseDefinition(
                    location: response.location,
                    outcome: .answer(status: response.status.code ?? 200, headers: [], body: nil)))
            $0.outcome.result = response.client?.result ?? .returns(nil)
            $0.outcome.notifies = response.client?.notifies
            $0.outcome.location = response.client?.location ?? response.location
        }
    }

    // MARK: The sources

    private mutating func addRequests() {
        for variation in RequestVariations(base).all {
            var draft = derived(variation.kind, at: variation.place, variation.reason)
            draft.last.request = variation.requests[0]
            if variation.mayRefuse {
                draft.outcome.result = .either
                draft.outcome.mayRefuse = true
            }
            draft.inTurn = variation.requests.dropFirst().map { request in
                var other = draft
                other.last.request = request
                return Case(other)
            }
            add(draft)
        }
        addFreshCall()
        addLink()
        addRenewal()
    }

    /// If the contract marks a value as “fresh”, adds a case in which the same client makes the documented call twice.
    private mutating func addFreshCall() {
        guard let fresh = base.freshCall else { return }
        var draft = derived(.fresh, "each call must send a new value, because the contract marks the value as “fresh”")
        draft.last.request = fresh.last.request
        draft.producers.append(base)
        draft.outcome.isAnotherCall = true
        add(draft)
    }

    /// Adds a case whose response links to a different origin. It is based on a documented response with a link to the
    /// server's origin.
    private mutating func addLink() {
        for candidate in [base] + documented where candidate.skip == nil && candidate.appliesTo != .server {
            for step in candidate.steps.indices {
                guard candidate.steps[step].operation.id == operation.id,
                    case .answer(var response)? = try? candidate.reply(step, scope: candidate.scope())
                else { continue }
                // Other cases send no optional header fields, because a client would follow a link to the next page.
                let links = operation.response(for: response.status)?.headers.filter { $0.name.isFieldName("Link") }
                if response.headers.first("Link") == nil, let text = links?.first?.examples.first?.json?.string {
                    response.headers.append(HTTPField("Link", text))
                }
                guard let changed = OtherOriginLink.response(response, from: operation.exampleServer) else { continue }
                var draft = derived(
                    .link, "a link may lead to a different origin, which must not receive the client's credentials")
                draft.steps = Array(candidate.steps[...step])
                draft.last.answer = .prepared(changed)
                draft.producers = candidate.producers
                draft.recovery = nil
                draft.outcome.result = .either
                return add(draft)
            }
        }
    }

    /// If the contract documents how a client renews a token, adds a case with concurrent calls whose token has
    /// expired.
    private mutating func addRenewal() {
        guard let recovery, recovery.skip == nil, recovery.operation.id == operation.id,
            recovery.steps.contains(where: { $0.operation.id != operation.id })
        else { return }
        add(derived(.renewal, "if concurrent calls have an expired token, the client renews the token only once"))
    }

    /// Adds a case for each documented response that no documented case expects. Accord generates the response from
    /// examples or schemas.
    private mutating func addStatuses() {
        for answer in operation.untriedAnswers(documented) {
            let status = answer.response.status
            var draft = derived(.status(status), nil, answer.verdict, "the contract documents the response \(status)")
            draft.last.answer = .documented(answer.definition)
            draft.last.outputs = []
            draft.outcome = answer.outcome(operation, base: base)
            add(draft)
        }
    }

    private mutating func addMutations() {
        guard let answer = DocumentedAnswer(base) else { return }
        for mutation in AnswerMutations(answer, level: level).all {
            var draft = derived(
                .mutation(mutation.entry), mutation.place, mutation.verdict, mutation.reason,
                isEchoed: mutation.changesValue)
            draft.last.answer = .prepared(mutation.response)
            draft.outcome = outcome(
                mutation.verdict, status: mutation.response.status,
                keepsValue: mutation.keepsValue || mutation.changesValue)
            if let outcome = mutation.outcome { draft.outcome = outcome }
            draft.outcome.mayBeIgnored = mutation.changesOneValue
            // The client can ignore one value only if the changed body is still valid JSON.
            if let place = mutation.place, Self.isIgnored(place, by: base.outcome.ignores),
                mutation.response.jsonBody != nil
            {
                draft.outcome.result = .returns(nil)
                draft.outcome.mustBeIgnored = true
            }
            add(draft)
        }
    }

    /// Whether the client ignores the value at a JSON Pointer, or a value that encloses this value.
    private static func isIgnored(_ place: String, by ignored: [String]) -> Bool {
        guard let tokens = try? JSONPointer(parsing: String(place.prefix { $0 != ":" })).tokens else { return false }
        return ignored.contains { pattern in
            guard let ignoredTokens = try? JSONPointer(parsing: pattern).tokens, ignoredTokens.count <= tokens.count
            else { return false }
            return zip(ignoredTokens, tokens).allSatisfy { $0 == "*" || $0.isExactly($1) }
        }
    }

    private mutating func addFaults() {
        for fault in Fault.allCases where includes(fault) {
            if case .together = fault.stub {
                addCallsAtOnce(fault)
                continue
            }
            var draft = derived(.fault(fault), nil, fault.verdict, fault.clientMust)
            draft.last.answer = .fault(fault, base.last.documented)
            draft.outcome = outcome(fault.verdict, status: fault.status, keepsValue: true)
            if case .cancelled = fault.stub { draft.outcome.isCancelled = true }
            // Without a documented value, the elements must equal those of the intact stream.
            if fault == .utf8Split, operation.hasStream, case .returns(nil) = draft.outcome.result {
                draft.outcome.mustEqualIntact = true
            }
            // A client may refuse to follow a redirect to a different origin, so any outcome passes. Only the sent
            // requests are judged.
            if fault == .redirectCrossOrigin { draft.outcome.result = .either }
            // A client may reject a response with both `Transfer-Encoding` and `Content-Length` (RFC 9112, section
            // 6.3).
            if fault == .teAndCL { draft.outcome.result = .either }
            // A client may stop reading at the end marker of the stream. Such a client can't notice a wrong length.
            if fault == .longBody || fault == .chunkUnterminated, operation.hasStream { draft.outcome.result = .either }
            if case .impossible(let reason) = fault.stub { draft.notApplicable = reason }
            if fault == .staleKeepalive, !HTTPMethod.isIdempotent(operation.request.method) {
                draft.notApplicable = "a client must not repeat a request whose method isn't idempotent"
            }
            add(draft)
        }
    }

    /// Whether to simulate a fault. This depends on the test level.
    private func includes(_ fault: Fault) -> Bool {
        switch level {
        case .smoke: if !Self.smokeFaults.contains(fault) { return false }
        // A client on a socket often assumes that an event arrives in one piece.
        case .standard: if case .impossible = fault.stub { return fault == .utf8Split && operation.hasStream }
        case .full: break
        }
        // Responses to HEAD, and 204 and 304, have no body (RFC 9110, section 6.4.1). Clients then ignore its length.
        let isBodiless = operation.request.method == "HEAD" || [204, 304].contains(base.last.documented?.status)
        if isBodiless, Self.needsBody(fault) { return false }
        // The fault `bodyOn204` applies only if the contract documents 204. A fault with a different 2xx or 3xx status
        // code applies only if the contract doesn't document this status code.
        if fault == .bodyOn204 { return isDocumented(204) }
        guard let status = fault.status, (200..<400).contains(status) else { return true }
        return !isDocumented(status)
    }

    private static let smokeFaults: Set<Fault> = [.offline, .connectTimeout, .resetMidBody, .cancelBeforeResponse]

    /// Whether the fault changes only the body or its length.
    private static func needsBody(_ fault: Fault) -> Bool {
        if fault == .bodyOn204 { return false }
        let others: Set<Fault> = [.contentLengthConflict, .contentLengthInvalid, .teAndCL, .cancelMidBody]
        return [.framing, .coding].contains(fault.layer) || others.contains(fault)
    }

    private func isDocumented(_ status: Int) -> Bool {
        operation.responses.contains { $0.status == .exact(status) || $0.status == .range(status / 100) }
    }

    /// Adds variations of a response that is a stream of events or lines.
    private mutating func addStreams() {
        guard let answer = DocumentedAnswer(base) else { return }
        for variation in StreamVariations(answer, documented).all {
            let kind = variation.kind
            if kind == .oneByOne, level < .full { continue }
            var draft = derived(.stream(kind), nil, kind.verdict, kind.rule)
            if let response = variation.response { draft.last.answer = .prepared(response) }
            draft.outcome = outcome(kind.verdict, keepsValue: variation.keepsValue)
            if let value = variation.value { draft.outcome.result = .returns(value) }
            draft.outcome.mustEqualIntact = variation.keepsValue
            // The contract documents the value that the call returns.
            if case .returns(_?) = draft.outcome.result { draft.outcome.mustEqualIntact = false }
            switch kind {
            case .oneByOne:
                draft.delivery = kind
                draft.notApplicable =
                    "a stub in the test process sends each body in one piece; run the client against stub.baseURL"
            case .slowReader: draft.delivery = kind
            case .reconnection:
                draft.delivery = kind
                if let documented = base.last.documented { draft.last.answer = .fault(.resetMidBody, documented) }
                draft.outcome.retry = RetryPolicy(
                    on: [Fault.resetMidBody.layer.rawValue], retryLimit: 1, location: base.location)
            default: break
            }
            add(draft)
        }
    }

    private mutating func addCallsAtOnce(_ fault: Fault) {
        var draft = derived(.fault(fault), nil, fault.verdict, fault.clientMust)
        draft.outcome = outcome(fault.verdict, keepsValue: true)
        draft.atOnce = CallsAtOnce.members(of: base, among: documented)
        if draft.atOnce.isEmpty {
            guard level == .full else { return }
            draft.notApplicable =
                "one call of the operation sends several requests, which Accord can't interleave with other calls"
        }
        add(draft)
    }

    private mutating func addRetries() {
        let fault = Fault.flakyThenOk
        for (trigger, steps) in base.retries {
            var draft = derived(.fault(fault), trigger, .mustTolerate, "the contract documents a retry")
            draft.steps = steps
            draft.outcome.notifies = base.outcome.notifies
            add(draft)
        }
    }

    // MARK: One case

    private func outcome(_ verdict: Verdict, status: Int? = nil, keepsValue: Bool) -> ExpectedOutcome {
        operation.outcome(verdict, base: base.outcome, status: status, keepsValue: keepsValue)
    }

    /// Returns a case with a different request, whose call may return any value.
    private func derived(_ kind: RequestVariations.Kind, at place: String? = nil, _ reason: String) -> CaseDraft {
        var draft = derived(.request(kind), place, .mustTolerate, reason)
        draft.outcome = outcome(.mustTolerate, keepsValue: false)
        return draft
    }

    private func derived(
        _ variation: Variation, _ place: String?, _ verdict: Verdict, _ reason: String, isEchoed: Bool = false
    ) -> CaseDraft {
        var draft = base.draft
        draft.id = "\(operation.id)~\(variation.id)" + (place.map { ":\($0)" } ?? "")
        let pointer = place.flatMap { try? JSONPointer(parsing: String($0.prefix { $0 != ":" })) }
        draft.origin = .derived(
            Derivation(
                variation: variation, place: pointer, verdict: verdict, reason: reason, base: base.definition,
                isEchoed: isEchoed, intact: base.steps.last?.answer))
        draft.summary = nil
        draft.skip = nil
        draft.recovery = recovery
        draft.appliesTo = .client
        draft.notApplicable = nil
        return draft
    }

    /// Adds a case after applying the rules under “derived” in the contract, which may change or skip the case.
    private mutating func add(_ derived: CaseDraft) {
        var draft = derived
        guard let derivation = draft.derivation else { return }
        let name = String(draft.id.dropFirst("\(operation.id)~".count))
        for rule in operation.rules(forCase: name, of: derivation.variation.group) {
            if let skip = rule.skip { draft.skip = skip }
            guard let client = rule.client else { continue }
            let isGroup = rule.selector == derivation.variation.group
            let mustFail = derivation.verdict == .mustError || derivation.verdict == .shouldError
            if isGroup && !mustFail { continue }
            draft.skip = rule.skip
            if client.returns != nil || client.throwing != nil {
                draft.outcome.result = client.result
                draft.outcome.isRequired = true
                if !isGroup { draft.outcome.mayBeIgnored = false }
            }
            draft.outcome.notifies = client.notifies ?? draft.outcome.notifies
            draft.outcome.location = rule.location
        }
        if ids.insert(draft.id).inserted { cases.append(Case(draft)) }
    }
}

/// Replaces the server's origin by a different origin in the links of a response.
package enum OtherOriginLink {
    /// The host in the replaced links.
    package static let host = "other-origin.example"

    /// Returns the response with a different origin in its links. Links are `Link` header fields, and URLs of the
    /// server in the body.
    ///
    /// - Returns: `nil` if the response contains no link to the server.
    static func response(_ response: HTTPResponse, from server: String) -> HTTPResponse? {
        let parts = URLParts(server)
        guard let scheme = parts.scheme, parts.host != nil else { return nil }
        let origin = "\(scheme)://\(parts.authority)"
        var changed = response
        for index in changed.headers.indices where changed.headers[index].name.isFieldName("Link") {
            let value = changed.headers[index].value
            changed.headers[index].value = value.replacing("<\(origin)", with: "<https://\(host)")
                .replacing("</", with: "<https://\(host)/")
        }
        if let body = response.jsonBody {
            let other = body.mapScalars { scalar in
                guard let text = scalar.string, text.hasPrefix("\(origin)/") else { return scalar }
                return .string("https://\(host)\(text.dropFirst(origin.count))")
            }
            if other != body { changed.body = JSONWriter.compactBytes(other) }
        }
        return changed == response ? nil : changed
    }
}

extension Operation {
    /// Whether a response is a stream of events or lines.
    fileprivate var hasStream: Bool {
        responses.contains { $0.body?.content.contains { $0.mediaType.isStream } ?? false }
    }
}
