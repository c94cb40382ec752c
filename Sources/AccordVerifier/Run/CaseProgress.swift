import AccordContract
import AccordCore
import AccordJSON

/// One case on its way: a value that is told what came back and says what to do next.
///
/// Knows no sockets and no clock; pauses are seconds for the executor to let pass.
package struct CaseProgress: Sendable {
    package enum Action: Sendable {
        case send(HTTPRequest)
        /// Run the shell's line with the change as its input, then call `receive` with the result.
        case run(String, StateChange)
        /// Get access tokens for these schemes, then call `authorize`; `refused` are those that the server took no
        /// more.
        case authorize([SecurityScheme], refused: [String: AccessToken])
        /// Let so many seconds pass, then call `resume`.
        case pause(Double)
        /// A fuzz-generated request failed: call `shrink` to look for the smallest that does, or `leave`.
        case offerShrinking(Finding)
        case end
    }

    /// A request with what became of it.
    package struct Attempt: Sendable {
        package var request: HTTPRequest
        package var completion: Completion
        /// The step of the case that asked it.
        package var step = 0
    }

    /// What the case is doing, with all that only then is there.
    ///
    /// Indirect: what is there is large, and would be copied in place wherever a phase is looked at.
    indirect enum Phase: Sendable {
        /// The states yet to be set up, the next one last.
        case settingUp([ProviderState])
        /// A request is under way, or a pause before it is.
        case asking(Asking)
        /// Tokens are asked for; `refused` is the answer that those in use were refused with.
        case authorizing(Asking, refused: Completion?)
        /// It is to be decided whether a smaller request that fails is looked for.
        case offeringShrinking(Asking)
        case shrinking(Asking, Shrinking)
        case tearingDown
        case ended
    }

    /// The step that the case is at.
    struct Asking: Sendable {
        var step = 0
        /// As the case makes it; nil before the step's first.
        var request: HTTPRequest?
        /// What was made of it on its way: it with its signature.
        var signed: HTTPRequest?
        /// How many redirects were followed in this step.
        var redirects = 0

        /// What was sent.
        var sent: HTTPRequest? { signed ?? request }
    }

    package let testCase: Case
    package internal(set) var findings: [Finding] = []
    package internal(set) var assertions = 0
    package internal(set) var attempts: [Attempt] = []
    /// Values for later cases, also those of its producers.
    package internal(set) var outputs: [String: JSON]
    /// Why a derived case came to nothing: a step before the one that it is about failed, which documented cases show.
    package internal(set) var obstacle: String?
    /// The status that the case's own last request was answered with, before it was made smaller.
    package internal(set) var answered: Int?
    /// The id of the case whose request is made smaller in this one's place, since both fail alike.
    package internal(set) var representative: String?
    /// Why the case, though it passed, took more than one try.
    package internal(set) var retried: [String] = []

    /// The status that was answered in place of the case's, where any documented one will do: nothing comes after it.
    package internal(set) var otherStatus: Int?

    var phase: Phase
    var scope: Scope
    let baseURL: @Sendable (Operation) -> String
    /// What `accord verify` has to be told to ask the same server.
    let options: String
    let retry: RetryRule
    let handler: StateHandler?
    /// States that are set up, to be torn down from the last on; while setting up, the last one isn't yet.
    var standing: [StateChange] = []
    /// Access tokens in use, by the scheme's name.
    var tokens: [String: AccessToken] = [:]
    var polls = 0

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
        phase = .settingUp(handler == nil ? [] : testCase.definition.given.reversed())
    }

    /// True once something was found that the case fails by.
    package var failed: Bool { findings.contains { $0.severity == .error } }

    /// True while what is sent is the case's own request, not the change of a state.
    package var isAsking: Bool {
        switch phase {
        case .asking, .authorizing, .offeringShrinking, .shrinking: true
        case .settingUp, .tearingDown, .ended: false
        }
    }

    /// True while what is sent is a smaller request than one that failed.
    package var isShrinking: Bool {
        if case .shrinking = phase { true } else { false }
    }
}

// MARK: - What happened

extension CaseProgress {
    /// The first thing to do.
    package mutating func start() -> Action {
        guard case .settingUp(let wanted) = phase else { return .end }
        return setUp(wanted)
    }

    /// What to do after a pause.
    package mutating func resume() -> Action {
        guard case .asking(let asking) = phase, let request = asking.request else { return finish() }
        return .send(request)
    }

    /// What to do now that the request sent last has ended.
    package mutating func receive(_ completion: Completion) -> Action {
        switch phase {
        case .settingUp, .tearingDown:
            return changed { (change) throws(StateFailure) in try change.values(completion) }
        case .asking(let asking): return receive(completion, asking)
        case .shrinking(let asking, let shrinking):
            guard let sent = asking.sent else { return finish(asking, shrinking) }
            return receive(Attempt(request: sent, completion: completion), asking, shrinking)
        case .authorizing, .offeringShrinking, .ended: return finish()
        }
    }

    /// What to do now that the command run last has ended.
    package mutating func receive(_ result: CommandResult) -> Action {
        changed { (change) throws(StateFailure) in try change.values(result) }
    }

    /// What to do now that there are tokens; where none is newer than what was refused, the refusal is judged.
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

    /// Tells that the request was changed before it was sent: it was signed.
    package mutating func sending(_ request: HTTPRequest) {
        switch phase {
        case .asking(var asking):
            asking.signed = request
            phase = .asking(asking)
        case .shrinking(var asking, let shrinking):
            asking.signed = request
            phase = .shrinking(asking, shrinking)
        case .settingUp, .authorizing, .offeringShrinking, .tearingDown, .ended: break
        }
    }

    /// Ends the case by something that has to be there before it can ask anything.
    package mutating func fail(_ finding: Finding) -> Action {
        findings.append(finding)
        return finish()
    }

    /// What is left to do when the run is to end now: what stands is torn down.
    package mutating func interrupt() -> Action {
        switch phase {
        case .tearingDown, .ended: .end
        case .settingUp, .asking, .authorizing, .offeringShrinking, .shrinking: finish()
        }
    }
}

/// The states of `given`: set up before the case asks, torn down in the end.
extension CaseProgress {
    mutating func setUp(_ wanted: [ProviderState]) -> Action {
        var wanted = wanted
        guard let state = wanted.popLast() else { return send(Asking()) }
        phase = .settingUp(wanted)
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

    /// What to do now that a state was changed, or wasn't.
    mutating func changed(_ read: (StateChange) throws(StateFailure) -> [String: JSON]) -> Action {
        guard var change = standing.last else { return finish() }
        if case .settingUp(let wanted) = phase {
            do {
                scope.given.merge(try read(change)) { _, returned in returned }
                return setUp(wanted)
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

    /// The end of the case, once every state that stands is torn down.
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
