// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Runs the cases of a plan. Keeps the state of each case, and what the cases share, such as connections and tokens.
final class Execution {
    let multi: CurlMulti
    private(set) var plan: RunPlan
    private let source: PlanSource
    let options: VerifierOptions
    let recorder: Recorder
    private let notify: (Verifier.Event) -> Void
    private var schedule: Schedule
    private var timers = Timers()
    let commands = BackgroundWork<FinishedCommand>()
    private let searches = BackgroundWork<(position: Int, search: FuzzShrinker, candidate: Case?)>()
    /// For each case of the plan, whether it is planned, running or ended.
    private var cases: [CaseState]
    /// The number of cases that are running.
    private var runningCount = 0
    var tokens = TokenStore()
    var tokenRequests: [TokenStore.Key: TokenRequest] = [:]
    private var pacer: Pacer?
    private var failures = 0
    private var presence = ServerPresence()
    private var shrinking = ShrinkingBudget()
    private var learned = LearnedValues()
    private var credentials = CredentialWatch()
    /// The reason why the run ended early, or `nil` if it didn't.
    private(set) var ending: RunEnding?
    /// The cases with outputs that other cases use, as indices in the plan.
    private var producers: Set<Int> = []
    private var deadline: ContinuousClock.Instant?
    private var isGivingUp = false
    /// Whether the plan is complete: all parts were appended.
    private var isPlanned = false

    init(
        _ source: PlanSource, options: VerifierOptions, recorder: Recorder, multi: CurlMulti,
        notify: @escaping (Verifier.Event) -> Void
    ) {
        self.source = source
        plan = RunPlan(source.contracts)
        self.options = options
        self.recorder = recorder
        self.multi = multi
        self.notify = notify
        schedule = Schedule([], concurrency: options.concurrency)
        cases = []
        pacer = options.rate.map { Pacer(rate: $0) }
    }

    /// Returns the results of the cases that ended, in the plan's order, and frees the memory of all cases.
    func takeFinished() -> [CaseResult] {
        defer { cases = [] }
        return cases.compactMap(\.result)
    }

    /// Returns the running case at an index of the plan, or `nil` if the case isn't running.
    func running(_ position: Int) -> RunningCase? {
        if case .running(let current) = cases[position] { current } else { nil }
    }

    private func record(_ result: CaseResult, at position: Int, outputs: [String: JSON] = [:]) {
        if running(position) != nil { runningCount -= 1 }
        cases[position] = .ended(result, outputs: outputs)
        plan.release(position)
        notify(.ended(result))
    }

    func run(until isAsked: () -> Bool) {
        deadline = options.maximumTime.map { options.start + .seconds($0 - options.timeForReports) }
        while !isAsked() {
            if let deadline, .now >= deadline { return giveUp(.timeIsUp(options.maximumTime ?? 0)) }
            takePlanned()
            // Handles these events before it decides whether to wait, because they can end cases: a wait after the last
            // running case ended would last until its limit.
            handleEvents()
            switch schedule.next(isComplete: isPlanned) {
            case .start(let position): start(position)
            case .wait: wait()
            case .finish where isPlanned || ending != nil: return skipRemaining()
            case .finish: wait()
            }
        }
        giveUp(.interrupted)
    }

    /// If fewer cases than this are ready to start, Accord plans the next part of the run.
    private static let fewestReady = 200

    private func takePlanned() {
        guard !isPlanned else { return }
        let parts = source.take()
        for part in parts { append(part) }
        if schedule.readyCount < Self.fewestReady, ending == nil { source.plan(waker: multi.waker) }
        isPlanned = source.isAtEnd
        if isPlanned || !parts.isEmpty { notify(.planned(plan.entries.count, isFinal: isPlanned)) }
    }

    private func append(_ part: RunPlan) {
        schedule.append(part.order(setsUpStates: options.stateHandler != nil))
        plan.append(part)
        cases += Array(repeating: .planned, count: part.entries.count)
        producers.formUnion(plan.needs[(plan.needs.count - part.needs.count)...].joined())
    }

    /// Starts no more cases. Running cases continue until they end.
    private func stop(_ reason: RunEnding) {
        if ending == nil { ending = reason }
        schedule.stop()
    }

    /// Skips the cases that were never started, and gives the reason in their results.
    private func skipRemaining() {
        let gone = presence.gone
        if ending == nil { ending = gone.map { .serverWentAway(after: $0.lastAnswered) } }
        if let ending { append(source.stop(because: ending.reason(wasStarted: false))) }
        for position in schedule.remaining where cases[position].result == nil {
            skip(
                position,
                because: ending.map { $0.reason(wasStarted: false) } ?? "the case depends on a case that didn't finish")
        }
        guard case .serverWentAway = ending, let reason = ending?.reason(wasStarted: true) else { return }
        // Marks each case with a refused connection as blocked, because a refused connection doesn't prove a failure.
        for position in gone?.refused ?? [] {
            let result = CaseResult(plan.entries[position].testCase, .blocked, reason: reason)
            cases[position] = .ended(result, outputs: [:])
        }
    }

    private func skip(_ position: Int, because reason: String) {
        record(recorder.skipped(plan.entries[position], reason: reason), at: position)
    }

    /// Cancels the running cases, and skips all other cases. Tears down provider states, which may take a few seconds.
    private func giveUp(_ reason: RunEnding) {
        ending = reason
        multi.cancelAll()
        append(source.stop(because: reason.reason(wasStarted: false)))
        schedule.stop()
        isGivingUp = true
        let end = ContinuousClock.now + .seconds(5)
        for position in cases.indices {
            running(position)?.wait = .none
            step(position) { $0.interrupt() }
        }
        while runningCount > 0, ContinuousClock.now < end {
            handleEvents()
            wait(upTo: .milliseconds(100))
        }
        multi.cancelAll()
        for position in cases.indices {
            switch cases[position] {
            case .planned: skip(position, because: reason.reason(wasStarted: false))
            // Reports that the case was started, because the case may have changed the server's data.
            case .running, .givenUp: skip(position, because: reason.reason(wasStarted: true))
            case .ended: break
            }
        }
    }

    /// Continues the cases whose pause, shell command or search for a smaller request is over.
    private func handleEvents() {
        for position in timers.due(at: .now) {
            if let current = running(position), case .turn(let request) = current.wait {
                current.wait = .none
                dispatch(request, of: position)
            } else {
                step(position) { $0.resume() }
            }
        }
        for command in commands.takeFinished() {
            switch command.purpose {
            case .state: step(command.position) { $0.receive(command.result) }
            case .signature: send(command.position, signedBy: command.result)
            }
        }
        for (position, search, candidate) in searches.takeFinished() {
            guard running(position)?.progress.isShrinking == true else { continue }
            step(position) { $0.propose(candidate, search) }
        }
    }

    private func wait(upTo most: Duration = .seconds(60)) {
        guard runningCount > 0 || !isPlanned && !isGivingUp else { return }
        let ends = [timers.next, isGivingUp ? nil : deadline].compactMap(\.self).map { $0 - .now }
        let limit = min(most, ends.min() ?? most)
        for completion in multi.wait(upTo: max(.zero, limit)) {
            switch completion.key {
            case .token(let key): receiveToken(completion, for: key)
            case .testCase(let position): receive(completion, position)
            case .credentials(let key): receiveCheck(completion, of: key)
            case .connection: break
            }
        }
    }

    private func receive(_ completion: Completion, _ position: Int) {
        guard let current = running(position) else { return }
        if case .response = completion.outcome, current.progress.isAsking {
            presence.answered(current.progress.testCase.id, at: address(of: current.progress))
        }
        // A signature may be valid only once, so a signed request can't be repeated to check the credentials.
        if options.signCommand == nil, let (request, step, schemes) = current.progress.credentialUse {
            let testCase = current.progress.testCase
            let key = UsedCredentials(file: testCase.file, schemes: schemes)
            switch credentials.received(completion, to: request, of: testCase, step: step, key, at: position) {
            case .judge: break
            case .hold: return
            case .check(let proof):
                do {
                    return try multi.start(proof, key: .credentials(key))
                } catch {
                    _ = credentials.takeHeld(key)
                }
            }
        }
        step(position) { $0.receive(completion) }
    }

    /// Handles the response to the request that checks the credentials. If they don't work, starts no more cases.
    private func receiveCheck(_ completion: Completion, of key: UsedCredentials) {
        let held = credentials.takeHeld(key)
        guard completion.response?.status == 401 else {
            for (position, completion) in held { step(position) { $0.receive(completion) } }
            return
        }
        let names = key.schemes.map { "“\($0)”" }.joined(separator: " and ")
        let lost = RunEnding.credentialsLost(
            "the credentials of \(names) stopped working \(credentials.moment(key))",
            isAtEnd: isPlanned && schedule.phase == .ending)
        stop(lost)
        for (position, _) in held { step(position) { $0.leaveUnjudged(because: lost.reason(wasStarted: true)) } }
    }

    private func address(of progress: CaseProgress) -> String {
        URLParts(options.target.baseURL(for: progress.testCase.operation) ?? "").authority
    }

    private func start(_ position: Int) {
        let entry = plan.entries[position]
        if let skip = entry.skip {
            let result =
                entry.isBlocked
                ? CaseResult(entry.testCase, .blocked, reason: skip) : recorder.skipped(entry, reason: skip)
            return end(position, result, .withheld)
        }
        notify(.started(entry.testCase))
        let target = options.target
        let progress = CaseProgress(
            learned.applied(to: entry.testCase), scope: scope(for: position), retry: RetryRule(limit: options.retries),
            handler: options.stateHandler, options: options.repeatOptions
        ) { operation in target.baseURL(for: operation) ?? "" }
        cases[position] = .running(RunningCase(progress))
        runningCount += 1
        step(position) { $0.start() }
    }

    func scope(for position: Int) -> Scope {
        var known: [String: JSON] = [:]
        for needed in plan.needs[position] {
            if case .ended(_, let outputs) = cases[needed] { known.merge(outputs) { _, new in new } }
        }
        var scope = plan.entries[position].testCase.ownScope(known, options.environment)
        scope.namesUnsetVariables = false
        scope.runID = options.runID
        scope.now = options.now()
        scope.identity = "\(options.runID)\n\(plan.entries[position].testCase.qualifiedID)"
        return scope
    }

    func step(_ position: Int, _ advance: (inout CaseProgress) -> CaseProgress.Action) {
        guard let current = running(position) else { return }
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
                current.wait = .turn(request)
                timers.add(position, due: .now + pause)
            } else {
                dispatch(request, of: position)
            }
        case .run(let line, let change):
            let command = change.command(line)
            commands.start(waker: multi.waker) {
                FinishedCommand(position: position, purpose: .state, result: command.run())
            }
        case .search where shrinking.left(at: .now) <= 0: step(position) { $0.leave(.outOfTime) }
        case .search(let shrinker):
            searches.start(waker: multi.waker) {
                var search = shrinker
                let candidate = search.next()
                return (position, search, candidate)
            }
        case .authorize(let schemes, let refused): authorize(position, schemes, refused: refused)
        case .pause(let seconds): timers.add(position, due: .now + .seconds(seconds))
        case .offerShrinking(let finding):
            let leaving = isGivingUp ? .outOfTime : shrinking.refusal(finding, of: current.progress.testCase, at: .now)
            step(position) { progress in leaving.map { progress.leave($0) } ?? progress.shrink() }
        case .end where isGivingUp:
            cases[position] = .givenUp
            runningCount -= 1
        case .end: end(position, current.progress)
        }
    }

    /// Sends a request. First adds the given header fields and signs the request with `--sign-command`, unless the
    /// request sets up or tears down a provider state, or a redirect leads to a different server.
    private func dispatch(_ made: HTTPRequest, of position: Int) {
        guard let current = running(position), current.progress.isAsking, !current.progress.hasLeftServer else {
            return send(made, of: position)
        }
        var request = made
        let added = options.headers.filter { made.headers.first($0.name) == nil }
        if !added.isEmpty {
            request.headers += added
            current.progress.sending(request)
        }
        if let line = options.signCommand {
            sign(request, of: position, line)
        } else {
            send(request, of: position)
        }
    }

    func send(_ request: HTTPRequest, of position: Int) {
        guard let current = running(position) else { return }
        do {
            let limit = current.progress.isShrinking ? max(0, shrinking.left(at: .now)) : nil
            try multi.start(request, key: .testCase(position), within: limit) { current.progress.endlessStream($0, $1) }
        } catch {
            let completion = Completion(
                key: .testCase(position), outcome: .failure(error, partial: nil), times: .zero, httpVersion: "",
                reusedConnection: false)
            step(position) { $0.receive(completion) }
        }
    }

    private func end(_ position: Int, _ progress: CaseProgress) {
        let entry = plan.entries[position]
        learned.learn(progress.rejectedParts, of: entry.testCase)
        let duration = running(position).map { (.now - $0.started) / .seconds(1) } ?? 0
        let result = recorder.result(of: entry, progress, duration: duration, after: predecessors(of: position))
        let succeeded = !progress.failed && progress.obstacle == nil
        if progress.wasRefused, let last = presence.refused(position, at: address(of: progress)) {
            stop(.serverWentAway(after: last))
        }
        let otherStatus = succeeded ? progress.otherStatus : nil
        let ending: Schedule.Ending =
            if succeeded, otherStatus == nil { .succeeded } else if !succeeded, result.status == .failed {
                .failed
            } else { .withheld }
        let id = entry.testCase.id
        end(
            position, result, ending, outputs: succeeded && producers.contains(position) ? progress.outputs : [:],
            because: otherStatus.map { "the case depends on \(id), which received the status code \($0)" })
    }

    /// Returns the results of the cases that a case depends on, directly or indirectly, in the order of the plan.
    private func predecessors(of position: Int) -> [CaseResult] {
        var positions: Set<Int> = []
        var open = plan.needs[position]
        while let next = open.popLast() {
            if positions.insert(next).inserted { open += plan.needs[next] }
        }
        return positions.sorted().compactMap { cases[$0].result }
    }

    /// - Parameter reason: The reason to skip the cases that depend on this case. If `nil`, the dependent cases are
    ///   blocked, or skipped if this case is skipped.
    private func end(
        _ position: Int, _ result: CaseResult, _ ending: Schedule.Ending, outputs: [String: JSON] = [:],
        because reason: String? = nil
    ) {
        record(result, at: position, outputs: outputs)
        if ending == .failed {
            failures += 1
            if let most = options.maximumFailures, failures >= most {
                stop(.enoughFailures(most, last: plan.entries[position].testCase.id))
            }
        }
        for blocked in schedule.end(position, ending) {
            let entry = plan.entries[blocked.position]
            record(
                reason.map { recorder.skipped(entry, reason: $0) }
                    ?? recorder.blocked(entry, by: plan.entries[blocked.by].testCase.id, result.status),
                at: blocked.position)
        }
    }
}

/// Whether a case of the run is planned, running or ended.
private enum CaseState {
    case planned
    case running(RunningCase)
    /// The case was cancelled because the run ended.
    case givenUp
    /// The case ended with this result. Other cases can use the values in `outputs`.
    case ended(CaseResult, outputs: [String: JSON])

    var result: CaseResult? {
        if case .ended(let result, _) = self { result } else { nil }
    }
}

/// The progress of a running case. The type is a class, because the large value in `progress` must be changed in place.
final class RunningCase {
    /// What a case waits for before it can send its request.
    enum Wait {
        case none
        /// The case waits until `--rate` allows the next request.
        case turn(HTTPRequest)
        case token([SecurityScheme], refused: [String: AccessToken])
        case signature(HTTPRequest)
    }

    var progress: CaseProgress
    var wait = Wait.none
    let started = ContinuousClock.now

    init(_ progress: CaseProgress) { self.progress = progress }
}
