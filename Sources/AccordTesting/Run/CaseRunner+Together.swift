import AccordContract
import AccordCore
import AccordJSON

extension CaseRunner {
    /// Makes calls at once, and holds each to what it returns when it is made alone, on a client of its own.
    func attemptAtOnce(_ tried: Case) async -> CaseResult {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            return CaseResult(tried, .notApplicable, reason: "concurrent calls require macOS 15 or iOS 18")
        }
        var first: [Attempt] = []
        var own: [Attempt] = []
        do {
            for member in tried.producers { first.append(try Attempt(member)) }
            for call in CallsAtOnce.calls(of: tried) { own.append(try Attempt(call)) }
        } catch {
            return CaseResult(tried, .failed, findings: [error.finding], assertions: 1)
        }
        let stub = stub(for: tried, first)
        defer { stub.close() }
        var baseline: [BaselineCall] = []
        for attempt in own {
            switch await alone(attempt, after: first, tried, stub) {
            case .call(let call): baseline.append(call)
            case .refused: continue
            case .result(let result): return result
            }
        }
        guard baseline.count > 1 else {
            return CaseResult(
                tried, .notApplicable, reason: "the client takes no second answer that can be told from the documented")
        }
        return await attempt(tried, first, baseline, stub)
    }

    private enum Alone {
        case call(BaselineCall)
        /// What nobody documents a client may refuse: then there is one call less.
        case refused
        case result(CaseResult)
    }

    /// Makes one call on a client of its own.
    private func alone(_ attempt: Attempt, after first: [Attempt], _ tried: Case, _ stub: Stub) async -> Alone {
        let run = FlowRun(stub: stub, bindings: bindings, deadline: deadline)
        let flow = first + [attempt]
        let seen = await run.observe(flow.map(\.call))
        if let failure = run.failure {
            return .result(CaseResult(tried, .failed, findings: [unmade(tried, failure)], assertions: 1))
        }
        if let obstacle = run.obstacle { return .result(CaseResult(tried, .notApplicable, reason: obstacle)) }
        for (index, (attempt, observation)) in zip(flow, seen).enumerated() {
            let isFirst = index < first.count
            let judgement =
                isFirst
                ? attempt.judge.judgeAsProducer(observation) : attempt.judge.judge(observation)
            guard judgement.failed else { continue }
            if attempt.tried.hasMadeAnswer { return .refused }
            return .result(
                CaseResult(
                    tried, .blocked, reason: "“\(attempt.tried.id)”, made alone, failed",
                    findings: judgement.findings))
        }
        guard seen.count == flow.count, let last = seen.last, let call = BaselineCall(attempt, last) else {
            return .refused
        }
        return .call(call)
    }

    /// True where a call returns something else each time, though it is answered the same.
    private func isUnsteady(_ call: BaselineCall, after first: [Attempt], _ tried: Case, _ stub: Stub) async -> Bool {
        guard case .call(let again) = await alone(call.attempt, after: first, tried, stub) else { return false }
        return again.value != call.value
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private func attempt(_ tried: Case, _ first: [Attempt], _ baseline: [BaselineCall], _ stub: Stub) async
        -> CaseResult
    {
        let together = Together(baseline.map(\.attempt.call), seed: tried.qualifiedID) { request, open in
            BaselineCall.nearest(to: request, among: open, of: baseline)
        }
        let run = FlowRun(stub: stub, bindings: bindings, deadline: deadline)
        _ = await run.observe(first.map(\.call)) { await run.run(together, on: $0) }
        if let failure = run.failure {
            return CaseResult(tried, .failed, findings: [unmade(tried, failure)], assertions: 1)
        }
        if let obstacle = run.obstacle { return CaseResult(tried, .notApplicable, reason: obstacle) }
        guard run.endings.count == baseline.count else {
            return CaseResult(tried, .blocked, reason: "an earlier call of its flow did not end")
        }
        let served = together.barrier.served
        let judge = IsolationJudge(baseline: baseline, endings: run.endings, served: served, tried: tried)
        for index in judge.unattributed where await isUnsteady(baseline[index], after: first, tried, stub) {
            return CaseResult(
                tried, .notApplicable, reason: "what the client makes of one and the same answer differs each time")
        }
        if judge.judgement.findings.isEmpty, let reason = judge.obstacle {
            return CaseResult(tried, .notApplicable, reason: reason)
        }
        let exchanges = served.map { served in
            let reply = baseline[served.call].attempt.replies[0]
            return ExchangeRecord(request: served.request, response: reply.response, failure: reply.failure)
        }
        return conclude(tried, judge.judgement, exchanges)
    }
}

/// A call that was made alone: what it asked and returned is what it has to ask and return among others.
struct BaselineCall: Sendable {
    let attempt: Attempt
    let request: HTTPRequest
    private let identity: RequestIdentity
    /// What was returned, in the forms in which values are compared.
    let value: JSON

    /// nil where the call returned nothing that could be compared, or asked nothing.
    init?(_ attempt: Attempt, _ observation: ClientObservation) {
        guard case .returned(let value) = observation.outcome, let request = observation.requests.last else {
            return nil
        }
        self.attempt = attempt
        self.request = request
        identity = RequestIdentity(request)
        self.value = Self.forms(of: value)
    }

    static func forms(of value: ClientValue) -> JSON {
        .array([value.json] + [value.coding].compactMap { $0 })
    }

    /// True where the two can't be told apart by what they ask.
    func asks(like other: HTTPRequest) -> Bool {
        identity == RequestIdentity(other)
    }

    /// The call that a request is of: one that asked the same when it was alone, else the one that documents it best.
    static func nearest(to request: HTTPRequest, among open: [Int], of calls: [BaselineCall]) -> Int {
        if let same = open.first(where: { calls[$0].asks(like: request) }) { return same }
        let distances = open.map { index in
            calls[index].attempt.expected.first.map { Judge.judge(request, against: $0).findings.count } ?? .max
        }
        let least = distances.min()
        return zip(open, distances).first { $0.1 == least }?.0 ?? 0
    }
}
