// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractLint {
    /// Reports documented requests and responses that HTTP doesn't allow.
    func reportHTTP(_ operation: Operation) {
        let request = operation.request
        if contract.origin == .contract {
            for header in request.headers {
                reportField(header.name, at: header.location)
                if header.name.isIdempotencyKey, !header.isFresh, header.constant == nil {
                    reader.report(
                        .noAssertion, "“\(header.name)” isn't “fresh”: tests accept the same value in every request",
                        at: header.location,
                        severity: .warning, advice: "Add \"fresh\": true to the schema of the header field.")
                }
            }
        }
        if ["GET", "HEAD", "TRACE"].contains(request.method), let body = request.body, !body.isForbidden {
            reader.report(
                .badValue, "a \(request.method) request with a body: servers and proxies may ignore or reject the body",
                at: body.location, severity: .warning,
                advice: "Send the values in the query, or use POST or QUERY (RFC 9110 section 9.3.1).")
        }
        for response in operation.responses {
            for header in response.headers { reportField(header.name, at: header.location) }
            guard case .exact(let status) = response.status, Self.hasNoContent(status), let body = response.body,
                !body.isForbidden
            else { continue }
            reader.report(
                .badValue, "a response with status \(status) has no body, but the contract documents a body",
                at: body.location, advice: "Remove “body” (RFC 9110 section 6.4.1).")
        }
    }

    /// Reports requests and responses of a case that HTTP doesn't allow.
    func reportHTTP(_ step: StepDefinition) {
        if let request = step.request { request.headers.forEach { reportField($0) } }
        guard case .answer(let status, let headers, let body) = step.response.outcome else { return }
        for header in headers {
            reportField(header)
            guard ["content-length", "transfer-encoding"].contains(header.name.lowercased()), !header.value.isNull
            else { continue }
            reader.report(
                .badValue,
                "a case must not set “\(header.name)”: Accord derives the header field from the length of the body",
                at: header.value,
                advice: "Remove the header field. To test invalid framing, use a fault such as “short-body”.")
        }
        let documented = contract.operation(step.operationID)?.response(for: status)?.body
        // If the operation forbids a body, `report(_:_:)` already reports the body of the case.
        if let body, Self.hasNoContent(status), !body.isEmpty, documented?.isForbidden != true {
            reader.report(
                .badValue, "a response with status \(status) has no body, but the case specifies a body",
                at: body.location, advice: "Remove “body”, or use a different status (RFC 9110 section 6.4.1).")
        }
    }

    private func reportField(_ header: NamedValue) {
        reportField(header.name, at: SourceLocation(header.value))
        let lines = header.value.kind == .array ? Array(header.value.elements) : [header.value]
        for line in lines {
            let scalars = line.string?.unicodeScalars ?? "".unicodeScalars
            guard scalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) else { continue }
            reader.report(
                .badValue, "the value of “\(header.name)” contains a line break or a control character", at: line,
                advice: "To send several lines of the header field, write an array (RFC 9110 section 5.5).")
        }
    }

    private func reportField(_ name: String, at location: SourceLocation) {
        guard !HeaderGrammar.isToken(name) else { return }
        reader.report(
            .badValue, "invalid field name “\(name.debugDescription.dropFirst().dropLast())”", at: location,
            advice: "Use letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 section 5.6.2).")
    }

    private static func hasNoContent(_ status: Int) -> Bool { status < 200 || status == 204 || status == 304 }
}
