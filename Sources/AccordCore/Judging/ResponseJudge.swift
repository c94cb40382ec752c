import AccordContract
import AccordJSON

/// Judges a response: its status, headers, media type, body, schema, assertions, and how long it took.
struct ResponseJudge {
    let response: HTTPResponse
    let operation: Operation
    /// Reads bodies of XML, where assertions are made on them.
    var xpath: XPathReader?

    /// Judges by what the operation documents for the status, and by nothing else.
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

    /// Judges by what a case says, too.
    func judge(_ definition: ResponseDefinition, scope: Scope, elapsed: Double?) throws(SubstitutionError) -> Judgement
    {
        var judgement = Judgement()
        guard case .answer(let status, let headers, let body) = definition.outcome else { return judgement }
        if definition.matching == .documented, response.status != status { return judgeAnother() }
        let documented = operation.response(for: response.status)
        judgement.check(response.status == status, otherwise: wrongStatus(status, documented, definition.location))
        if let limit = definition.within, let elapsed {
            judgement.check(
                elapsed <= limit,
                otherwise: Finding(
                    rule: .responseWithin, blame: .server, "the answer took longer than documented",
                    contract: definition.location, place: .init(.transport), expected: "within \(limit) s",
                    actual: "\(elapsed) s"))
        }
        guard response.status == status else { return judgement }
        let resolution = BodyResolution(scope)
        var value: BodyValue?
        if let body { value = try resolution.value(body, documented?.body?.content ?? [], headers: headers) }
        let expectations = try self.headers(headers, documented?.headers ?? [], definition.matching, scope)
        let demands = CaseDemands(
            location: definition.location, headers: expectations, body: body, value: value,
            contentType: try BodyResolution.contentType(headers, scope).flatMap { MediaType(parsing: $0) },
            isExact: definition.matching == .exact, asserts: try AssertionResolution(scope).resolve(definition.asserts))
        if let documented {
            judgeContent(documented, demands, &judgement)
        } else {
            judgement.check(false, otherwise: undocumented())
        }
        return judgement
    }

    /// Judges an answer other than the one that the case has, which may be any that is documented.
    private func judgeAnother() -> Judgement {
        var judgement = judge()
        // A server that fails isn't excused by “default”: only a 5xx that is documented as such is meant.
        if response.status >= 500, operation.response(for: response.status)?.status == .any {
            judgement.check(false, otherwise: failed)
        }
        return judgement
    }

    private var failed: Finding {
        let known = operation.responses.map(\.status.description).joined(separator: ", ")
        return Finding(
            rule: .responseStatus, blame: .server, "a request that the contract allows made the server fail",
            contract: operation.request.location, place: .init(.status), expected: known,
            actual: String(response.status),
            advice: "Handle what the schemas allow, let them allow less, or document the status by its number.",
            details: excerpt)
    }

    /// What a case demands beyond the documentation.
    private struct CaseDemands {
        var location: SourceLocation
        var headers: [ExpectedParameter]
        var body: BodyDefinition?
        var value: BodyValue?
        var contentType: MediaType?
        var isExact: Bool
        var asserts: [Assertion]
    }

    /// A case's headers: by value if the case matches exactly, else that they are there; documented ones by schema.
    private func headers(
        _ named: [NamedValue], _ documented: [Parameter], _ matching: Matching, _ scope: Scope
    ) throws(SubstitutionError) -> [ExpectedParameter] {
        var result: [ExpectedParameter] = []
        for header in named where !header.name.isFieldName("Content-Type") {
            let parameter = documented.first { $0.name.isFieldName(header.name) }
            let value = try scope.substitute(header.value)
            let expectation: ExpectedParameter.Expectation =
                value.isNull
                ? .absent(allowing: nil) : matching == .exact || header.isExact ? .value(value) : .schema
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
            let own: ExpectedParameter.Expectation =
                parameter.isForbidden ? .absent(allowing: nil) : parameter.isRequired ? .schema : .optional
            if let index {
                // The case's value is judged, and the schema besides it.
                if case .value = expectations[index].expectation {
                    expectations.append(expected(parameter, .optional))
                }
            } else {
                expectations.append(expected(parameter, own))
            }
        }
        HeadersJudge(direction: .response, headers: response.headers).judge(expectations, into: &judgement)
        for assertion in demands?.asserts ?? [] where assertion.header != nil {
            HeaderAssertionJudge(headers: response.headers).judge(assertion, into: &judgement)
        }
        judgeBody(documented, demands, &judgement)
    }

    private func expected(
        _ parameter: Parameter, _ expectation: ExpectedParameter.Expectation
    ) -> ExpectedParameter {
        ExpectedParameter(
            name: parameter.name, parameter: parameter, expectation: expectation, location: parameter.location)
    }

    private func judgeBody(
        _ documented: ResponseDescription, _ demands: CaseDemands?, _ judgement: inout Judgement
    ) {
        let location = documented.body?.location ?? documented.location
        if operation.request.method == "HEAD", !response.body.isEmpty {
            return judgement.report(contentOfHead(location))
        }
        let statesNone = demands.map { $0.body != nil && $0.value == nil } ?? false
        if documented.body?.isForbidden == true || statesNone {
            judgement.check(
                response.body.isEmpty,
                otherwise: bodyFinding(
                    .responseBodyUnexpected, "the answer has a body where none is documented", "none",
                    Excerpt.of(response.body),
                    statesNone ? demands?.location ?? location : location))
            return
        }
        let hasContent = operation.request.method != "HEAD" && response.status != 204 && response.status != 304
        if response.body.isEmpty {
            let isRequired = documented.body.map { $0.isRequired && !$0.allowsNoBytes(response.headers) } ?? false
            let isNeeded = hasContent && isRequired
            let isStated = hasContent && demands?.value != nil && documented.body != nil
            if isNeeded || isStated || hasContent && demands?.asserts.contains(where: { $0.header == nil }) == true {
                judgement.check(
                    false,
                    otherwise: bodyFinding(.responseBodyMissing, "the answer has no body", "a body", "none", location))
            }
            return
        }
        if let finding = coding(documented, location) {
            judgement.check(false, otherwise: finding)
            return
        }
        for assertion in demands?.asserts ?? [] where assertion.xpath != nil {
            XPathAssertionJudge(body: response.body, reader: xpath).judge(assertion, into: &judgement)
        }
        var content = BodyJudge.Demands()
        content.documented = documented.body?.content ?? []
        content.chosen = demands?.contentType
        content.value = demands?.value
        content.isExact = demands?.isExact ?? false
        content.jsonReading = operation.jsonReading
        content.asserts = demands?.asserts.filter(\.isOnValue) ?? []
        guard documented.body != nil || content.isExact || !content.asserts.isEmpty else { return }
        BodyJudge(
            direction: .response, headers: response.headers, bytes: response.body,
            location: demands?.body?.location ?? location
        ).judge(content, into: &judgement)
    }

    private func contentOfHead(_ location: SourceLocation) -> Finding {
        Finding(
            rule: .httpHead, blame: .server, "content follows the answer to HEAD", contract: location,
            place: .init(.body, ""), expected: "none (RFC 9110 section 9.3.2)", actual: Excerpt.of(response.body),
            advice: "End with the header fields: a client takes what follows for its next answer.",
            details: ["curl --head doesn't show it: it reads nothing behind the header fields"])
    }

    /// What is wrong with the body's encoding; compressed bytes are fine where bytes are documented.
    private func coding(_ documented: ResponseDescription, _ location: SourceLocation) -> Finding? {
        guard !response.isDecoded, let coding = ContentCoding(response.headers) else { return nil }
        guard coding.mayBe(of: response.body) else {
            return Finding(
                rule: .responseBodyEncoding, blame: .server,
                "the answer says Content-Encoding: \(coding.name), but its body isn't", contract: location,
                place: .init(.body, ""), expected: coding.beginning ?? "a body compressed by \(coding.name)",
                actual: Excerpt.of(response.body),
                advice:
                    "Compress the body, or leave Content-Encoding out: clients undo it by themselves, and get nothing.")
        }
        guard
            documented.body?.content.contains(where: {
                $0.mediaType.isText || $0.mediaType.isForm || $0.mediaType.isLines || $0.mediaType.isMultipart
            }) ?? false
        else { return nil }
        return Finding(
            rule: .responseBodyEncoding, blame: .server,
            "the body is compressed by \(coding.name), and bodies are judged as they come", contract: location,
            place: .init(.header, "Content-Encoding"), expected: "no Content-Encoding",
            actual: "\(coding.name), \(response.body.count) bytes",
            advice:
                "Compress only what is asked for: Accept-Encoding is identity, unless the case has another, and a case "
                + "that has can document its body as bytes.")
    }

    private func bodyFinding(
        _ rule: Rule, _ message: String, _ expected: String, _ actual: String, _ location: SourceLocation
    ) -> Finding {
        Finding(
            rule: rule, blame: .server, message, contract: location, place: .init(.body, ""),
            expected: expected, actual: actual)
    }

    private func undocumented() -> Finding {
        let known = operation.responses.map(\.status.description).joined(separator: ", ")
        return Finding(
            rule: .responseStatusUndocumented, blame: .server, "the status \(response.status) isn't documented",
            contract: operation.location, place: .init(.status), expected: known, actual: String(response.status),
            advice: redirect?.advice ?? "Document it under “responses”, or stop answering it.",
            details: (redirect?.details ?? []) + excerpt)
    }

    private func wrongStatus(
        _ status: Int, _ documented: ResponseDescription?, _ location: SourceLocation
    ) -> Finding {
        var details = excerpt
        if let documented {
            details.insert("\(documented.status) is documented as: \(documented.description)", at: 0)
        } else {
            details.insert("\(response.status) isn't documented for this operation", at: 0)
        }
        return Finding(
            rule: documented == nil ? .responseStatusUndocumented : .responseStatus, blame: .server,
            "answered \(response.status) where \(status) is documented", contract: location, place: .init(.status),
            expected: String(status), actual: String(response.status),
            advice: (200...299).contains(status) ? redirect?.advice : nil, details: (redirect?.details ?? []) + details)
    }

    private var redirect: Redirect? { Redirect(response) }

    private var excerpt: [String] {
        response.body.isEmpty ? [] : ["the answer's body: \(Excerpt.of(response.body))"]
    }
}

/// What an answer's `Content-Encoding` claims of its body (RFC 9110 section 8.4), held against the body's first bytes.
struct ContentCoding {
    /// As it is written, in lower case; of several the one that was applied last.
    let name: String

    private static let known = ["gzip", "x-gzip", "deflate", "br", "zstd"]

    /// nil where nothing is claimed that is known to change a body.
    init?(_ headers: [HTTPField]) {
        guard let last = headers.values("Content-Encoding").last?.split(separator: ",").last else { return nil }
        name = last.lowercased().filter { $0 != " " && $0 != "\t" }
        guard Self.known.contains(name) else { return nil }
    }

    /// What a body of this coding begins with, in words; nil where it has no mark of its own.
    var beginning: String? {
        switch name {
        case "gzip", "x-gzip": "bytes that begin with 1F 8B (RFC 1952)"
        case "zstd": "bytes that begin with 28 B5 2F FD (RFC 8878)"
        default: nil
        }
    }

    /// False where the body can't have the coding: it lacks its mark, or is plain text.
    func mayBe(of body: [UInt8]) -> Bool {
        switch name {
        case "gzip", "x-gzip": body.starts(with: [0x1F, 0x8B])
        case "zstd": body.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        default: !Self.isPlain(body.prefix(1024))
        }
    }

    private static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x20..<0x7F).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
    }
}

/// An answer that sends elsewhere (RFC 9110 section 15.4): what to say of it, as nothing follows it by itself.
struct Redirect {
    /// Where it sends, as it is written; nil where it doesn't say.
    private let target: String?
    private let status: Int

    /// nil for any other answer.
    init?(_ response: HTTPResponse) {
        guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
        status = response.status
        target = response.headers.first("Location")
    }

    var details: [String] { [target.map { "it leads to \($0)" } ?? "it doesn't say where to: it has no Location"] }

    var advice: String {
        "No redirect is followed by itself. If it is meant, document \(status) and let the case have “steps”, the second one "
            + "asking for what Location names; if not, ask where it leads: by another base URL (https, a host, a prefix) or "
            + "path (a slash at its end)."
    }
}
