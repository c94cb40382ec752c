// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges a request as a whole: method, URL, query, header fields, cookies and body.
struct RequestJudge {
    var request: HTTPRequest
    let expected: ExpectedRequest

    func judge() -> Judgement {
        if request.isDecoded { return judgeDecoded() }
        var decoded = self
        do {
            try decoded.request.decode()
        } catch {
            decoded.request.body = []
            var judgement = decoded.judgeDecoded()
            judgement.findings.removeAll { $0.rule == .requestBodyMissing }
            judgement.report(
                Finding(
                    rule: .requestBodySyntax, "\(error)", contract: expected.location, place: .init(.body, ""),
                    expected: "a body encoded with gzip, deflate or nothing", actual: Excerpt.of(request.body),
                    advice: "Encode the body as Content-Encoding says."))
            return judgement
        }
        return decoded.judgeDecoded()
    }

    private func judgeDecoded() -> Judgement {
        if let rules = expected.rules { return rules.judge(request, baseURL: expected.baseURL) }
        var judgement = Judgement()
        // Most clients of the mock send the URL of a case byte for byte.
        let isAccepted = expected.acceptedURL?.isExactly(request.url) ?? false
        if !isAccepted || request.method != expected.operation.request.method {
            let url = URLParts(request.url)
            let isWhole = URLJudge(request, url, expected).judge(into: &judgement)
            if isWhole { judgeQuery(url.query ?? "", into: &judgement) }
        }
        HeadersJudge(direction: .request, headers: request.headers).judge(expected.headers, into: &judgement)
        judgeLines(&judgement)
        let cookies = request.headers.values("Cookie")
        if !expected.cookies.isEmpty || !cookies.isEmpty {
            // Judge each cookie by its name (RFC 6265).
            var judge = ItemsJudge(
                .cookie, expected.cookies, cookies.flatMap { HeaderGrammar.cookies($0) },
                location: expected.operation.request.location)
            judge.judge(into: &judgement)
        }
        judgeBody(&judgement)
        joinItemsOfBody(&judgement)
        return judgement
    }

    /// If the client sent body properties as query items and no body, replaces the findings about the query and the
    /// body by one finding.
    private func joinItemsOfBody(_ judgement: inout Judgement) {
        guard request.body.isEmpty, let body = expected.operation.request.body else { return }
        let names = Set(body.content.compactMap(\.schema).flatMap { $0.view.propertyNames })
        let moved = judgement.findings.filter { finding in
            finding.rule == .requestQueryUnexpected && finding.place?.name.map { names.contains($0) } == true
        }
        guard !moved.isEmpty else { return }
        judgement.findings.removeAll { $0.rule == .requestBodyMissing || moved.contains($0) }
        judgement.report(
            Finding(
                rule: .requestBodyMissing, "the client sent the properties of the body in the query",
                contract: body.location, place: .init(.body, ""), expected: "the properties in the body",
                actual: moved.compactMap(\.actual).joined(separator: "&"),
                advice: "Put the properties into httpBody: servers log URLs and limit their length."))
    }

    /// Reports line breaks in header fields. A line break starts a separate field (RFC 9110, section 5.5).
    private func judgeLines(_ judgement: inout Judgement) {
        judgement.assertions += 1
        for header in request.headers where HeaderGrammar.holdsLineBreak(header.value) {
            let named = expected.headers.first { $0.name.isFieldName(header.name) }
            judgement.report(
                Finding(
                    rule: .requestHeaderInjection,
                    "the client sent a line break in the value of the header “\(header.name)”",
                    contract: named?.location ?? expected.location, place: .init(.header, header.name),
                    expected: "no request, or a value without CR, LF and NUL",
                    actual: Excerpt.cut(header.value.debugDescription),
                    advice:
                        "In the client, reject values that contain line breaks, or remove the line breaks. "
                        + "A line break starts a new header field."))
        }
    }

    /// Judges a retry, which must equal the previous request byte for byte.
    ///
    /// The retry may go to a different documented server. A documented header field may differ if the case doesn't
    /// specify its value. An example is a signature that contains the time.
    func judgeRepetition(of previous: HTTPRequest) -> Judgement {
        var judgement = Judgement()
        repeats(request.method == previous.method, .init(.method), previous.method, request.method, &judgement)
        repeats(isSameResource(as: previous), .init(.path), previous.url, request.url, &judgement)
        repeats(
            request.body == previous.body, .init(.body, ""), Excerpt.of(previous.body), Excerpt.of(request.body),
            &judgement)
        for name in Set(previous.headers.map { $0.name.lowercased() }).sorted() where mustRepeat(name) {
            let lines = previous.headers.values(name)
            let sentValues = request.headers.values(name)
            repeats(
                sentValues == lines, .init(.header, name), lines.joined(separator: ", "),
                sentValues.joined(separator: ", "), &judgement)
        }
        return judgement
    }

    private func isSameResource(as previous: HTTPRequest) -> Bool {
        let resources = [previous, request].map { message in
            let server = expected.operation.servers.first { message.url.hasPrefix($0.url) }
            return message.url.dropFirst(server?.url.count ?? 0)
        }
        return resources[0] == resources[1]
    }

    private func mustRepeat(_ header: String) -> Bool {
        guard let documented = expected.headers.first(where: { $0.name.isFieldName(header) }) else {
            return !header.isFieldName("Host")
        }
        if documented.parameter?.isFresh == true || header.isIdempotencyKey { return true }
        if case .value = documented.expectation { return true }
        return false
    }

    private func repeats(
        _ isSame: Bool, _ place: Finding.Place, _ expected: String, _ actual: String, _ judgement: inout Judgement
    ) {
        judgement.check(
            isSame,
            otherwise: Finding(
                rule: .requestRepeat, "the retry differs from the previous request", contract: self.expected.location,
                place: place, expected: Excerpt.cut(expected), actual: Excerpt.cut(actual),
                advice: "In the client, store the URLRequest, and send the same URLRequest again."))
    }

    private func judgeBody(_ judgement: inout Judgement) {
        var demands = BodyJudge.Demands()
        demands.asserts = expected.asserts
        demands.jsonReading = expected.operation.jsonReading
        var location = expected.location
        switch expected.body {
        case .none:
            return judgement.check(
                request.body.isEmpty,
                otherwise: Finding(
                    rule: .requestBodyUnexpected, "the request has an unexpected body", contract: expected.location,
                    place: .init(.body, ""), expected: "none", actual: Excerpt.of(request.body),
                    advice: "Set httpBody of the URLRequest to nil, or document the body in the contract."))
        case .schema(let description, let isRequired):
            if request.body.isEmpty {
                let isThere = !isRequired || description.allowsNoBytes(request.headers)
                return judgement.check(isThere, otherwise: missingBody(description.location))
            }
            demands.documented = description.content
            location = description.location
        case .value(let value):
            location = value.location ?? location
            if request.body.isEmpty {
                return judgement.check(BodyWriter.write(value).bytes.isEmpty, otherwise: missingBody(location))
            }
            demands.documented = value.description.map { [$0] } ?? []
            demands.chosen = value.mediaType
            demands.value = value
            demands.isExact = expected.matching == .exact
            demands.judgesSchema = !demands.isExact
        }
        BodyJudge(direction: .request, headers: request.headers, bytes: request.body, location: location)
            .judge(demands, into: &judgement)
    }

    private func missingBody(_ location: SourceLocation) -> Finding {
        Finding(
            rule: .requestBodyMissing, "the body is missing from the request", contract: location,
            place: .init(.body, ""), expected: expected.body.sent.map { Excerpt.of(BodyWriter.write($0).bytes) },
            actual: "none",
            advice: "Set httpBody of the URLRequest, or set “required” of the body to false in the contract.")
    }
}

/// A hashable value that is equal for equal requests. The order of query items or form fields with different names
/// doesn't matter. JSON is compared by value, and multipart bodies are compared without the boundary.
package struct RequestIdentity: Hashable, Sendable {
    private enum Body: Hashable, Sendable {
        case json(JSON)
        case form([Form.Item])
        case parts([Multipart.Part])
        case bytes([UInt8])
    }

    private let method: String
    /// The URL without its query.
    private let target: String
    private let query: [Form.Item]
    private let body: Body

    package init(_ request: HTTPRequest) {
        method = request.method
        var parts = URLParts(request.url)
        query = Self.sorted(parts.query ?? "")
        parts.query = nil
        target = parts.description
        body = Self.body(request)
    }

    private static func body(_ request: HTTPRequest) -> Body {
        guard let type = request.headers.mediaType else { return .bytes(request.body) }
        if type.isJSON, let json = request.jsonBody { return .json(json) }
        if type.isForm { return .form(sorted(String(decoding: request.body, as: UTF8.self))) }
        if type.isMultipart, let boundary = type.parameter("boundary"),
            let multipart = try? Multipart(parsing: request.body, boundary: boundary)
        {
            return .parts(multipart.parts)
        }
        return .bytes(request.body)
    }

    /// Returns the name-value pairs of a query or form, sorted by name. Pairs with the same name keep their order.
    private static func sorted(_ text: String) -> [Form.Item] {
        Form.parse(text).sorted { $0.name < $1.name }
    }
}

extension ExpectedRequest {
    /// Judges the example. If the judge has no finding, the judge then accepts a request with the same URL faster.
    package mutating func acceptExample() {
        if RequestJudge(request: example, expected: self).judge().findings.isEmpty { acceptedURL = example.url }
    }
}
