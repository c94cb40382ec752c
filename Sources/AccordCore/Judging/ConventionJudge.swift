// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges whether a response follows a rule of HTTP, such as that HEAD has the header fields of GET.
struct ConventionJudge {
    let response: HTTPResponse
    /// The response to the previous step, such as a GET before a HEAD.
    let previous: HTTPResponse?
    let operation: Operation
    let location: SourceLocation

    func judge(_ convention: HTTPConvention) -> Judgement {
        switch convention {
        case .head: return judgeHead()
        case .unchanged(let validator): return judgeUnchanged(validator)
        case .allow(let allowed):
            var judgement = Judge.judge(response, documentedBy: operation)
            allowed.judge(response, missing: .error, at: location, into: &judgement)
            return judgement
        }
    }

    /// Judges whether the response to HEAD has the status code and the header fields of the response to GET. A missing
    /// header field is only a warning.
    private func judgeHead() -> Judgement {
        var judgement = Judgement()
        guard let previous else { return judgement }
        judgement.check(
            response.status == previous.status,
            otherwise: make(
                .httpHead, "the server responded with \(response.status) to HEAD, but with \(previous.status) to GET",
                place: .init(.status), expected: String(previous.status), actual: String(response.status)))
        guard response.status == previous.status else { return judgement }
        let documented = Judge.judge(response, documentedBy: operation)
        judgement.assertions += documented.assertions
        judgement.findings += documented.findings.map { finding in
            var finding = finding
            if finding.rule == .responseHeaderMissing { finding.severity = .warning }
            return finding
        }
        let length = response.headers.first("Content-Length")
        judgement.check(
            length != "0" || previous.body.isEmpty,
            otherwise: make(
                .httpHead, "Content-Length is 0 in the response to HEAD, but the response to GET has content",
                place: .init(.header, "Content-Length"), expected: "the length of the content, or no Content-Length",
                actual: "0"))
        return judgement
    }

    private func judgeUnchanged(_ validator: HTTPConvention.Validator) -> Judgement {
        var judgement = Judgement()
        guard response.status != 304 else {
            judgement.assertions += 1
            if operation.documentsNotModified {
                judgement.formUnion(Judge.judge(response, documentedBy: operation))
            }
            return judgement
        }
        let isSuccess = (200...299).contains(response.status)
        let sent = previous?.headers.first(validator.rawValue) ?? ""
        var finding = make(
            .httpNotModified,
            "the server didn't respond with 304, although \(validator.condition) had the value of the "
                + "previous \(validator.rawValue)",
            place: .init(.status), expected: "304", actual: String(response.status))
        finding.details = ["\(validator.condition): \(Excerpt.cut(sent))"]
        let now = response.headers.first(validator.rawValue)
        if isSuccess, now != sent {
            let other = Excerpt.cut(now ?? "none")
            finding.details.append("\(validator.rawValue) of this response: \(other)")
        }
        if isSuccess, !operation.documentsNotModified { finding.severity = .warning }
        judgement.check(false, otherwise: finding)
        return judgement
    }

    private func make(
        _ rule: Rule, _ message: String, place: Finding.Place, expected: String, actual: String
    ) -> Finding {
        Finding(
            rule: rule, message, contract: location, place: place, expected: expected, actual: actual,
            advice: rule.advice)
    }
}

extension HTTPConvention {
    /// Returns the reason why Accord can't judge the response, or `nil` if Accord can. For example, the content may
    /// have changed between the two requests.
    package func obstacle(_ response: HTTPResponse, after previous: HTTPResponse?) -> String? {
        switch self {
        case .head:
            let isUnsupported = [405, 501].contains(response.status)
            return isUnsupported ? "the server doesn't support HEAD: it responded with \(response.status)" : nil
        case .unchanged(let validator):
            guard (200...299).contains(response.status), let previous else { return nil }
            let isSame = response.headers.first(validator.rawValue) == previous.headers.first(validator.rawValue)
            return isSame || response.body == previous.body
                ? nil : "the content and its \(validator.rawValue) changed between the two requests"
        case .allow: return response.headers.first("Allow") == nil ? "the response to OPTIONS has no Allow header" : nil
        }
    }
}

extension AllowedMethods {
    /// Compares the methods in the header field `Allow` with the documented methods of the path. RFC 9110, section
    /// 15.5.6, requires this field in a 405 response.
    func judge(
        _ response: HTTPResponse, missing severity: Finding.Severity, at location: SourceLocation,
        into judgement: inout Judgement
    ) {
        let lines = response.headers.values("Allow")
        guard !lines.isEmpty || response.status == 405 else { return }
        judgement.assertions += 1
        guard !lines.isEmpty else {
            return judgement.report(finding("the 405 response has no Allow header", severity, "none", location))
        }
        let names = lines.flatMap { HeaderGrammar.list($0) }
        let lacking = documented.filter { !names.contains($0) }
        let others = names.filter { !documented.contains($0) && !self.others.contains($0) }
        guard !lacking.isEmpty || !others.isEmpty else { return }
        let parts = [("leaves out", lacking), ("lists the undocumented", others)].filter { !$0.1.isEmpty }
        let words = parts.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: " and ")
        judgement.report(finding("the Allow header \(words)", .warning, lines.joined(separator: ", "), location))
    }

    private func finding(
        _ message: String, _ severity: Finding.Severity, _ actual: String, _ location: SourceLocation
    ) -> Finding {
        Finding(
            rule: .httpAllow, severity: severity, message, contract: location, place: .init(.header, "Allow"),
            expected: documented.joined(separator: ", "), actual: Excerpt.cut(actual), advice: Rule.httpAllow.advice)
    }
}
