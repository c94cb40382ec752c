import AccordContract
import AccordHTTP
import AccordJSON
import AccordJudging

/// What is wrong with a request, as `application/problem+json` (RFC 9457).
struct ProblemDocument: Sendable {
    var status: Int
    var title: String
    var detail: String
    /// The findings, where the request breaks the contract.
    var findings: [Finding] = []
    /// Fields beside the media type: `Allow`.
    var fields: [HTTPField] = []

    var response: HTTPResponse {
        var body: JSONObject = [
            "type": "about:blank", "title": .string(title), "status": .number(JSONNumber(status)),
            "detail": .string(detail),
        ]
        if !findings.isEmpty { body.append("findings", .array(findings.map(\.problemJSON))) }
        return HTTPResponse(
            status: status, headers: [HTTPField("Content-Type", "application/problem+json")] + fields,
            body: Array((JSON.object(body).pretty + "\n").utf8))
    }
}

extension Finding {
    /// What a developer needs to mend the request: the rule, the sentence of the contract, both values.
    fileprivate var problemJSON: JSON {
        var json: JSONObject = ["rule": .string(rule), "message": .string(message)]
        if let place { json.append("place", .string(place.description)) }
        if let expected { json.append("expected", .string(expected)) }
        if let actual { json.append("actual", .string(actual)) }
        if let contract {
            json.append("contract", .string(contract.description))
            json.append("pointer", .string(contract.pointer))
        }
        if !details.isEmpty { json.append("details", .array(details.map { .string($0) })) }
        if let advice { json.append("advice", .string(advice)) }
        return .object(json)
    }
}
