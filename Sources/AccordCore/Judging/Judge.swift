import AccordContract
import AccordJSON

/// The one judge: client tests, mock and verify hold messages to a contract with these functions.
package enum Judge {
    /// Judges a request that a client sent by a case's values.
    ///
    /// `previous` is the request before it, for a step that repeats it.
    package static func judge(
        _ request: HTTPRequest, against expected: ExpectedRequest, previous: HTTPRequest? = nil
    ) -> Judgement {
        let judge = RequestJudge(request: request, expected: expected)
        var judgement = judge.judge()
        if expected.repeatsPrevious, let previous { judgement.formUnion(judge.judgeRepetition(of: previous)) }
        return judgement
    }

    /// Judges a request by nothing but what is documented. `baseURLs` are the addresses that it may go to; empty: any.
    package static func judge(
        _ request: HTTPRequest, documentedBy operation: Operation, baseURLs: [String] = []
    ) -> Judgement {
        let bases = baseURLs.isEmpty ? [URLParts(request.url).baseURL(matching: operation)] : baseURLs
        let judgements = bases.map { base in
            RequestJudge(request: request, expected: ExpectedRequest(documentedBy: operation, baseURL: base)).judge()
        }
        return judgements.min { $0.findings.count < $1.findings.count } ?? Judgement()
    }

    /// Judges a server's answer to a step of a case. `elapsed` is in seconds, for `within`; `previous` is the answer to
    /// the step before it, `xpath` what reads XML for assertions on it.
    package static func judge(
        _ response: HTTPResponse, of case: Case, step: Int, scope: Scope, elapsed: Double? = nil,
        previous: HTTPResponse? = nil, xpath: XPathReader? = nil
    ) -> Judgement {
        let asked = `case`.steps[step]
        let judge = ResponseJudge(response: response, operation: asked.operation, xpath: xpath)
        if case .refusal(let refusal) = asked.answer {
            return RefusalJudge(response: response, operation: `case`.described(step), refusal: refusal).judge()
        }
        if case .generated(let generated) = asked.answer {
            return GeneratedJudge(response: response, operation: asked.operation, generated: generated).judge()
        }
        if case .convention(let convention) = asked.answer {
            return ConventionJudge(
                response: response, previous: previous, operation: asked.operation, location: `case`.location
            ).judge(convention)
        }
        guard case .documented(let definition) = asked.answer else { return judge.judge() }
        do {
            return try judge.judge(definition, scope: scope, elapsed: elapsed)
        } catch {
            return Judgement(findings: [error.finding], assertions: 1)
        }
    }

    /// Judges an answer by nothing but what its operation documents.
    package static func judge(_ response: HTTPResponse, documentedBy operation: Operation) -> Judgement {
        ResponseJudge(response: response, operation: operation).judge()
    }
}

extension Case {
    /// The operation whose documentation a step's answer is held to; a method that isn't documented has its case's.
    fileprivate func described(_ step: Int) -> Operation {
        self.steps[step].operation.id == self.operation.id ? self.operation : self.steps[step].operation
    }
}

extension ExpectedOutcome {
    /// How grave it is that a client does something else.
    package var severity: Finding.Severity { isRequired ? .error : .warning }
}

extension SubstitutionError {
    /// The finding of a case that can't be tried.
    package var finding: Finding {
        Finding(
            rule: .caseTemplate, blame: isMissingVariable ? .platform : .contract, message, contract: location,
            advice: advice)
    }
}

extension MissingOutput {
    /// The finding of an exchange without the output.
    package var finding: Finding {
        Finding(
            rule: .outputMissing, blame: .server, "the output “\(output.name)” has no value: \(reason)",
            contract: output.location, actual: value.map { Excerpt.of($0) },
            advice: "Cases that use it can't be tried.")
    }
}

/// What of a value is shown in a finding: never long, never unprintable.
enum Excerpt {
    static let limit = 160

    static func of(_ value: JSON) -> String { cut(value.compact) }

    static func of(_ value: JSONValue) -> String { cut(value.text) }

    static func quoted(_ text: String) -> String { cut(JSON.string(text).compact) }

    /// Text where the bytes are text, else the first of them in hex.
    static func of(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isControl) {
            return cut(text)
        }
        let digits = bytes.prefix(16).map { byte in
            let hex = String(byte, radix: 16, uppercase: true)
            return hex.utf8.count == 1 ? "0\(hex)" : hex
        }
        return digits.joined(separator: " ") + (bytes.count > 16 ? " …" : "") + " (\(count(bytes)))"
    }

    static func count(_ bytes: [UInt8]) -> String { bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes" }

    static func cut(_ text: String) -> String {
        guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.prefix(limit))
        return String(scalars) + "…"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" && scalar != "\t" && scalar != "\r" || scalar.value == 0x7F
    }
}
