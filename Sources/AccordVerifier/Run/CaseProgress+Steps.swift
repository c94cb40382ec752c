// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Sends the requests of the case one after the other, and checks each response.
extension CaseProgress {
    mutating func send() -> Action {
        let step = asking.step
        let operation = testCase.steps[step].operation
        let schemes = testCase.tokenSchemes(step).filter { tokens[$0.name] == nil }
        if !schemes.isEmpty {
            phase = .authorizing(refused: nil)
            return .authorize(schemes, refused: [:])
        }
        do {
            let next = try testCase.request(
                step, scope: scope(for: step), baseURL: baseURL(operation), previous: asking.request)
            asking.request = next
            phase = .asking
            return .send(next)
        } catch {
            return fail(error.finding)
        }
    }

    /// Returns the values for templates such as `${outputs.id}` in a step's request. If a case creates several
    /// resources, the outputs come from the newest responses about the resource that the step uses.
    private func scope(for step: Int) -> Scope {
        guard let use = testCase.steps[step].resourceUse else { return scope }
        var stepScope = scope
        // Each request that creates a resource gets a new idempotency key.
        stepScope.identity += "\n\(step)"
        var creation: CaseStep?
        for exchange in exchanges where (200...299).contains(exchange.response.status) {
            let other = testCase.steps[exchange.step]
            guard let otherUse = other.resourceUse, otherUse.resource == use.resource else { continue }
            if otherUse.action == .create { creation = other }
            guard var source = creation, [.create, .change].contains(otherUse.action) else { continue }
            source.operation = other.operation
            let read = OutputReader.outputs(of: source, request: exchange.request, response: exchange.response)
            stepScope.outputs.merge(read.values) { _, new in new }
        }
        return stepScope
    }

    /// The completed requests of the case, with their responses.
    private var exchanges: [StepExchange] {
        attempts.compactMap { attempt in
            attempt.completion.response.map { StepExchange(step: attempt.step, request: attempt.request, response: $0) }
        }
    }

    /// Handles the response to a request of the case.
    mutating func receiveAnswer(_ completion: Completion) -> Action {
        guard let sent = asking.sent else { return finish() }
        if let repeated = asking.repeated { return receive(completion, repeated, to: sent) }
        attempts.append(Attempt(request: sent, completion: completion, unsigned: asking.request, step: asking.step))
        switch completion.outcome {
        case .failure(let failure, let partial):
            if failure.kind == .totalTimeout, let partial, case .convention(.head) = testCase.steps[asking.step].answer
            {
                return judge(partial, completion.times, isOpenEnded: true)
            }
            return fail(failure)
        case .response(let response):
            if let schemes = staleSchemes(after: response, asking.step) {
                hasRenewed = true
                phase = .authorizing(refused: completion)
                return .authorize(schemes, refused: tokens)
            }
            if let next = followed(response) ?? renewed(response) {
                asking = next
                return next.request.map { .send($0) } ?? finish()
            }
            // The server rejects the new values, too, so the conflict has a different cause.
            if asking.isRenewed, (400...499).contains(response.status) {
                attempts.removeLast()
                asking.request = attempts.last?.unsigned
                return judge(attempts.last?.completion.response ?? response, completion.times)
            }
            return judge(response, completion.times)
        }
    }

    /// - Parameter isOpenEnded: Whether the server kept the connection open. If so, further content may follow the
    ///   response.
    mutating func judge(
        _ response: HTTPResponse, _ times: ExchangeRecord.Timing, isOpenEnded: Bool = false
    ) -> Action {
        let step = asking.step
        let use = testCase.steps[step].resourceUse
        let previous = attempts.last { $0.step == step - 1 }?.completion.response
        if case .convention(let convention) = testCase.steps[step].answer,
            let reason = convention.obstacle(response, after: previous)
        {
            return leaveUnjudged(because: reason)
        }
        // Ignores the duration of a stream that Accord closed after a time limit, because the server didn't end it.
        let isClosed = response.stream?.closing.map { $0 != .count } ?? false
        var judgement = Judge.judge(
            response, of: testCase, step: step, scope: scope,
            elapsed: isClosed ? nil : times.total, previous: previous,
            exchanges: testCase.isDerived ? exchanges : [])
        judgement.findings = naming(response, judgement.findings, of: testCase)
        judgement.findings = explained(judgement.findings, response, step)
        let operation = testCase.steps[step].operation.id
        if operation != testCase.operation.id {
            for index in judgement.findings.indices { judgement.findings[index].operation = operation }
        }
        let untested = untested(response, judgement)
        if testCase.steps[step].documented?.status != 429, retry.limit == 0, waits < RetryRule.mostWaits,
            let pause = RetryRule.rateLimit(of: response)
        {
            waits += 1
            phase = .asking
            return .pause(pause)
        }
        if let reason = untested { return leaveUnjudged(because: reason) }
        if judgement.failed {
            if let action = poll(response) { return action }
            if retried.count < retry.limit, retry.covers(status: response.status) {
                let wait = retry.pause(before: retried.count, answered: response.headers)
                return again(after: wait, because: "status \(response.status)")
            }
            if case .convention = testCase.steps[step].answer, step > 0, !isRepeated {
                isRepeated = true
                asking = Asking(step: step - 1)
                return send()
            }
            if let reason = unknownResource(response, step) { return leaveUnjudged(because: reason) }
        } else if judgement.assertions == 0 {
            judgement.findings.append(
                Finding(
                    rule: .caseNoAssertion, "the case has no expectation that Accord can check",
                    contract: testCase.location,
                    advice: "In the contract, specify the status code, a header or the body."))
        }
        judgement.findings += interop(response, judgement.document, step)
        if judgement.failed, testCase.isDerived, testCase.steps[step].isPreparation {
            let reason = judgement.findings.first { $0.severity == .error }?.message ?? ""
            return leaveUnjudged(because: "an earlier request of the case failed: \(reason)")
        }
        if isClosed, response.stream?.count == 0, !judgement.failed {
            return leaveUnjudged(
                because: "the server sent no item of the stream before Accord closed the connection")
        }
        if isOpenEnded, !judgement.failed {
            return leaveUnjudged(
                because: "can't check whether content follows the response to HEAD: "
                    + "the server kept the connection open despite “Connection: close”")
        }
        if step == testCase.lastStep { answered = response.status }
        findings += judgement.findings
        assertions += judgement.assertions
        if failed, use != nil { addDetails([]) }
        return failed ? offerShrinking() : advance(response)
    }

    /// Returns the reason why the case is inconclusive after this response, or `nil` to continue.
    private func untested(_ response: HTTPResponse, _ judgement: Judgement) -> String? {
        switch testCase.steps[asking.step].answer {
        case .documented(let expected) where expected.status == 101 && (400...499).contains(response.status):
            "the server responded with \(response.status), because Accord doesn't ask for a different protocol (101)"
        case .documented
        where testCase.definition.origin != .written && response.status == 409
            && testCase.steps[asking.step].operation.response(for: 409)?.status == .exact(409):
            "the server responded with 409: the state of the resource doesn't allow the request"
        case .resource(let use) where !judgement.failed: asking.request.flatMap { use.obstacle(response, to: $0) }
        case .refusal(let refusal)
        where refusal.subject == .request && refusal.place?.part != .path && [404, 410].contains(response.status)
            && testCase.definition.hasGeneratedRequest
            // The parameter names no resource of an earlier step.
            && testCase.lastDefinition.pathParameters.contains(where: { !$0.value.text.contains("${") }):
            unknownResource(response)
        case .refusal where response.status == 429, .generated where response.status == 429:
            "the server responded with 429: its rate limit"
        case .refusal(let refusal) where refusal.subject == .otherUser && response.status == 401:
            "the server responded with 401, so the second user's credentials may be wrong; expected 403 or 404"
        case .documented, .prepared, .fault, .refusal, .generated, .convention, .resource: nil
        }
    }

    /// Returns the findings. If the server rejects a documented deletion because the resource doesn't exist, the advice
    /// mentions that an earlier run may have deleted the resource.
    private func explained(_ findings: [Finding], _ response: HTTPResponse, _ step: Int) -> [Finding] {
        guard let expected = testCase.steps[step].documented, [404, 410].contains(response.status),
            expected.status.map({ (200...399).contains($0) }) ?? false,
            testCase.steps[step].operation.request.method == "DELETE",
            testCase.steps.count == 1, testCase.producers.isEmpty, testCase.definition.given.isEmpty,
            let index = findings.firstIndex(where: { $0.severity == .error && $0.place?.part == .status })
        else { return findings }
        var findings = findings
        findings[index].advice =
            "The documented resource doesn't exist. An earlier run may have deleted it. Restore the resource before "
            + "each run, or document its creation in a flow."
        return findings
    }

    /// If the request contains generated ids and the server responds with 404, returns the reason why the case is
    /// inconclusive: the server doesn't know these ids. Otherwise returns `nil`.
    private func unknownResource(_ response: HTTPResponse, _ step: Int) -> String? {
        let operation = testCase.steps[step].operation
        guard testCase.steps[step].resourceUse == nil, [404, 410].contains(response.status),
            testCase.definition.hasGeneratedRequest,
            !operation.request.pathParameters.isEmpty, operation.response(for: 404) == nil,
            operation.response(for: 410) == nil
        else { return nil }
        return unknownResource(response)
    }

    private func unknownResource(_ response: HTTPResponse) -> String {
        "the server responded with \(response.status) to a request with generated path parameters; in the contract, add an "
            + "example with an existing resource, or use --flows infer with --allow-unsafe"
    }

    private mutating func advance(_ response: HTTPResponse) -> Action {
        guard let request = asking.request else { return finish() }
        if let documented = testCase.steps[asking.step].documented, documented.matching == .documented,
            documented.status != response.status
        {
            if testCase.isDerived, case .refusal? = testCase.steps.last?.answer {
                obstacle = "an earlier request of the case received the unexpected status code \(response.status)"
            } else if !(200...299).contains(response.status) || !testCase.steps[asking.step].outputs.isEmpty {
                otherStatus = response.status
            }
            return finish()
        }
        let read = OutputReader.outputs(of: testCase.steps[asking.step], request: request, response: response)
        outputs.merge(read.values) { _, new in new }
        scope.outputs = outputs
        if testCase.isDerived, asking.step < testCase.lastStep, let missing = read.missing.first {
            return leaveUnjudged(
                because: "an earlier response lacks a value that the case needs: \(missing.reason)")
        }
        findings += read.missing.map(\.finding)
        guard !failed, asking.step < testCase.lastStep else { return finish() }
        asking.step += 1
        asking.redirects = 0
        asking.isRenewed = false
        return send()
    }

    private mutating func fail(_ failure: TransportFailure) -> Action {
        guard let request = asking.request else { return finish() }
        if retried.count < retry.limit, retry.covers(failure, method: request.method) {
            let wait = retry.pause(before: retried.count)
            return again(after: wait, because: failure.message)
        }
        findings.append(failure.finding(contract: testCase.steps[asking.step].location))
        return failure.canBeShrunk ? offerShrinking() : finish()
    }

    private mutating func again(after pause: Double, because reason: String) -> Action {
        retried.append(reason)
        phase = .asking
        return .pause(pause)
    }

    /// Returns the action that repeats the request if the step polls and the response is documented, or else `nil`.
    private mutating func poll(_ response: HTTPResponse) -> Action? {
        guard asking.step == testCase.lastStep, let poll = testCase.definition.poll, polls < poll.retryLimit,
            !Judge.judge(response, documentedBy: testCase.steps[asking.step].operation).failed
        else { return nil }
        polls += 1
        phase = .asking
        return .pause(poll.retryAfter)
    }

    /// If the response is a redirect that the step follows, returns the request to send next. Otherwise returns `nil`,
    /// and the response must be checked.
    private func followed(_ response: HTTPResponse) -> Asking? {
        guard testCase.steps[asking.step].request?.followsRedirects == true, let request = asking.request,
            asking.redirects < RedirectedRequest.limit,
            let redirected = RedirectedRequest(request, answered: response, schemes: testCase.securitySchemes)
        else { return nil }
        var next = asking
        next.request = redirected.request
        next.redirects += 1
        return next
    }

    /// If an example or a generated request conflicts with an existing resource (409), returns the request with new values.
    /// Otherwise returns `nil`.
    ///
    /// A server accepts the number of an order, the code of a coupon or the slug of a project only once.
    private func renewed(_ response: HTTPResponse) -> Asking? {
        let step = testCase.steps[asking.step]
        let isSuccess =
            switch step.answer {
            case .documented(let expected): !step.isWritten && expected.status.map { $0 < 400 } == true
            case .generated(let generated): generated.refusal == nil
            case .resource(let use): use.action == .create
            case .prepared, .fault, .refusal, .convention: false
            }
        guard response.status == 409, step.operation.response(for: 409)?.status == .exact(409), isSuccess,
            !asking.isRenewed, step.operation.request.method == "POST", var request = asking.request,
            let schema = request.headers.mediaType.flatMap({ step.operation.request.body?.content.covering($0) })?
                .schema,
            let body = request.jsonBody,
            let fresh = FreshValue.body(body, renewedOf: schema, for: "\(scope.identity)\n\(asking.step)")
        else { return nil }
        request.body = JSONWriter.compactBytes(fresh)
        var next = asking
        next.request = request
        next.isRenewed = true
        return next
    }

    /// Whether a redirect leads the case to a server with a different origin, which must receive no credentials.
    var hasLeftServer: Bool {
        guard case .asking = phase, asking.redirects > 0, let request = asking.request else { return false }
        let base = URLParts(baseURL(testCase.steps[asking.step].operation))
        return !URLParts(request.url).hasOrigin(of: base)
    }

    /// Returns the security schemes whose tokens must be renewed because the server sent an undocumented 401. Returns
    /// `nil` if no token must be renewed.
    private func staleSchemes(after response: HTTPResponse, _ step: Int) -> [SecurityScheme]? {
        guard response.status == 401, testCase.steps[step].documented?.status != 401, !tokens.isEmpty, !hasRenewed
        else {
            return nil
        }
        let schemes = testCase.tokenSchemes(step).filter { tokens[$0.name] != nil }
        return schemes.isEmpty ? nil : schemes
    }

    /// Returns a warning for each JSON value in the response that json-c and Accord read differently.
    private func interop(_ response: HTTPResponse, _ read: JSONDocument?, _ step: Int) -> [Finding] {
        guard response.headers.mediaType?.isJSON == true,
            let document = read ?? (try? JSONDocument(parsing: response.body))
        else { return [] }
        let operation = testCase.steps[step].operation
        let contract = operation.response(for: response.status)?.body?.location
        // Leaves out duplicate keys, because the check of the body has already reported them.
        return Interop.disagreements(document).filter { $0.kind != .duplicateKey || operation.jsonReading != .strict }
            .map { $0.finding(contract: contract) }
    }

    /// Whether the server refused the connection of the case's last request.
    var wasRefused: Bool {
        guard failed, case .failure(let failure, _)? = attempts.last?.completion.outcome else { return false }
        return failure.kind == .refused
    }
}

extension Case {
    /// Returns the security schemes of a step for which the server issues tokens. Leaves out a scheme if the step's own
    /// request sets `Authorization`.
    func tokenSchemes(_ step: Int) -> [SecurityScheme] {
        let original = originalStep(step)
        let hasAuthorization =
            self.steps[original].request?.headers.contains { $0.name.isFieldName("Authorization") } ?? false
        let uses = requirements(of: original).first?.uses ?? []
        guard !hasAuthorization else { return [] }
        return self.securitySchemes.filter { scheme in
            scheme.needsToken && uses.contains { $0.scheme == scheme.name }
        }
    }
}

extension TransportFailure {
    /// Returns the finding that reports this failure. `contract` is the location of the step in the contract.
    package func finding(contract: SourceLocation?) -> Finding {
        Finding(
            rule: self.rule, self.message, contract: contract, place: .init(.transport),
            actual: detail.isEmpty ? nil : detail, advice: self.advice)
    }
}
