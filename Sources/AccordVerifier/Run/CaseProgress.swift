import AccordContract
import AccordInterop
import AccordJSON
import AccordMatching

/// One case on its way: a value that is told what came back and says what to do next.
///
/// Knows no sockets and no clock; pauses are seconds for the executor to let pass.
package struct CaseProgress: Sendable {
    package enum Action: Sendable {
        case send(HTTPRequest)
        /// Run the shell's line with the change as its input, then call `receive` with the result.
        case run(String, StateChange)
        /// Get access tokens for these schemes, then call `authorize`; `refused` are those that the server took no more.
        case authorize([SecurityScheme], refused: [String: AccessToken])
        /// Let so many seconds pass, then call `resume`.
        case pause(Double)
        case end
    }

    /// A request with what became of it.
    package struct Attempt: Sendable {
        package var request: HTTPRequest
        package var completion: Completion
    }

    private enum Phase: Sendable {
        case settingUp
        case asking
        case tearingDown
    }

    package let testCase: Case
    package internal(set) var findings: [Finding] = []
    package internal(set) var assertions = 0
    package internal(set) var attempts: [Attempt] = []
    /// Values for later cases, also those of its producers.
    package private(set) var outputs: [String: JSON]
    /// Why a derived case came to nothing: a step before the one that it is about failed, which documented cases show.
    package private(set) var obstacle: String?
    /// The status that the case's own last request was answered with, before it was made smaller.
    package private(set) var answered: Int?
    /// Why the case, though it passed, took more than one try.
    package private(set) var retried: [String] = []

    private(set) var scope: Scope
    let baseURL: @Sendable (Operation) -> String
    /// What `accord verify` has to be told to ask the same server.
    let options: String
    private let retry: RetryRule
    private let handler: StateHandler?
    private var phase = Phase.settingUp
    /// States yet to be set up, the next one last.
    private var wanted: [ProviderState]
    /// States that are set up, to be torn down from the last on; while setting up, the last one isn't yet.
    private var standing: [StateChange] = []
    private var step = 0
    var request: HTTPRequest?
    /// What was made of the request on its way: it with its signature.
    var sent: HTTPRequest?
    /// The search for the smallest request that fails as the first did.
    var shrinking: Shrinking?
    /// Access tokens in use, by the scheme's name.
    private var tokens: [String: AccessToken] = [:]
    /// The answer that a token was refused with, while another one is asked for.
    private var refusal: Completion?
    private var retries = 0
    private var polls = 0

    /// - Parameters:
    ///   - scope: what templates stand for, the outputs of the producers included.
    ///   - handler: sets up what the case has in `given`; without one it is taken as given.
    ///   - options: what `accord verify` has to be told to ask the same server.
    package init(
        _ testCase: Case, scope: Scope, retry: RetryRule = RetryRule(limit: 0), handler: StateHandler? = nil,
        options: String = "", baseURL: @escaping @Sendable (Operation) -> String
    ) {
        self.testCase = testCase
        self.scope = scope
        self.retry = retry
        self.handler = handler
        self.options = options
        self.baseURL = baseURL
        outputs = scope.outputs
        wanted = handler == nil ? [] : testCase.definition.given.reversed()
    }

    /// True once something was found that the case fails by.
    package var failed: Bool { findings.contains { $0.severity == .error } }

    /// The first thing to do.
    package mutating func start() -> Action { setUp() }

    /// What to do after a pause.
    package mutating func resume() -> Action {
        guard let request else { return finish() }
        return .send(request)
    }

    /// What to do now that the request sent last has ended.
    package mutating func receive(_ completion: Completion) -> Action {
        if phase != .asking { return changed { (change) throws(StateFailure) in try change.values(completion) } }
        guard let request else { return finish() }
        if shrinking != nil { return shrunk(Attempt(request: sent ?? request, completion: completion)) }
        attempts.append(Attempt(request: sent ?? request, completion: completion))
        switch completion.outcome {
        case .failure(let failure, _): return fail(failure, request)
        case .response(let response):
            if let renewal = renewal(after: response) {
                refusal = completion
                return renewal
            }
            return judge(response, request, completion.times)
        }
    }

    /// What to do now that the command run last has ended.
    package mutating func receive(_ result: CommandResult) -> Action {
        changed { (change) throws(StateFailure) in try change.values(result) }
    }

    /// True while what is sent is the case's own request, not the change of a state.
    package var isAsking: Bool { phase == .asking }

    /// Tells that the request was changed before it was sent: it was signed.
    package mutating func sending(_ request: HTTPRequest) {
        sent = request
    }

    /// Ends the case by something that has to be there before it can ask anything.
    package mutating func fail(_ finding: Finding) -> Action {
        findings.append(finding)
        return finish()
    }

    /// What is left to do when the run is to end now: what stands is torn down.
    package mutating func interrupt() -> Action {
        wanted = []
        return phase == .tearingDown ? .end : finish()
    }
}

// MARK: - States

extension CaseProgress {
    private mutating func setUp() -> Action {
        guard let state = wanted.popLast() else {
            phase = .asking
            return send()
        }
        var params = JSONObject()
        do {
            for member in state.params?.members.map({ $0 }) ?? [] {
                params[member.key] = try scope.substitute(member.value)
            }
        } catch {
            findings.append(error.finding)
            return finish()
        }
        let change = StateChange(
            state: state.name, params: params, direction: .setUp, location: state.location)
        standing.append(change)
        return ask(for: change)
    }

    private mutating func changed(_ read: (StateChange) throws(StateFailure) -> [String: JSON]) -> Action {
        guard var change = standing.last else { return finish() }
        if phase == .settingUp {
            do {
                scope.given.merge(try read(change)) { _, returned in returned }
                return setUp()
            } catch {
                standing.removeLast()
                findings.append(error.finding(change))
                return finish()
            }
        }
        standing.removeLast()
        change.direction = .tearDown
        do {
            _ = try read(change)
        } catch {
            findings.append(error.finding(change))
        }
        return finish()
    }

    /// The end of the case, once every state that stands is torn down.
    mutating func finish() -> Action {
        phase = .tearingDown
        guard var change = standing.last else { return .end }
        change.direction = .tearDown
        return ask(for: change)
    }

    private func ask(for change: StateChange) -> Action {
        switch handler {
        case .url(let url): .send(change.request(url))
        case .command(let line): .run(line, change)
        case nil: .end
        }
    }
}

// MARK: - Access tokens

extension CaseProgress {
    /// What to do now that there are tokens; where none is newer than what was refused, the refusal is judged.
    package mutating func authorize(_ granted: [String: AccessToken]) -> Action {
        let isNewer = granted.contains { tokens[$0.key] != $0.value }
        tokens.merge(granted) { _, new in new }
        scope.accessTokens.merge(granted.mapValues(\.value)) { _, new in new }
        guard let refused = refusal else { return send() }
        refusal = nil
        if isNewer {
            request = nil
            return send()
        }
        guard case .response(let response) = refused.outcome, let request else { return finish() }
        return judge(response, request, refused.times)
    }

    /// Asks for newer tokens where a 401 that isn't documented for the case may mean that those in use are too old.
    private func renewal(after response: HTTPResponse) -> Action? {
        guard response.status == 401, testCase.documentedStatus(step) != 401, !tokens.isEmpty else { return nil }
        let schemes = testCase.tokenSchemes(step).filter { tokens[$0.name] != nil }
        return schemes.isEmpty ? nil : .authorize(schemes, refused: tokens)
    }
}

extension Case {
    /// The schemes of OAuth 2 whose tokens a step sends; none where the step names its own `Authorization`.
    func tokenSchemes(_ step: Int) -> [SecurityScheme] {
        var original = step
        while original > 0, steps[original].repeatsPrevious { original -= 1 }
        let own = steps[original].request?.headers.contains { $0.name.lowercased() == "authorization" } ?? false
        let uses = requirements(of: original).first?.uses ?? []
        guard !own else { return [] }
        return securitySchemes.filter { scheme in
            guard case .oauth2ClientCredentials = scheme.kind else { return false }
            return uses.contains { $0.scheme == scheme.name }
        }
    }

    fileprivate func documentedStatus(_ step: Int) -> Int? {
        if case .documented(let response) = steps[step].answer { response.status } else { nil }
    }
}

// MARK: - Steps

extension CaseProgress {
    private mutating func send() -> Action {
        let operation = testCase.steps[step].operation
        let schemes = testCase.tokenSchemes(step).filter { tokens[$0.name] == nil }
        if !schemes.isEmpty { return .authorize(schemes, refused: [:]) }
        sent = nil
        do {
            let next = try testCase.request(step, scope: scope, baseURL: baseURL(operation), previous: request)
            request = next
            return .send(next)
        } catch {
            findings.append(error.finding)
            return finish()
        }
    }

    private mutating func advance(_ response: HTTPResponse, _ request: HTTPRequest) -> Action {
        let read = OutputReader.outputs(of: testCase.steps[step], request: request, response: response)
        outputs.merge(read.values) { _, new in new }
        scope.outputs = outputs
        findings += read.findings
        step += 1
        return failed || step == testCase.steps.count ? finish() : send()
    }

    private mutating func fail(_ failure: TransportFailure, _ request: HTTPRequest) -> Action {
        if retries < retry.limit, retry.covers(failure, method: request.method) {
            return again(after: retry.pause(before: retries, retryAfter: nil), because: failure.message)
        }
        findings.append(failure.finding(contract: testCase.steps[step].location))
        return failure.canBeShrunk ? shrink() : finish()
    }

    private mutating func again(after pause: Double, because reason: String) -> Action {
        retries += 1
        retried.append(reason)
        return .pause(pause)
    }
}

// MARK: - Judging

extension CaseProgress {
    private mutating func judge(_ response: HTTPResponse, _ request: HTTPRequest, _ times: PhaseTimes) -> Action {
        var judgement = Judge.judge(
            response, of: testCase, step: step, scope: scope, elapsed: Double(times.total) / 1_000_000)
        if judgement.failed {
            if let action = poll(response) { return action }
            if retries < retry.limit, retry.covers(status: response.status) {
                let wait = retry.pause(
                    before: retries, retryAfter: response.headers.first("Retry-After"),
                    date: response.headers.first("Date"))
                return again(after: wait, because: "status \(response.status)")
            }
        } else if judgement.assertions == 0 {
            judgement.findings.append(noAssertion)
        }
        judgement.findings += interop(response, judgement.document)
        if judgement.failed, testCase.isDerived, step < testCase.lastStep {
            obstacle = judgement.findings.first { $0.severity == .error }?.message
            return finish()
        }
        if step == testCase.lastStep { answered = response.status }
        findings += judgement.findings
        assertions += judgement.assertions
        return failed ? shrink() : advance(response, request)
    }

    /// Another round, if the case polls for this step, has rounds left, and the answer in between is documented.
    private mutating func poll(_ response: HTTPResponse) -> Action? {
        guard step == testCase.steps.count - 1, let poll = testCase.definition.poll, polls < poll.retryLimit,
            !Judge.judge(response, documentedBy: testCase.steps[step].operation).failed
        else { return nil }
        polls += 1
        return .pause(poll.retryAfter)
    }

    private var noAssertion: Finding {
        Finding(
            rule: "case.no-assertion", blame: .contract, "nothing that the case says was there to judge",
            contract: testCase.location, advice: "Document a status, a header or a body that the answer is held to.")
    }

    /// Where a client with json-c would read the body differently.
    private func interop(_ response: HTTPResponse, _ read: JSONDocument?) -> [Finding] {
        guard response.isJSON, let document = read ?? (try? JSONDocument(parsing: response.body)) else { return [] }
        let contract = testCase.steps[step].operation.response(for: response.status)?.body?.location
        return Interop.disagreements(document).map { $0.finding(contract: contract) }
    }
}

extension HTTPResponse {
    /// True if `Content-Type` is a JSON media type, RFC 6839's `+json` included.
    fileprivate var isJSON: Bool {
        guard let line = headers.first("Content-Type")?.utf8 else { return false }
        let type = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        let ending = String(type.suffix(5)) ?? ""
        return ["/json", "+json"].contains(ending.lowercased())
    }
}

extension TransportFailure {
    /// The finding of a case whose request got no usable answer.
    package func finding(contract: SourceLocation?) -> Finding {
        Finding(
            rule: rule, blame: isServers ? .server : .platform, message, contract: contract, place: .init(.transport),
            actual: detail.isEmpty ? nil : detail, advice: advice)
    }
}
