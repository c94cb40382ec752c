// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// The progress of one case. Each function records an event and returns the next action.
///
/// The value uses neither sockets nor a clock. The executor carries out the actions.
package struct CaseProgress: Sendable {
    package enum Action: Sendable {
        case send(HTTPRequest)
        /// Run the shell command with the change as its input, then call `receive` with the result.
        case run(String, StateChange)
        /// Get access tokens for these schemes, then call `authorize`. The server rejected the `refused` tokens.
        case authorize([SecurityScheme], refused: [String: AccessToken])
        /// Wait for this number of seconds, then call `resume`.
        case pause(Double)
        /// A fuzz-generated request failed. Call `shrink` to search for the smallest failing request, or `leave` to end
        /// the case.
        case offerShrinking(Finding)
        /// Search for the next smaller request on a different thread, because it may take long, then call `propose`.
        case search(FuzzShrinker)
        case end
    }

    /// A request with its result.
    package struct Attempt: Sendable {
        package var request: HTTPRequest
        package var completion: Completion
        /// The step of the case that sent the request.
        package var step = 0
    }

    /// The phase of the case with its state.
    ///
    /// The enumeration is indirect, because the state is large.
    indirect enum Phase: Sendable {
        /// The states to set up, the next one last.
        case settingUp([ProviderState])
        /// A request is in progress, or the case pauses before it.
        case asking(Asking)
        /// Tokens are requested; `refused` is the response that rejected the previous tokens.
        case authorizing(Asking, refused: Completion?)
        /// The executor decides whether to shrink the request.
        case offeringShrinking(Asking)
        /// The request is sent again with its integers in plain notation, as the case here. `refused` is the first one.
        case respelling(Asking, Case, refused: Asking)
        case shrinking(Asking, Shrinking)
        case tearingDown
        case ended
    }

    /// The current step.
    struct Asking: Sendable {
        var step = 0
        /// The request as the case defines it, or `nil` before the step's first request.
        var request: HTTPRequest?
        /// The request with added header fields or a signature.
        var signed: HTTPRequest?
        /// The number of redirects that were followed in this step.
        var redirects = 0

        /// The request as it was sent.
        var sent: HTTPRequest? { signed ?? request }
    }

    package let testCase: Case
    package internal(set) var findings: [Finding] = []
    package internal(set) var assertions = 0
    package internal(set) var attempts: [Attempt] = []
    /// The values for later cases, including the values from the case's producers.
    package internal(set) var outputs: [String: JSON]
    /// The reason why a derived case has no result, such as a failure of an earlier step.
    package internal(set) var obstacle: String?
    /// The status of the response to the last request, before shrinking.
    package internal(set) var answered: Int?
    /// The id of the case that is shrunk instead of this one, because it has the same failure.
    package internal(set) var representative: String?
    /// The generated values that the server rejected, according to its response.
    package internal(set) var rejectedParts: [GeneratedPart] = []
    /// The reasons for retries.
    package internal(set) var retried: [String] = []

    /// The status of the response, if it is documented but isn't the status of the case. Cases that depend on this case
    /// are then skipped.
    package internal(set) var otherStatus: Int?

    var phase: Phase
    var scope: Scope
    let baseURL: @Sendable (Operation) -> String
    /// The options of `accord verify` for the same server.
    let options: String
    let retry: RetryRule
    let handler: StateHandler?
    /// The states to tear down, beginning with the last. During set-up, the set-up of the last one is in progress.
    var standing: [StateChange] = []
    /// The current access tokens by the scheme's name.
    var tokens: [String: AccessToken] = [:]
    /// Whether the tokens were renewed after a 401. A case renews them once.
    var hasRenewed = false
    var polls = 0
    /// Whether the requests of a convention were repeated, because the resource may have changed between them.
    var isRepeated = false

    /// - Parameters:
    ///   - scope: The values of templates, including the outputs of producers.
    ///   - handler: The handler that sets up the states in `given`. Without a handler, the server is assumed to have
    ///     the states.
    ///   - options: The options of `accord verify` for the same server.
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

    /// Whether the case has an error.
    package var failed: Bool { findings.contains { $0.severity == .error } }

    /// Whether the case sends its own requests, rather than requests that change a state.
    package var isAsking: Bool {
        switch phase {
        case .asking, .authorizing, .offeringShrinking, .respelling, .shrinking: true
        case .settingUp, .tearingDown, .ended: false
        }
    }

    /// Returns the part to read of a stream in the response to the current request, or `nil` to read until its end.
    ///
    /// A case that specifies items reads at least as many.
    func endlessStream(_ status: Int, _ type: MediaType) -> EndlessStream? {
        let step: CaseStep
        switch phase {
        case .asking(let asking), .shrinking(let asking, _), .respelling(let asking, _, _):
            step = testCase.steps[asking.step]
        case .settingUp, .authorizing, .offeringShrinking, .tearingDown, .ended: return nil
        }
        let content = step.operation.response(for: status)?.body?.content ?? []
        guard var endless = content.first(where: { $0.mediaType.covers(type) })?.endless else { return nil }
        if case .documented(let response) = step.answer, response.status == status, let items = endless.items,
            case .answer(_, _, let body?) = response.outcome, case .json(let value) = body.content
        {
            endless.items = max(items, value.count)
        }
        return endless
    }

    /// Whether the case sends smaller requests than the one that failed.
    package var isShrinking: Bool {
        if case .shrinking = phase { true } else { false }
    }
}

// MARK: - Events

extension CaseProgress {
    /// Returns the first action.
    package mutating func start() -> Action {
        guard case .settingUp(let remaining) = phase else { return .end }
        return setUp(remaining)
    }

    /// Returns the action after a pause.
    package mutating func resume() -> Action {
        guard case .asking(let asking) = phase, let request = asking.request else { return finish() }
        return .send(request)
    }

    /// Returns the action after a request.
    package mutating func receive(_ completion: Completion) -> Action {
        switch phase {
        case .settingUp, .tearingDown:
            return changed { (change) throws(StateFailure) in try change.values(completion) }
        case .asking(let asking): return receive(completion, asking)
        case .shrinking(let asking, let shrinking):
            guard let sent = asking.sent else { return finish(asking, shrinking) }
            return receive(Attempt(request: sent, completion: completion), asking, shrinking)
        case .respelling(_, let plain, let refused): return receive(completion, respelled: plain, refused)
        case .authorizing, .offeringShrinking, .ended: return finish()
        }
    }

    /// Returns the action after a command.
    package mutating func receive(_ result: CommandResult) -> Action {
        changed { (change) throws(StateFailure) in try change.values(result) }
    }

    /// Returns the action after a token request. Without a newer token the rejection is judged.
    package mutating func authorize(_ granted: [String: AccessToken]) -> Action {
        guard case .authorizing(var asking, let refused) = phase else { return finish() }
        let isNewer = granted.contains { tokens[$0.key] != $0.value }
        tokens.merge(granted) { _, new in new }
        scope.accessTokens.merge(granted.mapValues(\.value)) { _, new in new }
        guard let refused else { return send(asking) }
        if isNewer {
            asking.request = nil
            return send(asking)
        }
        guard case .response(let response) = refused.outcome else { return finish() }
        return judge(response, asking, refused.times)
    }

    /// Records that the request was changed before it was sent, for example signed.
    package mutating func sending(_ request: HTTPRequest) {
        switch phase {
        case .asking(var asking):
            asking.signed = request
            phase = .asking(asking)
        case .shrinking(var asking, let shrinking):
            asking.signed = request
            phase = .shrinking(asking, shrinking)
        case .respelling(var asking, let plain, let refused):
            asking.signed = request
            phase = .respelling(asking, plain, refused: refused)
        case .settingUp, .authorizing, .offeringShrinking, .tearingDown, .ended: break
        }
    }

    /// Ends the case because a precondition of its request isn't met.
    package mutating func fail(_ finding: Finding) -> Action {
        findings.append(finding)
        return finish()
    }

    /// Returns the action when the run ends early: tear down the states.
    package mutating func interrupt() -> Action {
        switch phase {
        case .tearingDown, .ended: .end
        case .settingUp, .asking, .authorizing, .offeringShrinking, .respelling, .shrinking: finish()
        }
    }
}

/// Sets up the states of `given` before the requests, and tears them down at the end.
extension CaseProgress {
    mutating func setUp(_ remaining: [ProviderState]) -> Action {
        var remaining = remaining
        guard let state = remaining.popLast() else { return send(Asking()) }
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

    /// Returns the action after a change of a state, or after its failure.
    mutating func changed(_ read: (StateChange) throws(StateFailure) -> [String: JSON]) -> Action {
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

    /// Ends the case after all states are torn down.
    mutating func finish() -> Action {
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
