// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// An error response with a problem document as its body, `application/problem+json` (RFC 9457).
package struct ProblemDocument: Error, Sendable {
    package var status: Int
    /// The title, or `nil` for the reason phrase of the status code.
    package var title: String?
    package var detail: String
    /// The contract violations of the request, which the document lists.
    var findings: [Finding] = []
    /// The header fields to send with the document in addition to `Content-Type`, such as `Allow`.
    var fields: [HTTPField] = []
    /// Members of the document that RFC 9457 doesn't define (section 3.2).
    var members: JSONObject = [:]
}

extension ProblemDocument {
    /// Creates the error response to a request that the server refuses before it looks for a documented operation. A
    /// client may send it again a second after a 503.
    init(status: Int, _ reason: String) {
        self.init(
            status: status, title: status == 400 ? "Malformed HTTP request" : nil,
            detail: reason.prefix(1).uppercased() + reason.dropFirst() + ".",
            fields: status == 503 ? [HTTPField("Retry-After", "1")] : [])
    }

    /// Creates the error response to a request whose body can't be decoded (RFC 9110 section 15.5.16).
    init(undecodable failure: ContentCoding.Failure) {
        switch failure {
        case .unsupported:
            self.init(
                status: 415, detail: "\(failure).", fields: [HTTPField("Accept-Encoding", "gzip, deflate")])
        case .corrupt: self.init(status: 400, detail: "\(failure).")
        }
    }

    package var response: HTTPResponse {
        var body: JSONObject = [
            "type": "about:blank", "title": .string(title ?? ResponseWriter.reason(status)),
            "status": .int(status),
            "detail": .string(detail),
        ]
        if !findings.isEmpty { body.append("findings", .array(findings.map(\.json))) }
        for member in members { body.append(member.key, member.value) }
        return HTTPResponse(status: status, .object(body), type: "application/problem+json", fields)
    }
}

extension HTTPResponse {
    /// Creates a response with JSON that a person can read.
    init(status: Int, _ json: JSON, type: String = "application/json", _ fields: [HTTPField] = []) {
        self.init(
            status: status, headers: [HTTPField("Content-Type", type)] + fields, body: Array("\(json.pretty)\n".utf8))
    }
}

extension Finding {
    /// The finding as JSON, for problem documents and the journal.
    var json: JSON {
        var json: JSONObject = [
            "rule": .string(rule.id), "severity": .string(severity.rawValue), "message": .string(message),
        ]
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
