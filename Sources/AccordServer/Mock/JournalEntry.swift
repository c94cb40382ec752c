import AccordContract
import AccordCore
import AccordJSON

/// A request that came, what it was answered, and what is to be said of both.
package struct JournalEntry: Sendable {
    /// From 1 on, in the order in which the answers were made.
    package var number: Int
    /// Seconds since 1970.
    package var time: Double
    /// Everything else; those of one request that came again and again share it.
    let exchange: JournalExchange

    /// The contract's file and the operation, where there is one.
    package var file: String? { exchange.file }
    package var operation: String? { exchange.operation }
    /// The case that answered.
    package var caseID: String? { exchange.caseID }
    /// True where the request was the case's own.
    package var isCase: Bool { exchange.isCase }
    package var fault: String? { exchange.fault }
    package var findings: [Finding] { exchange.findings }
    package var status: Int { exchange.response.status }
    var request: HTTPRequest { exchange.request }

    /// As reports show it, secrets masked.
    package var record: ExchangeRecord {
        ExchangeRecord(
            request: exchange.request, response: exchange.response, masking: exchange.masking, bodyLimit: 4 * 1024)
    }

    /// One object, on one line of the journal.
    package var json: JSON {
        let record = record
        var json: JSONObject = [
            "number": .number(JSONNumber(number)),
            "time": .string(Timestamp.text(secondsSince1970: Int(time))),
            "method": .string(record.request.method), "url": .string(record.request.url),
            "status": .number(JSONNumber(status)),
        ]
        if let file { json.append("contract", .string(file)) }
        if let operation { json.append("operation", .string(operation)) }
        if let caseID { json.append("case", .string(caseID)) }
        json.append("matched", .bool(isCase))
        if let fault { json.append("fault", .string(fault)) }
        if exchange.isProxied { json.append("proxied", true) }
        json.append("findings", .array(findings.map(\.journalJSON)))
        json.append("request", Self.message(record.request.headers, record.request.body))
        if let response = record.response {
            json.append("response", Self.message(response.headers, response.body))
        }
        return .object(json)
    }

    private static func message(_ headers: [HTTPField], _ body: ExchangeRecord.Body?) -> JSON {
        var json: JSONObject = [
            "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
        ]
        if let body {
            if let text = body.text { json.append("body", .string(text)) }
            if let base64 = body.base64 { json.append("base64", .string(base64)) }
            json.append("size", .number(JSONNumber(body.size)))
        }
        return .object(json)
    }
}

extension Finding {
    /// What the journal says of it.
    var journalJSON: JSON {
        var json: JSONObject = [
            "rule": .string(rule.id), "severity": .string(severity.rawValue), "message": .string(message),
        ]
        if let place { json.append("place", .string(place.description)) }
        if let contract { json.append("contract", .string(contract.description)) }
        if let expected { json.append("expected", .string(expected)) }
        if let actual { json.append("actual", .string(actual)) }
        return .object(json)
    }
}
