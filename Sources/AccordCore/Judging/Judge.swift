// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges the requests and responses of client tests, the mock and `verify`.
package enum Judge {
    /// Judges whether a client's request is the request that a case expects.
    ///
    /// - Parameter previous: The previous request, for a step that repeats it.
    package static func judge(
        _ request: HTTPRequest, against expected: ExpectedRequest, previous: HTTPRequest? = nil
    ) -> Judgement {
        let judge = RequestJudge(request: request, expected: expected)
        var judgement = judge.judge()
        if expected.repeatsPrevious, let previous { judgement.formUnion(judge.judgeRepetition(of: previous)) }
        return judgement
    }

    /// Judges a request against the documentation of its operation, without a case.
    ///
    /// - Parameter baseURLs: The allowed base addresses. An empty array allows any address.
    package static func judge(
        _ request: HTTPRequest, documentedBy operation: Operation, baseURLs: [String] = []
    ) -> Judgement {
        let bases = baseURLs.isEmpty ? [URLParts(request.url).baseURL(matching: operation)] : baseURLs
        let judgements = bases.map { base in
            RequestJudge(request: request, expected: ExpectedRequest(documentedBy: operation, baseURL: base)).judge()
        }
        return judgements.min { $0.findings.count < $1.findings.count } ?? Judgement()
    }

    /// Judges a request against a newer version of its operation. Omits findings that the request also causes with the
    /// older version.
    package static func judge(
        _ request: HTTPRequest, documentedBy newer: Operation, ratherThan older: Operation
    ) -> [Finding] {
        func key(_ finding: Finding) -> String {
            "\(finding.rule) \(finding.place?.description ?? "") \(finding.message)"
        }
        let known = Set(judge(request, documentedBy: older).findings.map(key))
        return judge(request, documentedBy: newer).findings.filter { !known.contains(key($0)) }
    }

    /// Judges a server's response to a step of a case.
    ///
    /// - Parameters:
    ///   - elapsed: The seconds between the request and the response. `within` in the contract limits this time.
    ///   - previous: The response to the previous step.
    ///   - exchanges: The exchanges of the case, ending with the judged exchange. Accord uses them only for generated
    ///     requests.
    package static func judge(
        _ response: HTTPResponse, of case: Case, step: Int, scope: Scope, elapsed: Double? = nil,
        previous: HTTPResponse? = nil, exchanges: [StepExchange] = []
    ) -> Judgement {
        let operation = `case`.steps[step].operation
        let judge = ResponseJudge(response: response, operation: operation)
        switch `case`.steps[step].answer {
        case .documented(let definition):
            // A link says which resource a request asks for, but not its state: a job may be done (303) or not (200).
            // So does the example of a PUT with a documented 201: the resource may exist (RFC 9110, section 9.3.4).
            let origin = `case`.definition.origin
            let isPut = operation.request.method == "PUT" && operation.response(for: 201)?.status == .exact(201)
            if origin == .linked || origin == .example && isPut,
                (200..<400).contains(response.status), response.status != 304,
                definition.status.map({ $0 < 400 && $0 != response.status }) == true,
                operation.response(for: response.status)?.status == .exact(response.status)
            {
                return judge.judge()
            }
            // A server may keep a deleted resource, and say that it is deleted, or distinguish it from a missing one.
            if `case`.definition.origin == .linked, let status = definition.status, [404, 410].contains(status),
                [404, 410].contains(response.status) || response.saysDeleted(operation)
            {
                return judge.judge()
            }
            do {
                return try judge.judge(definition, scope: scope, elapsed: elapsed)
            } catch {
                return Judgement(findings: [error.finding], assertions: 1)
            }
        case .prepared, .fault: return judge.judge()
        case .refusal(let refusal):
            // For a step with an undocumented method, the operation of the case documents the response.
            let documenting = operation.id == `case`.operation.id ? `case`.operation : operation
            return RefusalJudge(response: response, operation: documenting, refusal: refusal).judge()
        case .generated(let generated):
            var judgement = judge.judge(generated)
            if operation.request.method == "GET", generated.refusal == nil, (200...299).contains(response.status),
                !judgement.failed
            {
                let list = ResourceUse(.list, 0, idName: nil, isSelection: true)
                ResourceJudge(response: response, operation: operation, use: list, steps: [], exchanges: exchanges)
                    .judgeList(&judgement)
            }
            return judgement
        case .convention(let convention):
            return ConventionJudge(
                response: response, previous: previous, operation: operation, location: `case`.location
            ).judge(convention)
        case .resource(let use):
            return ResourceJudge(
                response: response, operation: operation, use: use, steps: `case`.steps, exchanges: exchanges
            ).judge()
        }
    }

    /// Judges a response against the documentation of its operation, without a case.
    package static func judge(_ response: HTTPResponse, documentedBy operation: Operation) -> Judgement {
        ResponseJudge(response: response, operation: operation).judge()
    }
}

extension ExpectedOutcome {
    /// The severity of a finding about a call that ends differently than expected: a warning if the expectation is only
    /// a recommendation, and otherwise an error.
    package var severity: Finding.Severity { isRequired ? .error : .warning }
}

extension SubstitutionError {
    /// The finding about a case that can't run because of this error.
    package var finding: Finding {
        Finding(
            rule: .caseTemplate, blame: isMissingVariable ? .platform : .contract, message, contract: location,
            advice: advice)
    }
}

extension MissingOutput {
    /// The finding about a response without an output. An output is a value that a later step needs.
    package var finding: Finding {
        Finding(
            rule: .outputMissing, "the response lacks the output “\(output.name)”: \(reason)",
            contract: output.location, actual: value.map { Excerpt.of($0) },
            advice: "Correct the response, or the output's expression in the contract. Other cases need the output.")
    }
}
