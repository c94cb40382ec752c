// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A request in the journal of a mock, with its number, its time and its response.
package struct JournalEntry: Sendable {
    /// The number of the request, starting at 1.
    package var number: Int
    /// The time of the request, in seconds since 1970.
    package var time: Double
    let exchange: JournalExchange

    /// The request and its response as JSON, for `GET /__accord/requests`.
    var json: JSON {
        let record = exchange.record
        let answer = exchange.answer
        var json: JSONObject = [
            "number": .int(number), "time": .string(Timestamp.text(secondsSince1970: Int(time))),
            "method": .string(record.request.method), "url": .string(record.request.url),
            "status": .int(answer.response.status),
        ]
        if let operation = answer.served {
            json.append("contract", .string(operation.contract.file))
            json.append("operation", .string(operation.operation.id))
        }
        if let caseID = answer.caseID { json.append("case", .string(caseID)) }
        json.append("matched", .bool(answer.isCase))
        if let fault = answer.fault { json.append("fault", .string(fault.id)) }
        if exchange.isProxied { json.append("proxied", true) }
        if exchange.isFromBrowser { json.append("browser", true) }
        json.append("findings", .array(answer.findings.map(\.json)))
        json.append("request", Self.message(record.request.headers, record.request.body))
        if let response = record.response { json.append("response", Self.message(response.headers, response.body)) }
        return .object(json)
    }

    private static func message(_ headers: [HTTPField], _ body: ExchangeRecord.Body?) -> JSON {
        var json: JSONObject = [
            "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
        ]
        if let body {
            if let text = body.text { json.append("body", .string(text)) }
            if let base64 = body.base64 { json.append("base64", .string(base64)) }
            json.append("size", .int(body.size))
        }
        return .object(json)
    }
}

/// A request and the response of the mock.
final class JournalExchange: Sendable {
    /// The request as received, with credentials. `shownRequest` and `record` hide the credentials.
    let request: HTTPRequest
    /// The response as sent, with its case and its fault, and the findings without secrets.
    let answer: MockAnswer
    /// Whether the response comes from a real server, to which the mock forwarded the request.
    let isProxied: Bool
    private let masking: Masking
    /// The approximate size of the request and its response in memory, in bytes.
    let size: Int

    init(_ request: HTTPRequest, _ answer: MockAnswer, isProxied: Bool, masking: Masking) {
        var masking = masking
        var answer = answer
        let reported = answer.findings.prefix(20)
        if !reported.isEmpty {
            // A finding may quote the client's credentials, so mask their values in findings, too.
            for secret in SecretNames.values(in: request, quotedBy: reported) { masking.insert(secret) }
        }
        answer.findings = reported.map { masking.mask($0) }
        answer.contradictions = []
        var request = request
        request.body = Array(request.body.prefix(Journal.bodyLimit))
        answer.response.body = Array(answer.response.body.prefix(Journal.bodyLimit))
        if isProxied {
            for index in answer.response.headers.indices
            where answer.response.headers[index].isNamed("Set-Cookie") {
                answer.response.headers[index].value = Masking.mark
            }
        }
        self.request = request
        self.answer = answer
        self.masking = masking
        self.isProxied = isProxied
        var size = 400 + request.body.count + answer.response.body.count + request.url.utf8.count
        size += answer.findings.count * 500
        for fields in [request.headers, answer.response.headers] {
            for field in fields { size += 32 + field.name.utf8.count + field.value.utf8.count }
        }
        self.size = size
    }

    /// Whether the request violates the contract.
    var isBroken: Bool { answer.findings.contains { $0.severity == .error } }

    /// Whether the request is a preflight request (CORS) or a request for the icon of a page. A browser sends these
    /// requests automatically, and no contract documents them.
    var isFromBrowser: Bool {
        answer.served == nil
            && (URLParts(request.url).path == "/favicon.ico"
                || request.method == "OPTIONS" && request.headers.first("Access-Control-Request-Method") != nil)
    }

    /// The request and the response without secrets, for reports.
    var record: ExchangeRecord {
        ExchangeRecord(
            request: SecretNames.masked(request), response: answer.response, masking: masking, bodyLimit: 4 * 1024)
    }

    /// The request without secrets.
    var shownRequest: HTTPRequest {
        var shown = SecretNames.masked(request)
        shown.url = masking.mask(shown.url)
        shown.headers = record.request.headers
        shown.body = masking.mask(shown.body)
        return shown
    }

    /// Returns a line for `--log`, such as `GET /todos?done=true 200  fetchItems/lists done items`, without secrets.
    ///
    /// - Parameter target: the request target as received.
    func line(target: String) -> String {
        var words = ["\(request.method) \(SecretNames.masked(target)) \(answer.response.status)"]
        if let caseID = answer.caseID { words.append(caseID) }
        if let fault = answer.fault { words.append("fault \(fault.id)") }
        if let finding = answer.findings.first(where: { $0.severity == .error }) {
            let place = finding.contract.map { " (\($0))" } ?? ""
            let others = answer.findings.count - 1
            let more = others > 0 ? ", and \(others) more" : ""
            words.append("✘ \(finding.placedMessage) [\(finding.rule)]\(place)\(more)")
        }
        // Replace control characters, because a request could otherwise send commands to the terminal.
        let text = masking.mask(words.joined(separator: "  "))
        return String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
    }
}
