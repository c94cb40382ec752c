import AccordCases
import AccordContract
import AccordHTTP

/// Judges the answer to a request that was made by chance: documented, as its schema says, and never a 5xx.
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
        return ResponseJudge(response: response, operation: operation).judge()
    }

    private var crashed: Finding {
        let body = response.body.isEmpty ? [] : ["the answer's body: \(Excerpt.of(response.body))"]
        let known = operation.responses.map(\.status.description).joined(separator: ", ")
        return Finding(
            rule: "fuzz.crashed", blame: .server, "a request that the contract allows made the server fail",
            contract: operation.request.location, place: .init(.status), expected: known,
            actual: String(response.status),
            advice: "Handle what the schemas allow, or let them allow less.", details: body)
    }
}
