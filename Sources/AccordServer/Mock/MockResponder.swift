import AccordCases
import AccordContract
import AccordHTTP
import AccordJSON
import AccordJudging

/// What the mock answers: the documented case whose request matches, else the operation's first success.
///
/// A request that breaks the contract is refused as the operation documents it, else with the findings. `Prefer: case="…"` and `Prefer: code=404`
/// (RFC 7240) ask for another answer.
package struct MockResponder: Sendable {
    private let router: Router
    private let exchanges: [String: [DocumentedExchange]]
    private let cursor = StepCursor()
    /// For the tokens that the mock issues.
    private let schemes: [SecurityScheme]
    /// By the contract's file.
    private let credentials: [String: CredentialCheck]

    /// - Throws: where a template of a case stands for nothing.
    package init(
        _ contracts: [Contract], environment: @escaping Scope.Environment = { _ in nil }
    ) throws(SubstitutionError) {
        router = Router(contracts)
        schemes = contracts.flatMap(\.securitySchemes)
        credentials = Dictionary(
            contracts.map { ($0.file, CredentialCheck(schemes: $0.securitySchemes, environment: environment)) }
        ) { first, _ in first }
        var byOperation: [String: [DocumentedExchange]] = [:]
        for contract in contracts {
            for exchange in try DocumentedExchange.all(of: contract, environment: environment) {
                byOperation[Self.key(contract, exchange.operationID), default: []].append(exchange)
            }
        }
        exchanges = byOperation
    }

    /// The answer to a request; its URL is absolute, with any host.
    package func response(to request: HTTPRequest) -> HTTPResponse {
        let path = URLParts(request.url).path
        switch route(request.method, path.isEmpty ? "/" : path) {
        case .operations(let matches):
            var asked = request
            if let method = matches.first?.operation.request.method, request.method == "HEAD" { asked.method = method }
            return response(to: asked, matches)
        case .methodNotAllowed(let allowed):
            let detail = "\(path) is documented for \(allowed.joined(separator: ", ")), not for \(request.method)."
            let problem = ProblemDocument(
                status: 405, title: "Method Not Allowed", detail: detail,
                fields: [HTTPField("Allow", allowed.joined(separator: ", "))])
            return refusal(problem, as: allowed.lazy.compactMap { route($0, path).matches.first }.first)
        case .noSuchPath:
            if let token = TokenReply.answer(to: request, schemes: schemes) { return token }
            return ProblemDocument(
                status: 404, title: "Not Found", detail: "No contract documents an operation at \(path)."
            ).response
        }
    }

    /// HEAD is answered as GET is (RFC 9110 section 9.3.2) where it isn't documented by itself.
    private func route(_ method: String, _ path: String) -> Route {
        let route = router.route(method: method, path: path)
        if method == "HEAD", route.matches.isEmpty {
            let instead = router.route(method: "GET", path: path)
            if !instead.matches.isEmpty { return instead }
        }
        return route
    }

    private func response(to request: HTTPRequest, _ matches: [RouteMatch]) -> HTTPResponse {
        let documented = matches.flatMap { exchanges[Self.key($0.contract, $0.operation.id)] ?? [] }
        let preferences = Preferences(request.headers)
        if let wanted = preferences["case"] { return preferred(case: wanted, documented) }
        if let wanted = preferences["code"] { return preferred(code: wanted, documented, matches) }
        if let exchange = asked(by: request, documented) {
            cursor.advance(exchange, with: request)
            return exchange.response
        }
        var findings: [Finding] = []
        for match in matches {
            let judgement = Judge.judge(request, documentedBy: match.operation)
            if !judgement.failed { return unauthorized(request, match) ?? firstSuccess(of: match) }
            if findings.isEmpty { findings = judgement.findings }
        }
        return refusal(ProblemDocument(refusing: findings), as: matches.first)
    }

    /// The documented 401 to a request that lacks what `security` asks for; nil where it lacks nothing, or where none is
    /// documented.
    private func unauthorized(_ request: HTTPRequest, _ match: RouteMatch) -> HTTPResponse? {
        guard match.operation.response(for: 401) != nil,
            credentials[match.contract.file]?.admits(request, to: match.operation) == false
        else { return nil }
        let problem = ProblemDocument(
            status: 401, title: "Unauthorized", detail: "The request doesn't prove itself as “security” says.")
        return refusal(problem, as: match)
    }

    private func refusal(_ problem: ProblemDocument, as match: RouteMatch?) -> HTTPResponse {
        guard let match else { return problem.response }
        let documented = exchanges[Self.key(match.contract, match.operation.id)] ?? []
        return DocumentedRefusal(operation: match.operation, exchanges: documented).response(problem)
    }

    /// The exchange whose request this is. What servers are held to comes before what only clients are shown, the step
    /// that is due before others, the case that says more about the request before one that says less.
    private func asked(by request: HTTPRequest, _ documented: [DocumentedExchange]) -> DocumentedExchange? {
        var best: (exchange: DocumentedExchange, rank: (Int, Int, Int))?
        for exchange in documented {
            let (next, previous) =
                exchange.stepCount > 1 ? cursor.next(of: exchange.qualifiedID) : (exchange.step, nil)
            guard let fit = exchange.fit(of: request, previous: previous) else { continue }
            let rank = (exchange.isForClients ? 0 : 1, exchange.step == next ? 1 : 0, fit)
            if best.map({ rank > $0.rank }) ?? true { best = (exchange, rank) }
        }
        return best?.exchange
    }

    private func preferred(case wanted: String, _ documented: [DocumentedExchange]) -> HTTPResponse {
        let found = documented.first { exchange in
            exchange.caseID == wanted || exchange.qualifiedID == wanted || exchange.caseID.hasSuffix("/\(wanted)")
        }
        guard let found else {
            let names = documented.map(\.caseID).joined(separator: ", ")
            return ProblemDocument(
                status: 400, title: "No such case",
                detail: "\"\(wanted)\" isn't a case of this operation; it has \(names)."
            ).response
        }
        return found.response(applying: HTTPField("Preference-Applied", "case=\"\(wanted)\""))
    }

    private func preferred(
        code wanted: String, _ documented: [DocumentedExchange], _ matches: [RouteMatch]
    ) -> HTTPResponse {
        let applied = HTTPField("Preference-Applied", "code=\(wanted)")
        if let code = Int(wanted), (200...599).contains(code) {
            if let found = documented.first(where: { $0.answer.status == code }) {
                return found.response(applying: applied)
            }
            for match in matches {
                guard match.operation.response(for: code) != nil,
                    var response = try? match.operation.answer(status: code)
                else { continue }
                response.headers.append(applied)
                return response
            }
        }
        let statuses = matches.flatMap { $0.operation.responses.map(\.status.description) }.joined(separator: ", ")
        return ProblemDocument(
            status: 400, title: "No such status", detail: "This operation documents \(statuses), not \(wanted)."
        ).response
    }

    private func firstSuccess(of match: RouteMatch) -> HTTPResponse {
        let documented = exchanges[Self.key(match.contract, match.operation.id)] ?? []
        let successes = documented.filter { (200...299).contains($0.answer.status) }
        if let found = successes.first(where: { !$0.isForClients }) ?? successes.first { return found.response }
        if let success = match.operation.responses.compactMap(\.status.success).first,
            let response = try? match.operation.answer(status: success)
        {
            return response
        }
        let detail = "\(match.operation.id) documents no success that the mock could answer with."
        return ProblemDocument(status: 501, title: "Not Implemented", detail: detail).response
    }

    private static func key(_ contract: Contract, _ operation: String) -> String {
        "\(contract.file)#\(operation)"
    }
}

extension DocumentedExchange {
    /// The documented answer, with the case's id in a header.
    fileprivate var response: HTTPResponse {
        var response = answer
        response.headers.append(HTTPField("Accord-Case", caseID))
        return response
    }

    fileprivate func response(applying preference: HTTPField) -> HTTPResponse {
        var response = response
        response.headers.append(preference)
        return response
    }
}

extension StatusPattern {
    /// The success that it stands for, if it stands for one.
    fileprivate var success: Int? {
        switch self {
        case .exact(let code): (200...299).contains(code) ? code : nil
        case .range(2), .any: 200
        case .range: nil
        }
    }
}
