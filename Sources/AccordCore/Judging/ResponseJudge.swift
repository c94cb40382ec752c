// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges a response: status code, header fields, media type, body, schema, assertions and duration.
struct ResponseJudge {
    let response: HTTPResponse
    let operation: Operation

    /// Judges the response against the documentation of its status code, without a case.
    func judge() -> Judgement {
        var judgement = Judgement()
        guard let documented = operation.response(for: response.status) else {
            judgement.check(false, otherwise: undocumented())
            return judgement
        }
        judgement.assertions += 1
        judgeContent(documented, nil, &judgement)
        return judgement
    }

    /// Judges the response against a case and the documentation.
    func judge(_ definition: ResponseDefinition, scope: Scope, elapsed: Double?) throws(SubstitutionError) -> Judgement
    {
        if let judge = definition.rules.asJudge { return judge.judge(response) }
        var judgement = Judgement()
        guard case .answer(let status, let headers, let body) = definition.outcome else { return judgement }
        let documented = operation.response(for: response.status)
        // Without an example of a response, any success passes, such as 206 for an example of `Range`.
        let isOtherSuccess =
            documented?.status == .exact(response.status)
            && operation.response(for: status)?.location == definition.location
            && [status, response.status].allSatisfy((200...299).contains)
        if response.status != status, definition.matching == .documented || isOtherSuccess { return judgeAnother() }
        judgement.check(response.status == status, otherwise: wrongStatus(status, documented, definition.location))
        if let limit = definition.within, let elapsed {
            judgement.check(
                elapsed <= limit,
                otherwise: Finding(
                    rule: .responseWithin, "the response took longer than documented", contract: definition.location,
                    place: .init(.transport), expected: "within \(limit) s", actual: "\(elapsed) s"))
        }
        guard response.status == status else { return judgement }
        var value: BodyValue?
        if let body { value = try scope.body(body, documented?.body?.content ?? [], headers: headers) }
        let expectations = try self.headers(headers, documented?.headers ?? [], definition.matching, scope)
        let demands = CaseDemands(
            location: definition.location, headers: expectations, body: body, value: value,
            contentType: try scope.contentType(headers), isExact: definition.matching == .exact,
            asserts: try scope.resolve(definition.asserts))
        if let documented {
            judgeContent(documented, demands, &judgement)
        } else {
            judgement.check(false, otherwise: undocumented())
        }
        return judgement
    }

    /// Judges a response with a different status code than the case expects. The contract documents this status code.
    private func judgeAnother() -> Judgement {
        var judgement = judge()
        // A 5xx response passes only if the contract documents the status code or 5XX. “default” isn't sufficient.
        if response.status >= 500, operation.response(for: response.status)?.status == .any {
            judgement.check(
                false,
                otherwise: .crash(
                    response, of: operation, expected: operation.responses.map(\.status), rule: .responseStatus))
        }
        return judgement
    }

    /// The requirements of a case for a response, in addition to the operation's documentation.
    private struct CaseDemands {
        var location: SourceLocation
        var headers: [ExpectedParameter]
        var body: BodyDefinition?
        var value: BodyValue?
        var contentType: MediaType?
        var isExact: Bool
        var asserts: [Assertion]
    }

    /// Returns the expected header fields. With exact matching, a field must have the value in the case. Otherwise, the
    /// value must satisfy the schema. A field that the case sets to null must be absent.
    private func headers(
        _ named: [NamedValue], _ documented: [Parameter], _ matching: Matching, _ scope: Scope
    ) throws(SubstitutionError) -> [ExpectedParameter] {
        var result: [ExpectedParameter] = []
        for header in named where !header.name.isFieldName("Content-Type") {
            let parameter = documented.first { $0.name.isFieldName(header.name) }
            let value = try scope.substitute(header.value)
            let expectation: ExpectedParameter.Expectation =
                value.isNull ? .absent(allowing: nil) : matching == .exact || header.isExact ? .value(value) : .schema
            result.append(
                ExpectedParameter(
                    name: header.name, parameter: parameter, expectation: expectation,
                    location: SourceLocation(header.value)))
        }
        return result
    }

    private func judgeContent(
        _ documented: ResponseDescription, _ demands: CaseDemands?, _ judgement: inout Judgement
    ) {
        let named = demands?.headers ?? []
        var expectations = named
        for parameter in documented.headers where !parameter.name.isFieldName("Content-Type") {
            let index = expectations.firstIndex { $0.name.isFieldName(parameter.name) }
            var expected = ExpectedParameter(documentedBy: parameter)
            if let index {
                // The case specifies the value. Judge the value by the documented schema, too.
                guard case .value = expectations[index].expectation else { continue }
                expected.expectation = .optional
            }
            expectations.append(expected)
        }
        HeadersJudge(direction: .response, headers: response.headers).judge(expectations, into: &judgement)
        for assertion in demands?.asserts ?? [] where assertion.header != nil {
            assertion.judge(response.headers, into: &judgement)
        }
        judgeBody(documented, demands, &judgement)
    }

    private func judgeBody(_ documented: ResponseDescription, _ demands: CaseDemands?, _ judgement: inout Judgement) {
        let location = documented.body?.location ?? documented.location
        if operation.request.method == "HEAD", !response.body.isEmpty {
            return judgement.report(
                Finding(
                    rule: .httpHead, "the server sent content after the response to HEAD", contract: location,
                    place: .init(.body, ""), expected: "none (RFC 9110 section 9.3.2)",
                    actual: Excerpt.of(response.body),
                    advice: "Send only header fields in a response to HEAD: clients read content as the next response.",
                    details: ["curl --head stops after the header fields, and doesn't show the content"]))
        }
        if let content = forbiddenContent {
            return judgement.report(
                bodyFinding(
                    .responseBodyUnexpected, "a response with the status code \(response.status) has content",
                    "none (RFC 9110 section 6.4.1)", content, location))
        }
        let statesNone = demands.map { $0.body != nil && $0.value == nil } ?? false
        if documented.body?.isForbidden == true || statesNone {
            return judgement.check(
                response.body.isEmpty,
                otherwise: bodyFinding(
                    .responseBodyUnexpected, "the response has a body that the contract doesn't document", "none",
                    Excerpt.of(response.body), statesNone ? demands?.location ?? location : location))
        }
        let hasContent = operation.request.method != "HEAD" && response.status != 204 && response.status != 304
        if response.body.isEmpty {
            // If Accord closed the stream, an empty body is no error: the server could have sent items later.
            guard response.stream?.closing == nil else { return }
            let isRequired = documented.body.map { $0.isRequired && !$0.allowsNoBytes(response.headers) } ?? false
            let isNeeded = hasContent && isRequired
            let isStated = hasContent && demands?.value != nil && documented.body != nil
            if isNeeded || isStated || hasContent && demands?.asserts.contains(where: { $0.header == nil }) == true {
                judgement.check(
                    false,
                    otherwise: bodyFinding(.responseBodyMissing, "the response has no body", "a body", "none", location)
                )
            }
            return
        }
        if let finding = coding(documented, location) { return judgement.check(false, otherwise: finding) }
        for assertion in demands?.asserts ?? [] {
            guard let path = assertion.xpath else { continue }
            judgement.report(
                Finding(
                    rule: .responseBodyAssert, severity: .warning, blame: .platform,
                    "Accord can't check the assertion \(path), because Accord doesn't read XML",
                    contract: assertion.location, place: .init(.body, "")))
        }
        var content = BodyJudge.Demands()
        content.documented = documented.body?.content ?? []
        content.chosen = demands?.contentType
        content.value = demands?.value
        content.isExact = demands?.isExact ?? false
        content.jsonReading = operation.jsonReading
        content.asserts = demands?.asserts.filter(\.isOnValue) ?? []
        guard documented.body != nil || content.isExact || !content.asserts.isEmpty else {
            // In a contract in JSON, a response without “body” may have any body.
            guard documented.location.isTranslated else { return }
            var finding = bodyFinding(
                .responseBodyUnexpected, "the response has a body that the document doesn't describe", "none",
                Excerpt.of(response.body), location)
            finding.severity = .warning
            finding.advice = "Add “content” to the response in the document, or send no body."
            return judgement.report(finding)
        }
        BodyJudge(
            direction: .response, headers: response.headers, bytes: response.body, stream: response.stream,
            location: demands?.body?.location ?? location
        ).judge(content, into: &judgement)
    }

    /// The content of a 204 or 304, which must have none: the body, or the fields that announce it (RFC 9110 section
    /// 8.6, RFC 9112 section 6.1). HTTP clients don't read the content itself.
    private var forbiddenContent: String? {
        guard response.status == 204 || response.status == 304 else { return nil }
        if !response.body.isEmpty { return Excerpt.of(response.body) }
        guard response.status == 204 else { return nil }
        return response.headers.first {
            $0.isNamed("Transfer-Encoding") || $0.isNamed("Content-Length") && $0.value != "0"
        }.map { "\($0.name): \($0.value)" }
    }

    /// Returns a finding if the body doesn't match `Content-Encoding`, or if the request doesn't accept the content
    /// coding. Compressed bytes pass if the contract documents the body as bytes.
    private func coding(_ documented: ResponseDescription, _ location: SourceLocation) -> Finding? {
        guard !response.isDecoded, let coding = ContentCoding(response.headers) else { return nil }
        guard coding.mayBe(of: response.body) else {
            return Finding(
                rule: .responseBodyEncoding,
                "Content-Encoding is \(coding.name), but the body isn't compressed with \(coding.name)",
                contract: location, place: .init(.body, ""),
                expected: coding.beginning ?? "a body compressed with \(coding.name)",
                actual: Excerpt.of(response.body),
                advice: "Compress the body, or omit Content-Encoding: otherwise, clients can't read the body.")
        }
        guard
            documented.body?.content.contains(where: {
                $0.mediaType.isText || $0.mediaType.isForm || $0.mediaType.isLines || $0.mediaType.isMultipart
            }) ?? false
        else { return nil }
        return Finding(
            rule: .responseBodyEncoding,
            "the body is compressed with \(coding.name), but the request doesn't accept \(coding.name)",
            contract: location, place: .init(.header, "Content-Encoding"), expected: "no Content-Encoding",
            actual: "\(coding.name), \(response.body.count) bytes",
            advice: "Compress a body only if Accept-Encoding allows the encoding. "
                + "By default, Accord sends “Accept-Encoding: identity”. "
                + "If a case sends a different Accept-Encoding, document its response body as bytes.")
    }

    private func bodyFinding(
        _ rule: Rule, _ message: String, _ expected: String, _ actual: String, _ location: SourceLocation
    ) -> Finding {
        Finding(rule: rule, message, contract: location, place: .init(.body, ""), expected: expected, actual: actual)
    }

    private func undocumented() -> Finding {
        Finding(
            rule: .responseStatusUndocumented, blame: response.status < 500 ? .contract : .server,
            "undocumented status code \(response.status)", contract: operation.location, place: .init(.status),
            expected: operation.documentedStatuses, actual: String(response.status),
            advice: redirect?.advice
                ?? (response.status < 500
                    ? "Document the status code under “responses”, or respond with a documented status code."
                    : Rule.fuzzCrashed.advice),
            details: (redirect?.details ?? []) + response.excerpt)
    }

    private func wrongStatus(_ status: Int, _ documented: ResponseDescription?, _ location: SourceLocation) -> Finding {
        var details = response.excerpt
        let advice =
            response.status >= 500
            ? "Look for the reason in the response body and in the server's log."
            : (documented == nil ? Rule.responseStatusUndocumented : .responseStatus).advice
        if let documented {
            details.insert("the contract documents \(documented.status) as “\(documented.description)”", at: 0)
        } else {
            details.insert("the contract doesn't document \(response.status) for this operation", at: 0)
        }
        return Finding(
            rule: documented == nil ? .responseStatusUndocumented : .responseStatus,
            "expected the status code \(status), got \(response.status)", contract: location, place: .init(.status),
            expected: String(status), actual: String(response.status),
            advice: (200...299).contains(status) ? redirect?.advice ?? advice : advice,
            details: (redirect?.details ?? []) + details)
    }

    /// Advice and details for findings about a redirect (RFC 9110, section 15.4), which Accord doesn't follow. It is
    /// `nil` if the response isn't a redirect.
    private var redirect: (advice: String, details: [String])? {
        guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
        let target = response.headers.first("Location").map { "the response redirects to \($0)" }
        let advice =
            "Accord doesn't follow redirects. Document \(response.status), and add a second step that requests the "
            + "Location. If the redirect is a mistake, correct the base URL or the path. "
            + "Look for http in place of https, a wrong host, a missing prefix or a trailing slash."
        return (advice, [target ?? "the redirect has no Location header field"])
    }
}

extension HTTPResponse {
    /// The detail of a finding that shows the body, if there is one.
    var excerpt: [String] { body.isEmpty ? [] : ["response body: \(Excerpt.of(body))"] }
}

extension Operation {
    /// The documented status codes, in one line.
    var documentedStatuses: String { responses.map(\.status.description).joined(separator: ", ") }
}
