import AccordContract

/// Judges an answer by what HTTP itself says of it.
struct ConventionJudge {
    let response: HTTPResponse
    /// The answer to the step before it.
    let previous: HTTPResponse?
    let operation: Operation
    let location: SourceLocation

    func judge(_ convention: HTTPConvention) -> Judgement {
        switch convention {
        case .head: judgeHead()
        case .unchanged(let validator): judgeUnchanged(validator)
        case .allow(let allowed): judgeAllow(allowed)
        }
    }

    /// As GET was answered; what a server would only know with the content may be left out of the header.
    private func judgeHead() -> Judgement {
        var judgement = Judgement()
        guard let previous else { return judgement }
        judgement.check(
            response.status == previous.status,
            otherwise: make(
                .httpHead, "HEAD is answered \(response.status) where GET is answered \(previous.status)",
                place: .init(.status), expected: String(previous.status), actual: String(response.status)))
        guard response.status == previous.status else { return judgement }
        let own = ResponseJudge(response: response, operation: operation).judge()
        judgement.assertions += own.assertions
        judgement.findings += own.findings.map { finding in
            var finding = finding
            if finding.rule == .responseHeaderMissing { finding.severity = .warning }
            return finding
        }
        let length = response.headers.first("Content-Length")
        judgement.check(
            length != "0" || previous.body.isEmpty,
            otherwise: make(
                .httpHead, "HEAD says that there is no content where GET has some",
                place: .init(.header, "Content-Length"), expected: "the length of the content, or no Content-Length",
                actual: "0"))
        return judgement
    }

    private func judgeUnchanged(_ validator: HTTPConvention.Validator) -> Judgement {
        var judgement = Judgement()
        guard response.status != 304 else {
            judgement.assertions += 1
            if operation.documentsNotModified {
                judgement.formUnion(ResponseJudge(response: response, operation: operation).judge())
            }
            return judgement
        }
        let isSuccess = (200...299).contains(response.status)
        let sent = previous?.headers.first(validator.rawValue) ?? ""
        var finding = make(
            .httpNotModified,
            "\(validator.condition) with the \(validator.rawValue) of the answer before it isn't "
                + "answered 304", place: .init(.status), expected: "304", actual: String(response.status))
        finding.details = ["\(validator.condition): \(Excerpt.cut(sent))"]
        let now = response.headers.first(validator.rawValue)
        if isSuccess, now != sent {
            let other = Excerpt.cut(now ?? "none")
            finding.details.append("the same content came with \(validator.rawValue): \(other)")
        }
        if isSuccess, !operation.documentsNotModified { finding.severity = .warning }
        judgement.check(false, otherwise: finding)
        return judgement
    }

    private func judgeAllow(_ allowed: AllowedMethods) -> Judgement {
        var judgement = ResponseJudge(response: response, operation: operation).judge()
        AllowJudge(response: response, allowed: allowed, location: location).judge(missing: .error, into: &judgement)
        return judgement
    }

    private func make(
        _ rule: Rule, _ message: String, place: Finding.Place, expected: String, actual: String
    ) -> Finding {
        Finding(
            rule: rule, blame: .server, message, contract: location, place: place, expected: expected, actual: actual,
            advice: rule.advice)
    }
}

extension HTTPConvention {
    /// Why nothing can be said of an answer: HEAD isn't supported, or what is shown changed meanwhile; nil where it is
    /// judged.
    package func obstacle(_ response: HTTPResponse, after previous: HTTPResponse?) -> String? {
        switch self {
        case .head:
            let isUnsupported = [405, 501].contains(response.status)
            return isUnsupported ? "HEAD isn't supported: it is answered \(response.status)" : nil
        case .unchanged(let validator):
            guard (200...299).contains(response.status), let previous else { return nil }
            let isSame = response.headers.first(validator.rawValue) == previous.headers.first(validator.rawValue)
            return isSame || response.body == previous.body
                ? nil : "what it shows changed between its two requests, and its \(validator.rawValue) with it"
        case .allow:
            return response.headers.first("Allow") == nil ? "the answer to OPTIONS has no Allow" : nil
        }
    }
}

/// Holds `Allow` to the methods that a path is documented for.
struct AllowJudge {
    let response: HTTPResponse
    let allowed: AllowedMethods
    let location: SourceLocation

    /// Judges what is there; of an answer 405 it has to be (RFC 9110 section 15.5.6).
    func judge(missing severity: Finding.Severity, into judgement: inout Judgement) {
        let lines = response.headers.values("Allow")
        guard !lines.isEmpty || response.status == 405 else { return }
        judgement.assertions += 1
        guard !lines.isEmpty else {
            judgement.report(finding("the answer 405 has no Allow", severity, "none"))
            return
        }
        let names = lines.joined(separator: ",").split(separator: ",").map { name in
            String(name.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" })
        }.filter { !$0.isEmpty }
        let lacking = allowed.documented.filter { !names.contains($0) }
        let others = names.filter { !allowed.documented.contains($0) && !allowed.others.contains($0) }
        guard !lacking.isEmpty || !others.isEmpty else { return }
        let parts = [("leaves out", lacking), ("has the undocumented", others)].filter { !$0.1.isEmpty }
        let words = parts.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: " and ")
        judgement.report(finding("Allow \(words)", .warning, lines.joined(separator: ", ")))
    }

    private func finding(_ message: String, _ severity: Finding.Severity, _ actual: String) -> Finding {
        Finding(
            rule: .httpAllow, severity: severity, blame: .server, message, contract: location,
            place: .init(.header, "Allow"), expected: allowed.documented.joined(separator: ", "),
            actual: Excerpt.cut(actual), advice: Rule.httpAllow.advice)
    }
}
