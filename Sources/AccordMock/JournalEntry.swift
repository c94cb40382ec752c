import AccordCases
import AccordCatalogue
import AccordContract
import AccordHTTP
import AccordJSON
import AccordJudging
import AccordReport
import Synchronization

/// What the journal keeps of a request and its answer, secrets hidden.
package final class JournalExchange: Sendable {
    /// How often it happened since it was counted.
    private let times = Atomic<Int>(0)
    let findings: [Finding]
    let request: HTTPRequest
    let response: HTTPResponse
    let masking: Masking
    let file: String?
    let operation: String?
    /// The operation's key, `todos.json#login`, and the case's where the request was its own.
    let operationKey: String?
    let caseKey: String?
    /// By which findings are one mistake, for each of them.
    let mistakes: [Journal.MistakeKey]
    let caseID: String?
    let isCase: Bool
    let fault: String?
    /// True where a real server answered.
    let isProxied: Bool
    /// True where the request is wrong.
    let isBroken: Bool
    /// About how many bytes it takes.
    let size: Int

    /// - Parameters:
    ///   - bodyLimit: what is kept of a body, in bytes.
    ///   - masking: hides what was configured as a secret.
    init(_ request: HTTPRequest, _ answer: MockAnswer, isProxied: Bool, masking: Masking, bodyLimit: Int) {
        var masking = masking
        var findings: [Finding] = []
        if !answer.findings.isEmpty {
            // A finding may quote what the client proves itself with.
            for secret in SecretNames.values(in: request) { masking.insert(secret) }
            findings = answer.findings.prefix(20).map { masking.mask($0) }
        }
        var shown = SecretNames.masked(request)
        if shown.body.count > bodyLimit { shown.body = Array(shown.body.prefix(bodyLimit)) }
        var sent = answer.response
        if sent.body.count > bodyLimit { sent.body = Array(sent.body.prefix(bodyLimit)) }
        self.request = shown
        response = sent
        self.masking = masking
        file = answer.served?.contract.file
        operation = answer.served?.operation.id
        operationKey = answer.served?.key
        caseKey = answer.caseKey
        caseID = answer.caseID
        isCase = answer.isCase
        fault = answer.fault?.id
        self.findings = findings
        self.isProxied = isProxied
        let operation = answer.served?.operation.id
        mistakes = findings.map { finding in
            Journal.MistakeKey(
                rule: finding.rule, operation: operation, place: finding.place?.description,
                contract: finding.contract?.description)
        }
        isBroken = findings.contains { $0.severity == .error }
        func fields(_ fields: [HTTPField]) -> Int {
            fields.reduce(0) { $0 + 32 + $1.name.utf8.count + $1.value.utf8.count }
        }
        size =
            400 + shown.body.count + sent.body.count + fields(shown.headers) + fields(sent.headers)
            + shown.url.utf8.count + findings.count * 500
    }

    /// It happened; true where it hadn't since it was counted. Called under the journal's lock alone.
    func addOne() -> Bool {
        let before = times.load(ordering: .relaxed)
        times.store(before + 1, ordering: .relaxed)
        return before == 0
    }

    /// How often it happened since it was counted.
    func takeAll() -> Int { times.exchange(0, ordering: .relaxed) }
}

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
            "rule": .string(rule), "severity": .string(severity.rawValue), "message": .string(message),
        ]
        if let place { json.append("place", .string(place.description)) }
        if let contract { json.append("contract", .string(contract.description)) }
        if let expected { json.append("expected", .string(expected)) }
        if let actual { json.append("actual", .string(actual)) }
        return .object(json)
    }
}
