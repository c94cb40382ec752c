import AccordContract
import AccordJSON

/// Judges header lines: names without case, values by their grammar; what isn't expected may be there.
struct HeadersJudge {
    let direction: Direction
    let headers: [HTTPField]

    func judge(_ expectations: [ExpectedParameter], into judgement: inout Judgement) {
        for expectation in expectations { judge(expectation, &judgement) }
    }

    private func judge(_ expected: ExpectedParameter, _ judgement: inout Judgement) {
        let lines = headers.values(expected.name)
        switch expected.expectation {
        case .value(let value):
            guard !lines.isEmpty else {
                if expected.fallback == value {
                    judgement.assertions += 1
                    return
                }
                let wanted = RequestBuilder.lines(expected, value).map(\.value).joined(separator: ", ")
                judgement.check(false, otherwise: missing(expected, wanted))
                return
            }
            let shape = RequestBuilder.shape(expected, .header)
            judgement.check(
                HeaderComparison(expected.name, shape).isSame(value, lines),
                otherwise: mismatch(expected, value, lines))
        case .schema:
            judgement.check(!lines.isEmpty, otherwise: missing(expected, nil))
            judgeSchema(expected, lines, &judgement)
        case .optional: judgeSchema(expected, lines, &judgement)
        case .absent(let allowed):
            let shape = RequestBuilder.shape(expected, .header)
            let isDefault = allowed.map { HeaderComparison(expected.name, shape).isSame($0, lines) } ?? false
            judgement.check(lines.isEmpty || isDefault, otherwise: forbidden(expected, lines))
        }
    }

    private func judgeSchema(_ expected: ExpectedParameter, _ lines: [String], _ judgement: inout Judgement) {
        guard !lines.isEmpty, let parameter = expected.parameter else { return }
        let shape = parameter.shape
        let trees = ParameterReader(shape, layer: .plain).readHeader(lines)
        let findings = SchemaFindings(
            rule: direction.rule(.requestHeaderSchema, .responseHeaderSchema), blame: direction.blame, part: .header,
            name: expected.name)
        judgement.assertions += 1
        judgement.findings += findings.findings(
            ofReadings: trees.flatMap { $0.readings(as: shape) }, parameter.schema)
    }

    private func missing(_ expected: ExpectedParameter, _ wanted: String?) -> Finding {
        finding(
            direction.rule(.requestHeaderMissing, .responseHeaderMissing), expected,
            "the header “\(expected.name)” is missing", expected: wanted, actual: "none",
            advice: direction == .request
                ? expected.parameter?.isRequired == false
                    ? "Set it on the URLRequest: the case gives it a value."
                    : "Set it on the URLRequest, or document it as \"required\": false."
                : "Send it, or document it as \"required\": false.")
    }

    private func mismatch(_ expected: ExpectedParameter, _ value: JSON, _ lines: [String]) -> Finding {
        let wanted = RequestBuilder.lines(expected, value).map(\.value).joined(separator: ", ")
        let actual = lines.joined(separator: ", ")
        var message = "the header “\(expected.name)” has another value"
        var advice: String?
        let isAuthorization = expected.name.isFieldName("Authorization")
        if isAuthorization, let scheme = wanted.split(separator: " ").first, wanted.hasSuffix(actual), wanted != actual
        {
            message = "“\(expected.name)” has no scheme in front of its credentials"
            advice = "Send “\(scheme) ” in front of them."
        } else if actual.isEmpty {
            message = "the header “\(expected.name)” is empty"
        }
        return finding(
            direction.rule(.requestHeaderValue, .responseHeaderValue), expected, message, expected: Excerpt.cut(wanted),
            actual: Excerpt.cut(actual),
            advice: advice)
    }

    private func forbidden(_ expected: ExpectedParameter, _ lines: [String]) -> Finding {
        // Said by the contract or by the case's null, unless the place is the documented parameter itself.
        let isForbidden = expected.parameter.map { $0.isForbidden || $0.location != expected.location } ?? true
        return finding(
            direction.rule(.requestHeaderForbidden, .responseHeaderForbidden), expected,
            isForbidden
                ? "the header “\(expected.name)” must not be there"
                : "the header “\(expected.name)” was \(direction.verb), and the case doesn't name it",
            expected: "none", actual: Excerpt.cut(lines.joined(separator: ", ")))
    }

    private func finding(
        _ rule: Rule, _ expectation: ExpectedParameter, _ message: String, expected: String?, actual: String?,
        advice: String? = nil
    ) -> Finding {
        Finding(
            rule: rule, blame: direction.blame, message, contract: expectation.location,
            place: .init(.header, expectation.name), expected: expected, actual: actual, advice: advice)
    }
}
