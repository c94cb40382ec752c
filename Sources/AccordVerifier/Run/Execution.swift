import AccordContract
import AccordCore
import AccordJSON

/// A run under way.
final class Execution {
    let multi: CurlMulti
    let plan: RunPlan
    let options: VerifierOptions
    let recorder: Recorder
    private let baseURLs: BaseURLs
    private let notify: (Verifier.Event) -> Void
    private var schedule: Schedule
    private var timers = Timers()
    let commands = CommandRunner()
    private(set) var underWay: [Int: CaseUnderWay] = [:]
    var tokens = TokenStore()
    /// Requests for tokens that are under way, by the key that the transport knows them by.
    var tokenRequests: [Int: (key: TokenStore.Key, request: TokenRequest)] = [:]
    var tokenCount = 0
    private var pacer: Pacer?
    /// Requests that wait for their turn.
    private var paced: [Int: HTTPRequest] = [:]
    private var failures = 0
    private var presence = ServerPresence()
    private var shrinking = ShrinkingBudget()
    /// Why the run ended early; nil while it hasn't.
    private(set) var ending: RunEnding?
    /// Cases that wait for tokens, with what they asked for.
    var awaited: [Int: (schemes: [SecurityScheme], refused: [String: AccessToken])] = [:]
    /// Requests that wait for their signature.
    var signing: [Int: HTTPRequest] = [:]
    private var started: [Int: ContinuousClock.Instant] = [:]
    private var finished: [CaseResult?]
    private var outputs: [Int: [String: JSON]] = [:]
    private var hasOutputsAwaited: [Bool]
    private var deadline: ContinuousClock.Instant?
    private var isGivingUp = false

    init(
        plan: RunPlan, options: VerifierOptions, recorder: Recorder, multi: CurlMulti,
        notify: @escaping (Verifier.Event) -> Void
    ) {
        self.plan = plan
        self.options = options
        self.recorder = recorder
        baseURLs = BaseURLs(options.target)
        self.multi = multi
        self.notify = notify
        schedule = plan.schedule(
            concurrency: options.concurrency, setsUpStates: options.stateHandler != nil)
        finished = Array(repeating: nil, count: plan.entries.count)
        pacer = options.rate.map { Pacer(rate: $0) }
        hasOutputsAwaited = Array(repeating: false, count: plan.entries.count)
        for needed in plan.needs.joined() { hasOutputsAwaited[needed] = true }
    }

    /// Hands over the results, in the plan's order, of the cases that ended.
    func takeFinished() -> [CaseResult?] {
        defer { finished = [] }
        return finished
    }

    func run(until isAsked: () -> Bool) {
        deadline = options.maximumTime.map { .now + .seconds($0) }
        while !isAsked() {
            if let deadline, .now >= deadline { return giveUp(.timeIsUp(options.maximumTime ?? 0)) }
            switch schedule.next() {
            case .start(let position): start(position)
            case .wait: wait()
            case .finish: return skipRemaining()
            }
        }
        giveUp(.interrupted)
    }

    /// Starts nothing more; what is under way may still end.
    private func stop(_ reason: RunEnding) {
        if ending == nil { ending = reason }
        schedule.stop()
    }

    /// Lists what was never started, with the reason.
    private func skipRemaining() {
        let gone = presence.gone
        if ending == nil { ending = gone.map { .serverWentAway(after: $0.lastAnswered) } }
        for position in schedule.remaining where finished[position] == nil {
            skip(position, because: ending.map { $0.reason(wasStarted: false) } ?? "what it comes after never ends")
        }
        guard case .serverWentAway = ending, let reason = ending?.reason(wasStarted: true) else { return }
        // That their connections were refused says nothing about these cases.
        for position in gone?.refused ?? [] {
            finished[position] = recorder.blocked(plan.entries[position], because: reason)
        }
    }

    private func skip(_ position: Int, because reason: String) {
        let result = recorder.skipped(plan.entries[position], reason: reason)
        finished[position] = result
        notify(.ended(result))
    }

    /// Gives up what is under way, but for tearing states down, which may take a few seconds more, and lists what didn't
    /// come to its end.
    private func giveUp(_ reason: RunEnding) {
        ending = reason
        multi.cancelAll()
        schedule.stop()
        isGivingUp = true
        signing = [:]
        paced = [:]
        let end = ContinuousClock.now + .seconds(5)
        for position in underWay.keys.sorted() { step(position) { $0.interrupt() } }
        while !underWay.isEmpty, ContinuousClock.now < end { wait(upTo: .milliseconds(100)) }
        multi.cancelAll()
        for position in finished.indices where finished[position] == nil {
            // What had started may have changed the server, and so isn't said not to have run.
            skip(position, because: reason.reason(wasStarted: started[position] != nil))
        }
    }

    private func wait(upTo most: Duration = .seconds(60)) {
        for position in timers.due(at: .now) {
            if let request = paced.removeValue(forKey: position) {
                dispatch(request, of: position)
            } else {
                step(position) { $0.resume() }
            }
        }
        for (key, result) in commands.takeFinished() {
            if key.isSigning { send(key.position, signedBy: result) } else { step(key.position) { $0.receive(result) } }
        }
        guard !underWay.isEmpty else { return }
        let ends = [timers.next, isGivingUp ? nil : deadline].compactMap(\.self).map { $0 - .now }
        let limit = min(most, ends.min() ?? most)
        for completion in multi.wait(upTo: max(.zero, limit)) {
            if tokenRequests[completion.key] != nil {
                receiveToken(completion)
            } else {
                receive(completion)
            }
        }
    }

    private func receive(_ completion: Completion) {
        guard let current = underWay[completion.key] else { return }
        if case .response = completion.outcome, current.progress.isAsking {
            presence.answered(current.progress.testCase.id, at: address(of: current.progress))
        }
        step(completion.key) { $0.receive(completion) }
    }

    private func address(of progress: CaseProgress) -> String {
        URLParts(baseURLs.url(for: progress.testCase.operation)).authority
    }

    private func start(_ position: Int) {
        let entry = plan.entries[position]
        started[position] = .now
        if let skip = entry.skip {
            return end(position, recorder.skipped(entry, reason: skip), .withheld)
        }
        notify(.started(entry.testCase))
        let baseURLs = baseURLs
        let progress = CaseProgress(
            entry.testCase, scope: scope(for: position), retry: RetryRule(limit: options.retries),
            handler: options.stateHandler, options: options.target.options
        ) { operation in
            baseURLs.url(for: operation)
        }
        underWay[position] = CaseUnderWay(progress)
        step(position) { $0.start() }
    }

    func scope(for position: Int) -> Scope {
        var known: [String: JSON] = [:]
        for needed in plan.needs[position] { known.merge(outputs[needed] ?? [:]) { _, new in new } }
        var scope = plan.entries[position].testCase.ownScope(known, options.environment)
        scope.namesUnsetVariables = false
        scope.runID = options.runID
        scope.now = options.now()
        scope.identity = "\(options.runID)\n\(plan.entries[position].testCase.qualifiedID)"
        return scope
    }

    func step(_ position: Int, _ advance: (inout CaseProgress) -> CaseProgress.Action) {
        guard let current = underWay[position] else { return }
        let wasShrinking = current.progress.isShrinking
        let action = advance(&current.progress)
        let isShrinking = current.progress.isShrinking
        if isShrinking, !wasShrinking { shrinking.begin(at: .now) }
        if wasShrinking, !isShrinking { shrinking.end(at: .now) }
        switch action {
        case .send where isShrinking && shrinking.left(at: .now) <= 0: step(position) { $0.leave(.outOfTime) }
        case .send(let request):
            let pause = current.progress.isAsking ? pacer?.reserve(at: .now) ?? .zero : .zero
            if isShrinking, pause > .seconds(shrinking.left(at: .now)) {
                step(position) { $0.leave(.outOfTime) }
            } else if pause > .zero {
                paced[position] = request
                timers.add(position, due: .now + pause)
            } else {
                dispatch(request, of: position)
            }
        case .run(let line, let change):
            commands.start(change.command(line), key: .init(position: position), waker: multi.waker)
        case .authorize(let schemes, let refused): authorize(position, schemes, refused: refused)
        case .pause(let seconds): timers.add(position, due: .now + .seconds(seconds))
        case .offerShrinking(let finding):
            let leaving =
                isGivingUp ? .outOfTime : shrinking.refusal(finding, of: current.progress.testCase, at: .now)
            step(position) { progress in leaving.map { progress.leave($0) } ?? progress.shrink() }
        case .end where isGivingUp: underWay[position] = nil
        case .end: end(position, current.progress)
        }
    }

    /// Sends a request, signed first if the case sends it and a command signs.
    private func dispatch(_ made: HTTPRequest, of position: Int) {
        var request = made
        if underWay[position]?.progress.isAsking == true {
            let added = options.headers.filter { made.headers.first($0.name) == nil }
            if !added.isEmpty {
                request.headers += added
                underWay[position]?.progress.sending(request)
            }
        }
        if let line = options.signCommand, underWay[position]?.progress.isAsking == true {
            sign(request, of: position, line)
        } else {
            send(request, of: position)
        }
    }

    func send(_ request: HTTPRequest, of position: Int) {
        guard let current = underWay[position] else { return }
        do {
            let limit = current.progress.isShrinking ? max(0, shrinking.left(at: .now)) : nil
            try multi.start(request, key: position, within: limit)
        } catch {
            if current.progress.isShrinking { shrinking.end(at: .now) }
            end(position, current.progress, because: error)
        }
    }

    private func end(_ position: Int, _ progress: CaseProgress, because failure: TransportFailure? = nil) {
        underWay[position] = nil
        let entry = plan.entries[position]
        let duration = started[position].map { (.now - $0) / .seconds(1) } ?? 0
        let result = recorder.result(of: entry, progress, failure, duration: duration)
        let succeeded = !progress.failed && failure == nil && progress.obstacle == nil
        if progress.wasRefused, let last = presence.refused(position, at: address(of: progress)) {
            stop(.serverWentAway(after: last))
        }
        if succeeded && hasOutputsAwaited[position] { outputs[position] = progress.outputs }
        if succeeded, let status = progress.otherStatus {
            let id = entry.testCase.id
            return end(position, result, .withheld, because: "\(id), which it comes after, was answered \(status)")
        }
        end(position, result, succeeded ? .succeeded : result.status == .failed ? .failed : .withheld)
    }

    /// - Parameter reason: why what comes after it is skipped; nil: it is blocked, or skipped as the case was.
    private func end(
        _ position: Int, _ result: CaseResult, _ ending: Schedule.Ending, because reason: String? = nil
    ) {
        started[position] = nil
        finished[position] = result
        if ending == .failed {
            failures += 1
            if let most = options.maximumFailures, failures >= most {
                stop(.enoughFailures(most, last: plan.entries[position].testCase.id))
            }
        }
        notify(.ended(result))
        for blocked in schedule.end(position, ending) {
            let entry = plan.entries[blocked.position]
            let result =
                reason.map { recorder.skipped(entry, reason: $0) }
                ?? recorder.blocked(entry, by: plan.entries[blocked.by].testCase.id, result.status)
            finished[blocked.position] = result
            notify(.ended(result))
        }
    }
}

/// A case under way, changed in place: it holds too much to be moved about.
final class CaseUnderWay {
    var progress: CaseProgress

    init(_ progress: CaseProgress) {
        self.progress = progress
    }
}
