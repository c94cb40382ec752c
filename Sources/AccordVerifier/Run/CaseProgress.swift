// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The state machine that runs one case. Each function takes an event, such as a response, and returns what the
/// executor must do next.
///
/// The state machine uses neither sockets nor a clock. The executor performs the actions.
package struct CaseProgress: Sendable {
    package enum Action: Sendable {
        case send(HTTPRequest)
        /// Run the shell command that sets up or tears down a provider state, then call `receive` with the result.
        case run(String, StateChange)
        /// Get access tokens for these security schemes, then call `authorize`. The server rejected the tokens in
        /// `refused`.
        case authorize([SecurityScheme], refused: [String: AccessToken])
        /// Wait for this number of seconds, then call `resume`.
        case pause(Double)
        /// A fuzz-generated request failed. Call `shrink` to search for the smallest failing request, or `leave` to end
        /// the case.
        case offerShrinking(Finding)
        /// Search for the next smaller request, then call `propose`. Use a separate thread, because this takes long.
        case search(FuzzShrinker)
        case end
    }

    /// A request that was sent, with its response or the reason why there is none.
    package struct Attempt: Sendable {
        package var request: HTTPRequest
        package var completion: Completion
        /// The request before header fields and a signature were added.
        var unsigned: HTTPRequest?
        /// The index of the case's step to which the request belongs.
        package var step = 0
    }

    /// What the case is doing at present, such as setting up provider states or sending a request.
    ///
    /// The enumeration is indirect, because the state is large.
    indirect enum Phase: Sendable {
        /// Provider states remain to be set up. The last element is set up next.
        case settingUp([ProviderState])
        /// A request is in progress, or the case pauses before a request.
        case asking
        /// The executor requests access tokens. `refused` is the response in which the server rejected the previous
        /// tokens, if any.
        case authorizing(refused: Completion?)
        /// The executor decides whether to shrink the request.
        case offeringShrinking
        /// The request is repeated with integers in plain notation, such as `1`, not `1.0`. The case contains the
        /// repeated request, and `refused` contains the original request.
        case respelling(Case, refused: Asking)
        case shrinking(Shrinking)
        case tearingDown
        case ended
    }

    /// The request that the case is sending, and the step to which it belongs.
    struct Asking: Sendable {
        var step = 0
        /// The request as the case defines it, or `nil` before the first request of the step.
        var request: HTTPRequest? { didSet { signed = nil } }
        /// The request with added header fields or a signature, or `nil` if nothing was added to the request.
        var signed: HTTPRequest?
        /// The number of redirects that were followed in this step.
        var redirects = 0
        /// Whether the request contains new values, because the server responded with 409 to the documented values.
        var isRenewed = false
        /// The case whose request failed, if the request is sent again to find out whether it fails again.
        var repeated: Case?

        /// The request as it was sent.
        var sent: HTTPRequest? { signed ?? request }
    }

    package let testCase: Case
    package internal(set) var findings: [Finding] = []
    package internal(set) var assertions = 0
    package internal(set) var attempts: [Attempt] = []
    /// The output values that later cases can use, including the outputs of the cases before this case.
    package internal(set) var outputs: [String: JSON]
    /// The reason why the case can neither pass nor fail, such as a failed request of an earlier step.
    package internal(set) var obstacle: String?
    /// The status code of the response to the case's last request. Requests that were sent for shrinking don't count.
    package internal(set) var answered: Int?
    /// The id of an earlier case with the same failure, if there is one. Accord shrinks only the request of the earlier
    /// case.
    package internal(set) var representative: String?
    /// The generated values that the server's response names as the reason of a rejection.
    package internal(set) var rejectedParts: [GeneratedPart] = []
    /// For each retry so far, why the request was sent again.
    package internal(set) var retried: [String] = []

    /// The number of times that the case waited because of a rate limit.
    var waits = 0

    /// The status code of the response, if the contract documents the response but the case expects a different
    /// response. The cases that depend on this case are then skipped, except after a 2xx of which they need no value.
    package internal(set) var otherStatus: Int?

    var phase: Phase
    var asking = Asking()
    var scope: Scope
    let baseURL: @Sendable (Operation) -> String
    /// The options of `accord verify` that select the server under test. Findings use these options in command lines.
    let options: String
    let retry: RetryRule
    let handler: StateHandler?
    /// The provider states, in the order of their setup. The last element may still be in setup. After the requests,
    /// the case tears down the last element first.
    var standing: [StateChange] = []
    /// The current access tokens, by the name of the security scheme.
    var tokens: [String: AccessToken] = [:]
    /// Whether the tokens were renewed after a 401. A case renews its tokens only once.
    var hasRenewed = false
    var polls = 0
    /// Whether a request of the case was sent a second time: an invalid or generated request that failed, or both
    /// requests of a case about an HTTP convention, because the resource may have changed between them.
    var isRepeated = false

    /// - Parameters:
    ///   - scope: The values for templates, including the outputs of the cases before this case.
    ///   - handler: The handler that sets up the provider states in `given`. If `nil`, the server is assumed to be in
    ///     these states.
    ///   - options: The options of `accord verify` that select the server under test. Findings use these options in
    ///     command lines.
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
        phase = .settingUp(handler == nil ? [] : testCase.definition.given.reversed())
    }

    /// Whether the findings contain an error.
    package var failed: Bool { findings.contains { $0.severity == .error } }

    /// Whether the case is sending its own requests, not the requests that set up or tear down a provider state.
    package var isAsking: Bool {
        switch phase {
        case .asking, .authorizing, .offeringShrinking, .respelling, .shrinking: true
        case .settingUp, .tearingDown, .ended: false
        }
    }

    /// Ends the case without a judgement, for the reason in `obstacle`.
    mutating func leaveUnjudged(because reason: String) -> Action {
        obstacle = reason
        return finish()
    }

    /// If the response to the current request is an endless stream, returns how much of the stream to read. Returns
    /// `nil` to read the response to its end.
    ///
    /// Accord reads at least the number of items that the case specifies.
    func endlessStream(_ status: Int, _ type: MediaType) -> EndlessStream? {
        guard isAsking else { return nil }
        let step = testCase.steps[asking.step]
        let content = step.operation.response(for: status)?.body?.content ?? []
        guard var endless = content.covering(type)?.endless else { return nil }
        if let response = step.documented, response.status == status, let items = endless.items,
            case .answer(_, _, let body?) = response.outcome, case .json(let value) = body.content
        {
            endless.items = max(items, value.count)
        }
        return endless
    }

    /// Whether the case is shrinking its failed request.
    package var isShrinking: Bool {
        if case .shrinking = phase { true } else { false }
    }

    // MARK: Events

    /// Starts the case, and returns what the executor must do first.
    package mutating func start() -> Action {
        guard case .settingUp(let remaining) = phase else { return .end }
        return setUp(remaining)
    }

    /// Continues after a pause, and returns what the executor must do next.
    package mutating func resume() -> Action {
        guard case .asking = phase, let request = asking.request else { return finish() }
        return .send(request)
    }

    /// Handles the response to a request, or its failure. Returns what the executor must do next.
    package mutating func receive(_ completion: Completion) -> Action {
        switch phase {
        case .settingUp, .tearingDown:
            return changed { (change) throws(DescribedError) in try change.values(completion) }
        case .asking: return receiveAnswer(completion)
        case .shrinking(let shrinking):
            guard let sent = asking.sent else { return finish(shrinking) }
            let attempt = Attempt(request: sent, completion: completion, unsigned: asking.request, step: asking.step)
            return receive(attempt, shrinking)
        case .respelling(let plain, let refused): return receive(completion, respelled: plain, refused)
        case .authorizing, .offeringShrinking, .ended: return finish()
        }
    }

    /// Handles the exit of a shell command, and returns what the executor must do next.
    package mutating func receive(_ result: CommandResult) -> Action {
        changed { (change) throws(DescribedError) in try change.values(result) }
    }

    /// Stores the access tokens, and returns what the executor must do next. If the tokens aren't newer than the
    /// rejected tokens, checks the response that rejected them.
    package mutating func authorize(_ granted: [String: AccessToken]) -> Action {
        guard case .authorizing(let refused) = phase else { return finish() }
        let isNewer = granted.contains { tokens[$0.key] != $0.value }
        tokens.merge(granted) { _, new in new }
        scope.accessTokens.merge(granted.mapValues(\.value)) { _, new in new }
        guard let refused else { return send() }
        if isNewer {
            asking.request = nil
            return send()
        }
        guard case .response(let response) = refused.outcome else { return finish() }
        return judge(response, refused.times)
    }

    /// Records the request that is really sent. After signing, for example, it differs from the case's request.
    package mutating func sending(_ request: HTTPRequest) {
        if isAsking { asking.signed = request }
    }

    /// Ends the case with a finding because a request can't be sent.
    package mutating func fail(_ finding: Finding) -> Action {
        findings.append(finding)
        return finish()
    }

    /// Stops sending requests because the run ends early. Returns the action that tears down the first provider state,
    /// or `.end` if there is none.
    package mutating func interrupt() -> Action {
        switch phase {
        case .tearingDown, .ended: .end
        case .settingUp, .asking, .authorizing, .offeringShrinking, .respelling, .shrinking: end()
        }
    }
}

/// Sets up the provider states in `given` before the requests, and tears down the states at the end.
extension CaseProgress {
    mutating func setUp(_ remaining: [ProviderState]) -> Action {
        var remaining = remaining
        guard let state = remaining.popLast() else { return send() }
        phase = .settingUp(remaining)
        var params = JSONObject()
        do {
            for member in state.params?.members.map({ $0 }) ?? [] {
                params[member.key] = try scope.substitute(member.value)
            }
        } catch {
            return fail(error.finding)
        }
        let change = StateChange(state: state.name, params: params, direction: .setUp, location: state.location)
        standing.append(change)
        return ask(for: change)
    }

    /// Handles the reply of the handler that sets up or tears down a provider state. Returns what the executor must do
    /// next.
    mutating func changed(_ read: (StateChange) throws(DescribedError) -> [String: JSON]) -> Action {
        guard var change = standing.last else { return finish() }
        if case .settingUp(let remaining) = phase {
            do {
                scope.given.merge(try read(change)) { _, returned in returned }
                return setUp(remaining)
            } catch {
                standing.removeLast()
                return fail(error.finding(change))
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

    /// Sends a failed request again if its finding must show whether it occurs again. Otherwise ends the case.
    mutating func finish() -> Action { repetition() ?? end() }

    /// Tears down the last provider state, or ends the case if no state remains.
    private mutating func end() -> Action {
        guard var change = standing.last else {
            phase = .ended
            return .end
        }
        phase = .tearingDown
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
