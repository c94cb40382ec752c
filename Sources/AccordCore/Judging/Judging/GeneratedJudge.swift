import AccordContract

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
