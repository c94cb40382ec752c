import AccordContract
import AccordCore
import AccordJSON
import Synchronization

/// What the mock answers: the documented case whose request matches, else the operation's first success.
///
/// A request that breaks the contract is refused as the operation documents it, else with the findings. `Prefer`
/// (RFC 7240) asks for another answer. Pure but for the state: where cases of several steps stand, and what was created.
package final class MockResponder: Sendable {
    let served: ServedContracts
    let options: MockOptions
    let state: MockState

    /// - Throws: where a template of a case stands for nothing.
    package convenience init(
        _ contracts: [Contract], environment: @escaping Scope.Environment = { _ in nil }
    ) throws(SubstitutionError) {
        var options = MockOptions()
        options.environment = environment
        try self.init(contracts, options)
    }

    package init(
        _ contracts: [Contract], _ options: MockOptions, state: MockState = MockState()
    ) throws(SubstitutionError) {
        served = try ServedContracts(contracts, environment: options.environment)
        self.options = options
        self.state = state
    }

    /// The answer to a request; its URL is absolute, with any host.
    package func response(to request: HTTPRequest) -> HTTPResponse {
        let parts = URLParts(request.url)
        let path = parts.path.isEmpty ? "/" : parts.path
        return answer(to: request, target: parts.query.map { "\(path)?\($0)" } ?? path).response
    }

    /// The answer to a request by its target alone: where the mock stands no contract knows.
    package func answer(to request: HTTPRequest, target: String) -> MockAnswer {
        // Of the server as a whole nothing is documented (RFC 9110 section 9.3.7).
        guard target != "*" else { return MockAnswer(HTTPResponse(status: 204)) }
        var asked = request
        asked.url = ServedOperation.authority + target
        let preferences = Preferences(request.headers)
        var answer = answer(to: asked, preferences)
        if !preferences.values.isEmpty {
            apply(preferences, to: &answer)
            answer.isPreferred = [.case, .code, .example, .fault, .dynamic].contains { preferences[$0] != nil }
        }
        if options.answersOtherOrigins, let origin = request.headers.first("Origin") {
            answer.response.headers += CrossOrigin.fields(for: origin, answer.response)
        }
        return answer
    }

    private func answer(to request: HTTPRequest, _ preferences: Preferences) -> MockAnswer {
        let url = URLParts(request.url)
        let path = url.path.isEmpty ? "/" : url.path
        if options.answersOtherOrigins, let preflight = preflight(request, path) { return preflight }
        switch route(request.method, path) {
        case .operations(let matches):
            var asked = request
            if let method = matches.first?.operation.request.method, request.method == "HEAD" { asked.method = method }
            return answer(to: ParsedRequest(asked, url), Self.ordered(matches, for: request), preferences)
        case .methodNotAllowed(let allowed): return notAllowed(request, path, allowed)
        case .noSuchPath:
            if let token = TokenReply.answer(to: request, schemes: served.schemes) { return MockAnswer(token) }
            return MockAnswer(nothing(at: path, request.method).response)
        }
    }

    /// HEAD is answered as GET is (RFC 9110 section 9.3.2) where it isn't documented by itself.
    private func route(_ method: String, _ path: String) -> Route {
        let route = served.router.route(method: method, path: path)
        if method == "HEAD", route.matches.isEmpty {
            let instead = served.router.route(method: "GET", path: path)
            if !instead.matches.isEmpty { return instead }
        }
        return route
    }

    /// Of several contracts that document a route, the one whose server is the request's host comes first.
    private static func ordered(_ matches: [RouteMatch], for request: HTTPRequest) -> [RouteMatch] {
        guard matches.count > 1, let line = request.headers.first("Host"),
            let host = URLParts("//\(line)").host?.lowercased()
        else { return matches }
        func isHost(_ match: RouteMatch) -> Bool {
            match.operation.servers.contains { URLParts($0.url).host?.lowercased() == host }
        }
        return matches.filter(isHost) + matches.filter { !isHost($0) }
    }

    // MARK: Without an operation

    private func notAllowed(_ request: HTTPRequest, _ path: String, _ documented: [String]) -> MockAnswer {
        var allowed = documented
        if documented.contains("GET"), !documented.contains("HEAD") { allowed.append("HEAD") }
        let allow = HTTPField("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))
        if request.method == "OPTIONS" { return MockAnswer(HTTPResponse(status: 204, headers: [allow])) }
        let detail = "\(path) is documented for \(documented.joined(separator: ", ")), not for \(request.method)."
        let problem = ProblemDocument(
            status: 405, title: "Method Not Allowed", detail: detail,
            fields: [HTTPField("Allow", documented.joined(separator: ", "))])
        let match = documented.lazy.compactMap { self.route($0, path).matches.first }.first
        return refusal(problem, as: match)
    }

    private func nothing(at path: String, _ method: String) -> ProblemDocument {
        var detail = "No contract documents an operation at \(path)."
        let known = served.operations.map(\.operation.request.path.description)
        if known.count <= 200, let near = Suggestion.nearest(to: path, in: known) {
            detail += " Did you mean \(near)?"
        }
        return ProblemDocument(status: 404, title: "Not Found", detail: detail)
    }

    private func preflight(_ request: HTTPRequest, _ path: String) -> MockAnswer? {
        guard request.method == "OPTIONS", request.headers.first("Origin") != nil,
            let wanted = request.headers.first("Access-Control-Request-Method")
        else { return nil }
        switch served.router.route(method: wanted, path: path) {
        case .operations(let matches):
            var allowed = matches.map(\.operation.request.method)
            if case .methodNotAllowed(let others) = served.router.route(method: "ACCORD", path: path) {
                allowed = others
            }
            return MockAnswer(CrossOrigin.preflight(request, allowed: allowed))
        case .methodNotAllowed(let allowed): return MockAnswer(CrossOrigin.preflight(request, allowed: allowed))
        case .noSuchPath: return nil
        }
    }

    // MARK: An operation's answer

    private func answer(to asked: ParsedRequest, _ matches: [RouteMatch], _ preferences: Preferences) -> MockAnswer {
        let request = asked.message
        let candidates = matches.compactMap { match in served[match.operation].map { (match, $0) } }
        if let wanted = preferences[.case] ?? preferences[.example] {
            return judged(preferred(case: wanted, candidates, byExample: preferences[.case] == nil), asked, candidates)
        }
        if let wanted = preferences[.code] {
            return judged(preferred(code: wanted, asked, candidates, preferences), asked, candidates)
        }
        let accepted = AcceptedTypes(request.headers)
        var unauthorized: (RouteMatch, ServedOperation)?
        var broken: (match: RouteMatch, served: ServedOperation, findings: [Finding])?
        let isDynamic = preferences.isDynamic
        if !isDynamic, let (found, match, operation) = matching(asked, candidates, accepted, &unauthorized) {
            let answer = documented(found, asked, match, operation)
            return found.statesCondition ? answer : revalidated(answer, request, operation)
        }
        for (match, operation) in candidates {
            if !operation.admits(request) {
                unauthorized = unauthorized ?? (match, operation)
                continue
            }
            let judgement = operation.judge(request, base: match.base)
            if !judgement.failed || options.isLenient {
                var answer = made(asked, match, operation, accepted, isDynamic: isDynamic)
                if !isDynamic { answer = revalidated(answer, request, operation) }
                answer.findings = judgement.findings + answer.findings
                return answer
            }
            if broken == nil { broken = (match, operation, judgement.findings) }
        }
        if let broken {
            let nearest = NearestCase.of(request, broken.match, broken.served)
            var refused = refusal(
                ProblemDocument(refusing: broken.findings, nearest: nearest), as: broken.match)
            refused.findings = broken.findings
            return refused
        }
        if let (match, operation) = unauthorized { return self.unauthorized(request, match, operation) }
        return MockAnswer(nothing(at: asked.path, request.method).response)
    }

    /// The exchange whose request this is, with its route. What servers are held to comes before what only clients are
    /// shown, the step that is due before others, what comes after a case that was just answered before what comes after
    /// none, the case that says more about the request before one that says less.
    private func matching(
        _ asked: ParsedRequest, _ candidates: [(RouteMatch, ServedOperation)], _ accepted: AcceptedTypes,
        _ unauthorized: inout (RouteMatch, ServedOperation)?
    ) -> (DocumentedExchange, RouteMatch, ServedOperation)? {
        let request = asked.message
        for (match, operation) in candidates {
            var keys = RequestKeys(asked, match)
            let found = operation.candidates(&keys)
            guard !found.isEmpty else { continue }
            let isAdmitted = operation.admits(request)
            var next: [String: (step: Int, previous: HTTPRequest?)] = [:]
            for number in found {
                let exchange = operation.exchanges[number]
                guard exchange.stepCount > 1 else { continue }
                next[exchange.qualifiedID] = state.cursor.next(of: exchange.qualifiedID)
            }
            // Another representation of the same answer is looked for; what answers in other circumstances isn't one.
            var isUnacceptable = false
            for number in state.ranked(found, operation, next) {
                let exchange = operation.exchanges[number]
                let isRefusal = exchange.answer.status == 401 || exchange.answer.status == 403
                guard isAdmitted || isRefusal || exchange.statesSecurity else {
                    unauthorized = unauthorized ?? (match, operation)
                    continue
                }
                guard !isUnacceptable || exchange.answer.status < 400 || exchange.answer.status == 406 else { continue }
                let previous = next[exchange.qualifiedID]?.previous
                guard !exchange.judge(request, base: match.base, previous: previous).failed else { continue }
                guard accepted.allow(exchange.answer) || exchange.answer.status >= 400 else {
                    isUnacceptable = true
                    continue
                }
                return (exchange, match, operation)
            }
        }
        return nil
    }

    private func documented(
        _ exchange: DocumentedExchange, _ request: ParsedRequest, _ match: RouteMatch, _ operation: ServedOperation
    ) -> MockAnswer {
        if exchange.stepCount > 1 { state.cursor.advance(exchange, with: request.message) }
        state.answered(exchange, operation)
        var draft = StatefulAnswer.Draft(response: exchange.answer, exchange: exchange, caseID: exchange.caseID)
        if exchange.leavesBodyOpen, operation.exchange(answering: exchange.answer.status) === exchange,
            let made = MadeAnswer(served: operation, match: match, request: request)
                .answer(status: exchange.answer.status)
        {
            (draft.response, draft.body) = (made.response, made.body)
        }
        if options.isStateful,
            let stateful = StatefulAnswer(store: state.things, served: operation, match: match, request: request)
        {
            if stateful.isGone(exchange) { return gone(match) }
            draft = stateful.apply(draft)
        }
        var answer = MockAnswer(draft.response, operation)
        answer.caseID = exchange.caseID
        answer.isCase = true
        answer.response.headers.append(HTTPField("Accord-Case", exchange.caseID))
        answer.response.headers += operation.lifecycleFields
        return answer
    }

    /// 304 in place of what the client has already.
    private func revalidated(_ answer: MockAnswer, _ request: HTTPRequest, _ operation: ServedOperation) -> MockAnswer {
        guard let unchanged = NotModified(request: request, served: operation).answer(inPlaceOf: answer.response)
        else { return answer }
        var revalidated = answer
        revalidated.response = unchanged
        revalidated.response.headers += answer.response.headers.filter { $0.name == "Accord-Case" }
        return revalidated
    }

    private func made(
        _ request: ParsedRequest, _ match: RouteMatch, _ operation: ServedOperation, _ accepted: AcceptedTypes,
        isDynamic: Bool
    ) -> MockAnswer {
        let maker = MadeAnswer(served: operation, match: match, request: request)
        guard let status = operation.usualStatus else {
            let detail = "\(operation.operation.id) documents no response that the mock could answer with."
            return MockAnswer(
                ProblemDocument(status: 501, title: "Not Implemented", detail: detail).response, operation)
        }
        let seed: UInt64? = isDynamic ? state.nextSeed(options.seed) : nil
        var wanted: MediaType?
        let types = accepted.acceptsAnything ? [] : maker.mediaTypes(status)
        if !types.isEmpty {
            guard let best = accepted.best(of: types) else { return notAcceptable(types, match) }
            wanted = best
        }
        guard let (response, caseID, body) = maker.answer(status: status, mediaType: wanted, seed: seed) else {
            return notMade(operation, status)
        }
        var draft = StatefulAnswer.Draft(response: response, exchange: nil, caseID: caseID, body: body)
        if options.isStateful,
            let stateful = StatefulAnswer(
                store: state.things, served: operation, match: match, request: request,
                documented: { self.documentedFetch(of: request) })
        {
            if stateful.isGone(nil) { return gone(match) }
            draft = stateful.apply(draft)
        }
        var answer = MockAnswer(draft.response, operation)
        answer.caseID = caseID
        if let caseID { answer.response.headers.append(HTTPField("Accord-Case", caseID)) }
        answer.response.headers += operation.lifecycleFields
        return answer
    }

    /// What a fetch of the request's path is documented to show.
    private func documentedFetch(of request: ParsedRequest) -> JSON? {
        let fetch = ParsedRequest(HTTPRequest(method: "GET", url: request.message.url), URLParts(request.message.url))
        for match in route("GET", request.path).matches {
            guard let operation = served[match.operation], case .fetch? = operation.role else { continue }
            var keys = RequestKeys(fetch, match)
            let exchange = operation.candidates(&keys).lazy.map { operation.exchanges[$0] }.first {
                (200...299).contains($0.answer.status) && $0.given.isEmpty
            }
            if let exchange { return StatefulAnswer.json(exchange.answer) }
            let maker = MadeAnswer(served: operation, match: match, request: fetch)
            guard let made = operation.usualStatus.flatMap({ maker.answer(status: $0) }) else { continue }
            return made.body ?? StatefulAnswer.json(made.response)
        }
        return nil
    }

    // MARK: Refusals

    private func notMade(_ operation: ServedOperation, _ status: Int) -> MockAnswer {
        let detail = "No answer \(status) can be made of what \(operation.operation.id) documents."
        return MockAnswer(ProblemDocument(status: 501, title: "Not Implemented", detail: detail).response, operation)
    }

    private func notAcceptable(_ types: [MediaType], _ match: RouteMatch) -> MockAnswer {
        let detail = "The answer is documented as \(types.map(\.description).joined(separator: ", ")) only."
        return refusal(ProblemDocument(status: 406, title: "Not Acceptable", detail: detail), as: match)
    }

    /// What was deleted is gone.
    private func gone(_ match: RouteMatch) -> MockAnswer {
        let detail = "It was deleted by an earlier request; POST \(MockServer.adminPath)reset brings everything back."
        return refusal(ProblemDocument(status: 404, title: "Not Found", detail: detail), as: match)
    }

    private func unauthorized(
        _ request: HTTPRequest, _ match: RouteMatch, _ operation: ServedOperation
    ) -> MockAnswer {
        let findings = operation.credentialFindings(request)
        let problem = ProblemDocument(
            status: 401, title: "Unauthorized",
            detail: "\(findings.first?.message ?? "the request doesn't prove itself as “security” says").",
            findings: findings, fields: operation.credentials.challenges.map { HTTPField("WWW-Authenticate", $0) })
        var refused = refusal(problem, as: match)
        refused.findings = findings
        return refused
    }

    private func refusal(_ problem: ProblemDocument, as match: RouteMatch?) -> MockAnswer {
        guard let match, let operation = served[match.operation] else { return MockAnswer(problem.response) }
        return MockAnswer(DocumentedRefusal(served: operation).response(problem), operation)
    }

    // MARK: Preferences

    /// What is preferred is answered whatever was sent; what is wrong with that is recorded all the same, unless the
    /// request is a case's or was to be refused.
    private func judged(
        _ answer: MockAnswer, _ asked: ParsedRequest, _ candidates: [(RouteMatch, ServedOperation)]
    ) -> MockAnswer {
        var unauthorized: (RouteMatch, ServedOperation)?
        let request = asked.message
        guard !(400...499).contains(answer.response.status),
            let (match, operation) = candidates.first(where: { $0.1 === answer.served }),
            matching(asked, candidates, AcceptedTypes(request.headers), &unauthorized) == nil
        else { return answer }
        var judged = answer
        judged.findings = operation.admits(request) ? [] : operation.credentialFindings(request)
        judged.findings += operation.judge(request, base: match.base).findings
        return judged
    }

    private func preferred(
        case wanted: String, _ candidates: [(RouteMatch, ServedOperation)], byExample: Bool
    ) -> MockAnswer {
        let documented = candidates.flatMap { _, operation in
            (operation.exchanges + operation.faults).map { ($0, operation) }
        }
        let found = documented.first { exchange, _ in
            exchange.caseID == wanted || exchange.qualifiedID == wanted || exchange.caseID.hasSuffix("/\(wanted)")
        }
        if byExample, found == nil, let answer = named(example: wanted, candidates) { return answer }
        guard let (exchange, operation) = found else {
            var names = documented.map(\.0.caseID)
            if byExample {
                let content = candidates.flatMap { $0.1.operation.responses.flatMap { $0.body?.content ?? [] } }
                names = content.flatMap { $0.examples.compactMap(\.name) } + names
            }
            let kind = byExample ? "example" : "case"
            return MockAnswer(
                ProblemDocument(
                    status: 400, title: "No such \(kind)",
                    detail: "“\(wanted)” is no \(kind) of this operation; "
                        + "it has \(names.isEmpty ? "none" : names.joined(separator: ", "))."
                ).response, candidates.first?.1)
        }
        var answer = MockAnswer(exchange.answer, operation)
        answer.caseID = exchange.caseID
        answer.fault = exchange.fault
        answer.response.headers += [
            HTTPField("Accord-Case", exchange.caseID),
            HTTPField("Preference-Applied", "\(byExample ? "example" : "case")=\"\(wanted)\""),
        ]
        return answer
    }

    /// An example of a documented body by its name.
    private func named(example wanted: String, _ candidates: [(RouteMatch, ServedOperation)]) -> MockAnswer? {
        let nothing = ParsedRequest(HTTPRequest(method: "", url: ""))
        for (match, operation) in candidates {
            for response in operation.operation.responses {
                guard let status = response.status.representative else { continue }
                for description in response.body?.content ?? [] {
                    guard let example = description.examples.first(where: { $0.name == wanted }) else { continue }
                    let maker = MadeAnswer(served: operation, match: match, request: nothing)
                    guard let made = maker.answer(status: status, example: example, of: description) else { continue }
                    var answer = MockAnswer(made, operation)
                    answer.response.headers.append(HTTPField("Preference-Applied", "example=\"\(wanted)\""))
                    return answer
                }
            }
        }
        return nil
    }

    private func preferred(
        code wanted: String, _ request: ParsedRequest, _ candidates: [(RouteMatch, ServedOperation)],
        _ preferences: Preferences
    ) -> MockAnswer {
        let applied = HTTPField("Preference-Applied", "code=\(wanted)")
        if let code = Int(wanted), (200...599).contains(code) {
            for (_, operation) in candidates {
                guard let found = operation.exchange(answering: code), !preferences.isDynamic else { continue }
                var answer = MockAnswer(found.answer, operation)
                answer.caseID = found.caseID
                answer.response.headers += [HTTPField("Accord-Case", found.caseID), applied]
                return answer
            }
            for (match, operation) in candidates where operation.operation.response(for: code) != nil {
                let maker = MadeAnswer(served: operation, match: match, request: request)
                let seed = preferences.isDynamic ? state.nextSeed(options.seed) : nil
                guard let response = maker.answer(status: code, seed: seed)?.response else { continue }
                var answer = MockAnswer(response, operation)
                answer.response.headers.append(applied)
                return answer
            }
        }
        let statuses = candidates.flatMap { $0.1.operation.responses.map(\.status.description) }
        return MockAnswer(
            ProblemDocument(
                status: 400, title: "No such status",
                detail: "This operation documents \(statuses.joined(separator: ", ")), not \(wanted)."
            ).response, candidates.first?.1)
    }

    /// What every answer may be asked for: to wait, to be a fault, to be made anew; what isn't known is said.
    private func apply(_ preferences: Preferences, to answer: inout MockAnswer) {
        var applied: [String] = []
        if let text = preferences[.wait] {
            if let wait = preferences.wait {
                answer.wait = wait
                applied.append("wait=\(text)")
            } else {
                answer.response.headers.append(
                    HTTPField("Accord-Preference-Unknown", "wait=\"\(text)\" isn't a number of seconds"))
            }
        }
        if preferences.isDynamic, preferences[.case] == nil, preferences[.example] == nil { applied.append("dynamic") }
        if let name = preferences[.fault] {
            guard let fault = MockFaults.fault(name) else {
                let known = MockFaults.names.joined(separator: ", ")
                answer = MockAnswer(
                    ProblemDocument(
                        status: 400, title: "No such fault", detail: "\"\(name)\" isn't a fault; there are \(known)."
                    ).response, answer.served)
                return
            }
            answer.fault = fault
            applied.append("fault=\(name)")
        }
        answer.response.headers += applied.map { HTTPField("Preference-Applied", $0) }
        if !preferences.unknown.isEmpty {
            answer.response.headers.append(
                HTTPField(
                    "Accord-Preference-Unknown",
                    "\(preferences.unknown.joined(separator: ", ")); known are "
                        + Preferences.Known.allCases.map(\.rawValue).joined(separator: ", ")))
        }
    }
}
