import AccordContract

/// Judges the answer to a request that breaks the contract: a documented 4xx as its schema says, and nothing else.
struct RefusalJudge {
    let response: HTTPResponse
    let operation: Operation
    let refusal: Refusal

    func judge() -> Judgement {
        if refusal.subject == .deletedAgain, (200...299).contains(response.status) {
            return ResponseJudge(response: response, operation: operation).judge()
        }
        var judgement = Judgement()
        let isListed = refusal.statuses.contains(response.status)
        guard (400...499).contains(response.status) || isListed, isListed || !leavesOpen else {
            judgement.check(false, otherwise: finding)
            return judgement
        }
        judgement.assertions += 1
        if let allowed = refusal.allowed {
            let isTrace = refusal.isTrace
            AllowJudge(response: response, allowed: allowed, location: refusal.location)
                .judge(missing: isTrace ? .warning : .error, into: &judgement)
        }
        guard operation.response(for: response.status) == nil else {
            judgement.formUnion(ResponseJudge(response: response, operation: operation).judge())
            return judgement
        }
        judgement.check(refusal.statuses.contains(response.status), otherwise: undocumented)
        return judgement
    }

    /// Client errors that RFC 9110 (section 15.5) gives to requests that are wrong in themselves.
    private static let refusing: Set<Int> = [400, 404, 405, 406, 409, 411, 413, 414, 415, 416, 417, 422]

    /// Of those, what may mean something else to an operation that documents other client errors.
    private static let particular: Set<Int> = [404, 409]

    /// True where the operation documents nothing for a request that is wrong in itself, and this is an answer to one: the
    /// server is right, and its documentation is silent. A 401 or a 409 alone is nothing of the kind.
    private var isForgotten: Bool {
        let status = response.status
        guard Self.refusing.contains(status) else { return false }
        if !operation.responses.contains(where: { $0.status.isClientError }) { return true }
        return !Self.particular.contains(status) && operation.response(for: 400) == nil
            && operation.response(for: 422) == nil
    }

    /// True where another 4xx than those listed says nothing about what was asked.
    private var leavesOpen: Bool {
        switch refusal.subject {
        case .request, .deleted, .deletedAgain: false
        case .credentials: true
        }
    }

    private var finding: Finding {
        switch response.status {
        case 400...499:
            make(
                .refusalUnanswered, "refused, but not for the credentials: whether they are checked is left open",
                "Check credentials before anything else. Where another status is meant, document a case with "
                    + "\"security\": [] that is answered so.")
        case 500...:
            make(
                .refusalCrashed, "a request that breaks the contract made the server fail",
                "Check what is asked before it is worked on; a mistake of the client's is a 4xx.")
        case 200...299:
            make(
                .refusalAccepted, "the server accepted a request that breaks the contract",
                "Refuse it, or correct what the contract says of the request.")
        default:
            make(
                .refusalOther, "the server neither refused nor accepted a request that breaks the contract",
                "Answer a documented 4xx.")
        }
    }

    private var undocumented: Finding {
        var finding = make(
            .responseStatusUndocumented, "refused with the status \(response.status), which isn't documented",
            "Document it under “responses”, or let it count by --refusal-status \(response.status)."
        )
        guard isForgotten else { return finding }
        finding.severity = .warning
        finding.blame = .contract
        return finding
    }

    private func make(_ rule: Rule, _ message: String, _ advice: String) -> Finding {
        let documented = operation.responses.map(\.status).filter { $0.isClientError }.map(\.description)
        let others = refusal.statuses.sorted().map(String.init).filter { !documented.contains($0) }
        let known = (documented + others).joined(separator: ", ")
        let body = response.body.isEmpty ? [] : ["the answer's body: \(Excerpt.of(response.body))"]
        return Finding(
            rule: rule, blame: .server, message, contract: refusal.location, place: .init(.status),
            expected: known.isEmpty ? "a documented 4xx; none is documented" : known, actual: String(response.status),
            advice: advice, details: ["wrong with the request: \(refusal.reason)"] + body)
    }
}

extension StatusPattern {
    fileprivate var isClientError: Bool {
        switch self {
        case .exact(let code): (400...499).contains(code)
        case .range(let hundreds): hundreds == 4
        case .any: true
        }
    }
}

/// Judges the answer to a request that was made from the schemas: a right one succeeds, as documented.
struct GeneratedJudge {
    let response: HTTPResponse
    let operation: Operation
    let generated: GeneratedRequest

    func judge() -> Judgement {
        if let refusal = generated.refusal {
            return RefusalJudge(response: response, operation: operation, refusal: refusal).judge()
        }
        var judgement = Judgement()
        guard response.status < 500 else {
            judgement.check(false, otherwise: crashed)
            return judgement
        }
        let isRefused = (400...499).contains(response.status) && operation.response(for: response.status) != nil
        guard !isRefused || generated.tolerated.contains(response.status) else {
            judgement.check(false, otherwise: refused)
            return judgement
        }
        return ResponseJudge(response: response, operation: operation).judge()
    }

    private var refused: Finding {
        let body = response.body.isEmpty ? [] : ["the answer's body: \(Excerpt.of(response.body))"]
        let known = operation.responses.map(\.status).filter { $0.isSuccess || generated.tolerates($0) }
        return Finding(
            rule: .fuzzRefused, blame: .server, "a request that the contract allows was refused",
            contract: operation.request.location, place: .init(.status),
            expected: known.map(\.description).joined(separator: ", "), actual: String(response.status),
            advice: "Accept what the schemas allow, let them allow less, or document a case whose request keeps the "
                + "schemas and is answered \(response.status).", details: body)
    }

    private var crashed: Finding {
        let body = response.body.isEmpty ? [] : ["the answer's body: \(Excerpt.of(response.body))"]
        let known = operation.responses.map(\.status.description).joined(separator: ", ")
        return Finding(
            rule: .fuzzCrashed, blame: .server, "a request that the contract allows made the server fail",
            contract: operation.request.location, place: .init(.status), expected: known,
            actual: String(response.status),
            advice: "Handle what the schemas allow, or let them allow less.", details: body)
    }
}

extension GeneratedRequest {
    fileprivate func tolerates(_ pattern: StatusPattern) -> Bool { tolerated.contains { pattern.covers($0) } }
}

extension StatusPattern {
    fileprivate var isSuccess: Bool {
        switch self {
        case .exact(let code): (200...399).contains(code)
        case .range(let hundreds): [2, 3].contains(hundreds)
        case .any: true
        }
    }
}
