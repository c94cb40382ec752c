// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Chooses the response to a request. If the request matches a case, this is the response of the case. Otherwise, it is
/// a successful response of the operation.
///
/// A request that violates the contract receives a documented error response. If the contract documents none, it
/// receives a problem document. A client can choose a different response with `Prefer` (RFC 7240). The responder
/// changes only `state`.
package final class MockResponder: Sendable {
    let served: ServedContracts
    let options: MockOptions
    let state: MockState

    /// - Throws: `SubstitutionError` if a variable such as `${env.NAME}` in a case has no value.
    package init(
        _ contracts: [Contract], _ options: MockOptions = MockOptions(), state: MockState = MockState()
    ) throws(SubstitutionError) {
        served = try ServedContracts(contracts, isStrict: options.isStrict, environment: options.environment)
        self.options = options
        self.state = state
    }

    /// Returns the response to a request. The function uses the target instead of the URL, because contracts don't
    /// contain the mock's address.
    package func answer(to request: HTTPRequest, target: String) -> MockAnswer {
        // RFC 9110 section 9.3.7: `*` refers to the server as a whole, which no contract documents.
        guard target != "*" else { return MockAnswer(HTTPResponse(status: 204)) }
        var request = request.decodedIfPossible
        request.url = ServedOperation.authority + target
        var preferences = next(for: request) ?? Preferences(request.headers)
        preferences.take(from: &request.url) { url in
            let path = URLParts(url).path
            return route(request.method, path.isEmpty ? "/" : path).matches.flatMap(\.operation.request.query)
        }
        var answer = routed(ParsedRequest(request), preferences)
        if !preferences.values.isEmpty { apply(preferences, to: &answer) }
        if options.reportsContradictions { answer.reportContradictions() }
        if options.answersOtherOrigins, let origin = request.headers.first("Origin") {
            answer.response.headers += CrossOrigin.fields(for: origin, answer.response)
        }
        return answer
    }

    /// Returns the preferences that a user has set for the operation's next response, or `nil` if there are none. A
    /// user sets them on the page of the mock.
    private func next(for request: HTTPRequest) -> Preferences? {
        guard !state.next.isEmpty else { return nil }
        let path = URLParts(request.url).path
        let keys = route(request.method, path.isEmpty ? "/" : path).matches.compactMap { served[$0.operation]?.key }
        return state.takeNext(ofOperations: keys).map { Preferences([HTTPField("Prefer", $0)]) }
    }

    // MARK: Routing

    private func routed(_ request: ParsedRequest, _ preferences: Preferences) -> MockAnswer {
        let message = request.message
        if options.answersOtherOrigins, let preflight = preflight(message, request.path) { return preflight }
        switch route(message.method, request.path) {
        case .operations(let matches):
            var request = request
            if message.method == "HEAD", let method = matches.first?.operation.request.method {
                request = request.with(method: method)
            }
            let candidates = Self.ordered(matches, for: message).compactMap { match in
                served[match.operation].map { MockCall(request: request, match: match, served: $0) }
            }
            return undecoded(message, candidates) ?? preferred(candidates, preferences)
                ?? documented(request, candidates, isDynamic: preferences.isDynamic)
        case .methodNotAllowed(let methods): return methodNotAllowed(request, methods)
        case .noSuchPath:
            if let token = TokenReply.answer(to: message, schemes: served.schemes) { return MockAnswer(token) }
            return MockAnswer(notFound(request.path).response)
        }
    }

    /// Returns the route of a request. HEAD is routed to GET (RFC 9110 section 9.3.2), unless the contract documents
    /// HEAD.
    func route(_ method: String, _ path: String) -> Route {
        let route = served.router.route(method: method, path: path)
        if method == "HEAD", route.matches.isEmpty {
            let get = served.router.route(method: "GET", path: path)
            if !get.matches.isEmpty { return get }
        }
        return route
    }

    /// Orders the operations of several contracts that match a request. Operations come first if their server URL has
    /// the same host as the request's `Host`.
    private static func ordered(_ matches: [RouteMatch], for request: HTTPRequest) -> [RouteMatch] {
        guard matches.count > 1, let line = request.headers.first("Host"),
            let host = URLParts("//\(line)").host?.lowercased()
        else { return matches }
        func isHost(_ match: RouteMatch) -> Bool {
            match.operation.servers.contains { URLParts($0.url).host?.lowercased() == host }
        }
        return matches.filter(isHost) + matches.filter { !isHost($0) }
    }

    private func methodNotAllowed(_ request: ParsedRequest, _ documented: [String]) -> MockAnswer {
        var allowed = documented
        if documented.contains("GET"), !documented.contains("HEAD") { allowed.append("HEAD") }
        let allow = HTTPField("Allow", CrossOrigin.list(allowed))
        let method = request.message.method
        if method == "OPTIONS" { return MockAnswer(HTTPResponse(status: 204, headers: [allow])) }
        let methods = documented.joined(separator: ", ")
        let problem = ProblemDocument(
            status: 405, detail: "\(request.path) supports \(methods), not \(method).", fields: [allow])
        let match = documented.lazy.compactMap { self.route($0, request.path).matches.first }.first
        return refusal(problem, by: match.flatMap { served[$0.operation] })
    }

    private func notFound(_ path: String) -> ProblemDocument {
        var detail = "No contract documents an operation at \(path)."
        let documented = served.operations.map(\.operation.request.path.description)
        let shorter = String(path.dropLast())
        if path.hasSuffix("/"), !served.router.methods(at: shorter).isEmpty {
            detail += " Did you mean \(shorter), without the slash at the end?"
        } else if documented.count <= 200, let near = Suggestion.nearest(to: path, in: documented) {
            detail += " Did you mean \(near)?"
        }
        return ProblemDocument(status: 404, detail: detail)
    }

    private func preflight(_ request: HTTPRequest, _ path: String) -> MockAnswer? {
        guard request.method == "OPTIONS", request.headers.first("Origin") != nil,
            request.headers.first("Access-Control-Request-Method") != nil
        else { return nil }
        let allowed = served.router.methods(at: path)
        return allowed.isEmpty ? nil : MockAnswer(CrossOrigin.preflight(request, allowed: allowed))
    }

    // MARK: The response of an operation

    private func documented(_ request: ParsedRequest, _ candidates: [MockCall], isDynamic: Bool) -> MockAnswer {
        let accepted = AcceptedTypes(request.message.headers)
        var unauthorized: MockCall?
        if !isDynamic, let (exchange, call, findings) = matchingCase(candidates, accepted, &unauthorized) {
            var answer: MockAnswer?
            if let (status, mediaType) = call.served.betterType(than: exchange, accepted) {
                answer = generated(call, status: status, mediaType: mediaType)
            }
            if answer == nil {
                answer = self.answer(of: exchange, to: call)
                if let whole = answer, !exchange.statesCondition { answer = revalidated(whole, call) }
            }
            if var answer {
                answer.findings += findings
                return answer
            }
        }
        var broken: (call: MockCall, findings: [Finding])?
        for call in candidates {
            if !call.isAdmitted {
                unauthorized = unauthorized ?? call
                continue
            }
            let judgement = call.served.judge(call.request.message, base: call.match.base)
            if !judgement.failed || options.isLenient {
                var answer = generated(call, accepted, isDynamic: isDynamic)
                if !isDynamic { answer = revalidated(answer, call) }
                answer.findings = judgement.findings + answer.findings
                return answer
            }
            if broken == nil { broken = (call, judgement.findings) }
        }
        if let (call, findings) = broken { return refused(call, findings) }
        if let unauthorized { return self.unauthorized(unauthorized) }
        return MockAnswer(notFound(request.path).response)
    }

    /// Returns the case that a request matches, with the warnings about the request. If several cases match, returns
    /// the first in the order of `MockState.ranked`.
    func matchingCase(
        _ candidates: [MockCall], _ accepted: AcceptedTypes, _ unauthorized: inout MockCall?
    ) -> (DocumentedExchange, MockCall, [Finding])? {
        for call in candidates {
            let operation = call.served
            let numbers = operation.candidates(call.request, call.match)
            guard !numbers.isEmpty else { continue }
            let isAdmitted = call.isAdmitted
            var next: [String: MockState.Progress] = [:]
            for number in numbers where operation.exchanges[number].testCase.steps.count > 1 {
                let id = operation.exchanges[number].key
                next[id] = state.progress(of: id)
            }
            // Whether the client doesn't accept the media type of a matching case. If so, the only suitable error
            // status is 406.
            var isUnacceptable = false
            var best: (exchange: DocumentedExchange, quality: Double, findings: [Finding])?
            for number in state.ranked(numbers, operation, next) {
                let exchange = operation.exchanges[number]
                let status = exchange.answer.status
                let statesSecurity = exchange.testCase.definition.security != nil
                guard isAdmitted || status == 401 || status == 403 || statesSecurity else {
                    unauthorized = unauthorized ?? call
                    continue
                }
                guard !isUnacceptable || status < 400 || status == 406 else { continue }
                let judgement = exchange.judge(
                    call.request.message, base: call.match.base, previous: next[exchange.key]?.previous)
                guard !judgement.failed else { continue }
                let quality = status >= 400 ? 1 : accepted.quality(of: exchange.answer)
                if quality == 0 {
                    isUnacceptable = true
                } else if best.map({ status == $0.exchange.answer.status && quality > $0.quality }) ?? true {
                    best = (exchange, quality, judgement.findings)
                }
                if let best, best.quality == 1 { break }
            }
            if let best { return (best.exchange, call, best.findings) }
        }
        return nil
    }

    /// Returns the documented response of a case, updated with the resources that clients created, changed or deleted.
    private func answer(of exchange: DocumentedExchange, to call: MockCall) -> MockAnswer {
        state.advance(exchange, with: call.request.message)
        state.markAnswered(exchange, call.served)
        var draft = ResponseDraft(response: exchange.answer, exchange: exchange, caseID: exchange.caseID)
        // A generated request has nothing to do with the example in the response, such as a different identifier.
        let isOpen = exchange.leavesBodyOpen || exchange.testCase.definition.hasGeneratedRequest
        if isOpen, call.served.exchangesByStatus[exchange.answer.status] === exchange,
            let generated = call.draft(status: exchange.answer.status)
        {
            (draft.response, draft.body, draft.violations) = (generated.response, generated.body, generated.violations)
        }
        var answer = answer(with: draft, to: call)
        if answer.caseID != nil { answer.match = exchange }
        return answer
    }

    /// Returns a response, updated with the resources that clients created, changed or deleted.
    private func answer(with documented: ResponseDraft, to call: MockCall) -> MockAnswer {
        var draft = documented
        let operation = call.served
        if let name = operation.precondition, call.request.message.headers.first(name) == Operation.staleTag {
            let detail = "The resource never had the version \(Operation.staleTag)."
            return refusal(ProblemDocument(status: 412, detail: detail), by: operation)
        }
        if draft.exchange?.expected.rules == nil {
            if options.isStateful,
                let stateful = StatefulAnswer(
                    call, state.resources, documented: { self.documentedResource(of: call.request) },
                    listed: { self.documentedList(at: $0) })
            {
                if stateful.isGone(draft.exchange) {
                    let detail =
                        "An earlier request deleted the resource. "
                        + "To restore all resources, send POST \(MockServer.adminPath)reset."
                    return refusal(ProblemDocument(status: 404, detail: detail), by: operation)
                }
                draft = stateful.apply(draft)
            }
            if draft.exchange?.fixesQuery != true { draft = Page(of: call).applied(to: draft) }
        }
        return MockAnswer(draft, of: operation, documented: documented.response)
    }

    /// Returns a 304 if the client already has the same response. Otherwise, returns the response unchanged.
    private func revalidated(_ answer: MockAnswer, _ call: MockCall) -> MockAnswer {
        guard let unchanged = call.notModified(inPlaceOf: answer.response) else { return answer }
        var revalidated = answer
        revalidated.response = unchanged
        revalidated.response.headers += answer.response.headers.filter { $0.name == "Accord-Case" }
        return revalidated
    }

    /// Returns a response to a valid request that matches no case.
    private func generated(_ call: MockCall, _ accepted: AcceptedTypes, isDynamic: Bool) -> MockAnswer {
        let operation = call.served
        guard let status = operation.status(for: accepted, insteadOf: operation.usualStatus) else {
            return notImplemented("The contract documents no response for \(operation.operation.id).", operation)
        }
        let seed: UInt64? = isDynamic ? state.nextSeed(options.seed) : nil
        var mediaType: MediaType?
        let types = accepted.acceptsAnything ? [] : operation.mediaTypes(status)
        if !types.isEmpty {
            guard let best = accepted.best(of: types) else { return notAcceptable(types, operation) }
            mediaType = best
        }
        return generated(call, status: status, mediaType: mediaType, seed: seed)
            ?? notImplemented("The mock can't generate a \(status) response for \(operation.operation.id).", operation)
    }

    /// Returns a generated response, or `nil` if the mock can't generate one.
    private func generated(
        _ call: MockCall, status: Int, mediaType: MediaType?, seed: UInt64? = nil
    ) -> MockAnswer? {
        call.draft(status: status, mediaType: mediaType, seed: seed).map { answer(with: $0, to: call) }
    }

    /// Returns the documented resources of a collection, such as the elements in the response to `GET /todos`.
    private func documentedList(at path: String) -> [JSON] {
        for match in route("GET", path).matches {
            guard let operation = served[match.operation], operation.role?.action == .list,
                let list = operation.usualStatus.flatMap({ operation.template($0, nil) })?.json?.list
            else { continue }
            return list.elements
        }
        return []
    }

    /// Returns the documented resource at a request's path, such as the body of the response to `GET /todos/1`.
    private func documentedResource(of request: ParsedRequest) -> JSON? {
        let fetch = ParsedRequest(HTTPRequest(method: "GET", url: request.message.url))
        for match in route("GET", request.path).matches {
            guard let operation = served[match.operation], operation.role?.action == .fetch else { continue }
            let exchange = operation.candidates(fetch, match).lazy.map { operation.exchanges[$0] }.first {
                (200...299).contains($0.answer.status) && $0.given.isEmpty && !$0.leavesBodyOpen
            }
            if let exchange { return exchange.answer.json }
            guard let status = operation.usualStatus,
                let draft = MockCall(request: fetch, match: match, served: operation).draft(status: status)
            else { continue }
            return draft.json
        }
        return nil
    }

    // MARK: Refusals

    func refusal(
        _ problem: ProblemDocument, by operation: ServedOperation?, _ findings: [Finding] = []
    ) -> MockAnswer {
        guard let operation else { return MockAnswer(problem.response) }
        let refusal = DocumentedRefusal(served: operation, invalidStatus: options.invalidStatus)
        var answer = MockAnswer(refusal.response(problem), operation)
        answer.findings = findings
        return answer
    }

    /// Returns the refusal of a request that violates the contract.
    func refused(_ call: MockCall, _ findings: [Finding]) -> MockAnswer {
        guard call.isAdmitted else { return unauthorized(call) }
        let nearest = NearestCase(call, findings)
        return refusal(ProblemDocument(refusing: findings, nearest: nearest), by: call.served, findings)
    }

    /// Returns the refusal of a request whose body can't be decoded, or `nil` for other requests.
    private func undecoded(_ request: HTTPRequest, _ candidates: [MockCall]) -> MockAnswer? {
        var request = request
        do {
            try request.decode()
            return nil
        } catch {
            return refusal(ProblemDocument(undecodable: error), by: candidates.first?.served)
        }
    }

    private func notImplemented(_ detail: String, _ operation: ServedOperation) -> MockAnswer {
        MockAnswer(ProblemDocument(status: 501, detail: detail).response, operation)
    }

    func notAcceptable(_ types: [MediaType], _ operation: ServedOperation) -> MockAnswer {
        let detail =
            "No documented media type matches the header field Accept. The documented media types are "
            + "\(types.map(\.description).joined(separator: ", "))."
        return refusal(ProblemDocument(status: 406, detail: detail), by: operation)
    }

    private func unauthorized(_ call: MockCall) -> MockAnswer {
        let findings = call.served.credentialFindings(call.request.message)
        let problem = ProblemDocument(
            status: 401, detail: "\(findings.first?.message ?? "the request has no valid credentials").",
            findings: findings, fields: call.served.credentials.challenges.map { HTTPField("WWW-Authenticate", $0) })
        return refusal(problem, by: call.served, findings)
    }
}
