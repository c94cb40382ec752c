// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges a request's method and the parts of its URL before the query.
struct URLJudge {
    let expected: ExpectedRequest
    let request: HTTPRequest
    private let actual: URLParts
    private let base: URLParts

    init(_ request: HTTPRequest, _ url: URLParts, _ expected: ExpectedRequest) {
        self.request = request
        self.expected = expected
        actual = url
        base = URLParts(expected.baseURL)
    }

    /// Judges the request. Returns `false` if a path parameter contains an unencoded ? or #. The query of the URL is
    /// then a part of the parameter's value, and must not be judged.
    func judge(into judgement: inout Judgement) -> Bool {
        let method = expected.operation.request.method
        judgement.check(
            request.method == method,
            otherwise: finding(
                .requestMethod, .method, "expected the method \(method), got \(request.method)", method, request.method)
        )
        if expected.operation.documentsAddress, !expected.baseURL.isEmpty { judgeAddress(&judgement) }
        return judgePath(&judgement)
    }

    private func judgeAddress(_ judgement: inout Judgement) {
        let scheme = base.scheme?.lowercased()
        judgement.check(
            actual.scheme?.lowercased() == scheme,
            otherwise: finding(.requestScheme, .scheme, "the request has the wrong URL scheme", scheme, actual.scheme))
        judgement.check(
            actual.host?.lowercased() == base.host?.lowercased(),
            otherwise: finding(.requestHost, .host, "the request goes to the wrong host", base.host, actual.host))
        judgement.check(
            actual.effectivePort == base.effectivePort || actual.scheme?.lowercased() != scheme && actual.port == nil,
            otherwise: finding(
                .requestPort, .port, "the request goes to the wrong port", base.effectivePort.map(String.init),
                actual.effectivePort.map(String.init)))
    }

    private func judgePath(_ judgement: inout Judgement) -> Bool {
        let path = actual.path.isEmpty ? "/" : actual.path
        // The expected path in findings. It contains a generated value for each path parameter that the case doesn't
        // specify. Accord compares it with the request only if the case specifies all path parameters.
        var expectedText: String { base.appending(path: expected.path, query: nil).path }
        if expected.isExact, Percent.normalized(path) == Percent.normalized(expectedText) {
            judgement.assertions += 1
            return true
        }
        // Parameters that share a segment, such as `{name}.{type}`, can be read in several ways. Judge the best one.
        let judgements = PathMatcher(expected.operation.request.path, base: base.path).matches(path).map { values in
            var judgement = Judgement()
            for parameter in expected.pathParameters {
                if let text = values[parameter.name] { judge(parameter, text, &judgement) }
            }
            return judgement
        }
        guard let best = judgements.min(by: { $0.findings.count < $1.findings.count }) else {
            judgement.check(false, otherwise: pathFinding(path, expectedText))
            return torn(path, expectedText) == nil
        }
        judgement.formUnion(best)
        judgement.assertions += 1
        return torn(path, expectedText) == nil
    }

    private func judge(_ parameter: ExpectedParameter, _ text: String, _ judgement: inout Judgement) {
        let shape = parameter.shape(in: .path)
        switch parameter.expectation {
        case .value(let value):
            let trees = ParameterReader(shape, layer: .rfc3986, expecting: value).readPath(text)
            judgement.check(
                trees.contains { $0.matches(value, as: shape) } && hasSameSlashes(parameter, value, text),
                otherwise: valueFinding(parameter, value, text, shape))
        case .schema, .optional, .absent:
            guard let schema = parameter.parameter?.schema else { return }
            judgement.assertions += 1
            guard Percent.isWellFormed(text) else {
                return judgement.report(
                    finding(parameter, text, "has a % that isn't followed by two hex digits"))
            }
            if !Percent.isUTF8(text) {
                judgement.report(finding(parameter, text, "isn't UTF-8 after decoding", severity: .warning))
            }
            let trees = ParameterReader(shape, layer: .rfc3986).readPath(text)
            if trees.isEmpty {
                let sample = parameter.sentValue ?? .null
                judgement.report(valueFinding(parameter, sample, text, shape))
            }
            let findings = SchemaFindings(rule: .requestPathSchema, part: .path, name: parameter.name)
            judgement.findings += findings.findings(ofReadings: trees.flatMap { $0.readings(as: shape) }, schema)
        }
    }

    /// Returns a finding about the value of a path parameter.
    private func finding(
        _ parameter: ExpectedParameter, _ text: String, _ what: String, rule: Rule = .requestPathEncoding,
        severity: Finding.Severity = .error, expected: String? = nil,
        advice: String = "Convert each value to UTF-8, and percent-encode the bytes once."
    ) -> Finding {
        Finding(
            rule: rule, severity: severity, "“\(parameter.name)” \(what)", contract: parameter.location,
            place: .init(.path, parameter.name), expected: expected.map { Excerpt.cut($0) }, actual: Excerpt.cut(text),
            advice: advice)
    }

    /// Whether the sent text and the expected value contain the same number of path separators. An encoded slash isn't
    /// a separator.
    private func hasSameSlashes(_ parameter: ExpectedParameter, _ value: JSON, _ text: String) -> Bool {
        let holdsSlashes = expected.operation.request.path.parts.contains { part in
            if case .parameter(let name, true) = part { name.isExactly(parameter.name) } else { false }
        }
        guard holdsSlashes, let expectedText = ScalarText.text(value) else { return true }
        return text.utf8.count { $0 == UInt8(ascii: "/") } == expectedText.utf8.count { $0 == UInt8(ascii: "/") }
    }

    private func valueFinding(
        _ parameter: ExpectedParameter, _ value: JSON, _ text: String, _ shape: ParameterShape
    ) -> Finding {
        let expectedText = ParameterWriter(shape).pathText(value)
        let meaning = ScalarText.text(value) ?? ""
        if let cause = EncodingCause.of(text, meaning: meaning, in: .path)
            ?? EncodingCause.torn(actual, meaning: meaning, of: text)
        {
            return finding(parameter, text, cause.message, expected: expectedText, advice: cause.advice)
        }
        return finding(
            parameter, text, "in the path has the wrong value", rule: .requestPath, expected: expectedText,
            advice:
                "The test passes \(Excerpt.of(value)) to the call. Look at the client's code that encodes the value.")
    }

    /// Returns a path parameter that an unencoded ? or # cuts off, and a description of the mistake. Returns `nil` if
    /// no path parameter is cut off.
    private func torn(_ path: String, _ expectedText: @autoclosure () -> String) -> (EncodingCause, ExpectedParameter)?
    {
        for parameter in expected.pathParameters {
            guard case .value(let value) = parameter.expectation, let text = ScalarText.text(value) else { continue }
            let expectedText = expectedText()
            let offset = expectedText.firstRange(of: Percent.encode(text))
            guard let offset else { continue }
            let head = expectedText[..<offset.lowerBound]
            guard path.hasPrefix(head) else { continue }
            if let torn = EncodingCause.torn(actual, meaning: text, of: String(path.dropFirst(head.count))) {
                return (torn, parameter)
            }
        }
        return nil
    }

    private func pathFinding(_ path: String, _ expectedText: String) -> Finding {
        if let (torn, parameter) = torn(path, expectedText) {
            return finding(parameter, path, torn.message, expected: expectedText, advice: torn.advice)
        }
        var finding = finding(
            .requestPath, .path, "the path differs from the documented path", Excerpt.cut(expectedText),
            Excerpt.cut(path))
        finding.advice = "Build the documented path, and percent-encode each value."
        finding.contract = expected.operation.request.location
        let template = expected.operation.request.path.description
        finding.details = ["documented as \(expected.operation.request.method) \(template)"]
        if path.utf8.last == UInt8(ascii: "/"), path.dropLast() == expectedText {
            finding.message = "the path ends in a slash that the contract doesn't document"
        } else if expectedText.utf8.last == UInt8(ascii: "/"), expectedText.dropLast() == path {
            finding.message = "the path lacks the documented slash at its end"
        } else if Percent.normalized(Percent.decodeText(path)) == Percent.normalized(expectedText), path.contains("%25")
        {
            finding.rule = .requestPathEncoding
            finding.message = "the path was percent-encoded twice"
            finding.advice = "Encode each value once: URLComponents encodes a value that you assign to `path`."
        } else if Percent.decodeText(path) == Percent.decodeText(expectedText) {
            finding.message = "the path has a slash instead of %2F, or %2F instead of a slash"
            finding.advice = "Encode a slash within a value as %2F: `.urlPathAllowed` doesn't encode a slash."
        } else if path.lowercased() == expectedText.lowercased() {
            finding.message = "the path differs from the documented path in letter case"
        } else if !base.path.isEmpty, base.path != "/", base.path + path == expectedText {
            finding.message = "the URL lacks the path of the base URL, \(base.path)"
            finding.advice =
                "Append the path to the base URL. A path that starts with a slash replaces the path of the base URL."
        }
        return finding
    }

    private func finding(
        _ rule: Rule, _ part: Finding.Place.Part, _ message: String, _ expected: String?, _ actual: String?
    ) -> Finding {
        Finding(
            rule: rule, message, contract: self.expected.location, place: .init(part), expected: expected,
            actual: actual ?? "none")
    }
}

extension ExpectedRequest {
    /// Whether every path parameter has an exact expected value. Accord then compares the whole path.
    var isExact: Bool { pathParameters.allSatisfy { if case .value = $0.expectation { true } else { false } } }
}

extension EncodingCause {
    /// Returns the mistake that a client doesn't encode a ? or # in a path parameter. This character ends the path. The
    /// value may also contain an unencoded slash.
    ///
    /// Compares the parameter's expected value, such as `a?b`, with its text in the sent path, such as `a`. Returns `nil`
    /// if the text doesn't end before a ? or # in the value.
    fileprivate static func torn(_ sent: URLParts, meaning value: String, of text: String) -> Self? {
        let head = Array(Percent.decodeText(text).utf8)
        let valueBytes = Array(value.utf8)
        guard head.count < valueBytes.count, valueBytes.starts(with: head) else { return nil }
        let end = valueBytes[head.count]
        // In `?#`, the query is empty, and URLSession leaves it out.
        let isQuery = sent.query != nil || valueBytes.dropFirst(head.count + 1).first == UInt8(ascii: "#")
        guard end == UInt8(ascii: "#") || end == UInt8(ascii: "?") && isQuery else { return nil }
        let character = String(UnicodeScalar(end))
        return Self(
            message: text.contains("/")
                ? "contains / and \(character) without percent-encoding, and the server reads a different path"
                : "contains an unencoded \(character), which ends the path",
            advice: "Percent-encode every character except A-Z, a-z, 0-9 and -._~: `.urlPathAllowed` doesn't encode /.")
    }
}
