import AccordContract
import AccordCore
import AccordJSON

/// Holds calls that were made at once to what each of them returns alone.
struct IsolationJudge {
    let judgement: Judgement
    /// Why nothing could be seen where nothing was found; nil where each call's own answer was seen.
    let obstacle: String?
    /// The calls that returned what none returns alone.
    let unattributed: [Int]

    /// What went wrong with a call; what comes first explains what comes later.
    private enum Kind: Int {
        case request, answer, silence, twice, failure
    }

    init(baseline: [BaselineCall], endings: [CallEnding?], served: [ResponseBarrier.Served], tried: Case) {
        let observation = ConcurrencyObservation(baseline: baseline, served: served)
        var problems: [(kind: Kind, text: String)] = observation.misdirected.map { (.request, $0) }
        let mixes = observation.mixes(endings)
        for (index, ending) in endings.enumerated() {
            let name = observation.name(index)
            switch ending?.outcome {
            case nil: problems.append((.silence, "\(name) neither returned nor threw"))
            case .dropped?:
                problems.append((.silence, "\(name) was never completed: its completion handler was let go"))
            case .hung?, .notBound?, .misreadInput?: problems.append((.silence, "\(name) did nothing"))
            case .neither?: problems.append((.failure, "\(name) got neither a value nor an error"))
            case .both(let error)?: problems.append((.failure, "\(name) got both a value and \(error.text)"))
            case .threw(let error)?:
                guard !Self.isStated(error, tried, baseline[index]) else { continue }
                problems.append((.failure, "\(name) failed: \(error.text)"))
            case .returned?: if let mix = mixes[index] { problems.append((.answer, "\(name) returned \(mix)")) }
            }
            if let surplus = ending?.surplusCalls, surplus > 0 {
                problems.append((.twice, "\(name) was completed \(surplus + 1) times"))
            }
        }
        judgement = Judgement(
            findings: Self.finding(problems, baseline.count, tried).map { [$0] } ?? [], assertions: baseline.count)
        obstacle = observation.obstacle
        unattributed = observation.unattributed(endings)
    }

    /// True where “derived” says that calls may fail so while others are under way.
    private static func isStated(_ error: ThrownError, _ tried: Case, _ call: BaselineCall) -> Bool {
        let observation = ClientObservation(outcome: ClientOutcome(.threw(error)))
        return OutcomeJudge(expected: tried.outcome, scope: call.attempt.scope, answer: "")
            .judge(observation).findings.isEmpty
    }

    private static func finding(
        _ problems: [(kind: Kind, text: String)], _ count: Int, _ tried: Case
    ) -> Finding? {
        guard let kind = problems.map(\.kind).min(by: { $0.rawValue < $1.rawValue }) else { return nil }
        // Who asks for something else is answered something else.
        let problems = kind == .request ? problems.filter { $0.kind == .request } : problems
        let (message, advice) = words(for: kind)
        return Finding(
            rule: .outcomeMixed, severity: tried.outcome.severity, blame: .client, message,
            contract: tried.location, place: .init(.outcome),
            expected: "\(count) calls at once, each with its own answer, as it has alone",
            actual: problems.map(\.text).joined(separator: "\n"), advice: advice)
    }

    private static func words(for kind: Kind) -> (message: String, advice: String) {
        switch kind {
        case .answer:
            (
                "of calls made at once, one returned another’s answer",
                "Keep the answer in the call itself, not in a property that the next call overwrites: no last response, "
                    + "no buffer and no completion handler that all calls share. A delegate keeps them by task."
            )
        case .request:
            (
                "of calls made at once, one sent another’s request",
                "Build each request of the call’s own arguments, not of properties that the next call overwrites."
            )
        case .silence:
            (
                "of calls made at once, one was never completed",
                "Keep a completion handler or continuation for each call: one property holds only the last of them."
            )
        case .twice:
            (
                "of calls made at once, one was completed more than once",
                "Keep a completion handler or continuation for each call: one property holds only the last of them."
            )
        case .failure:
            (
                "a call failed that succeeds alone, while others were under way",
                "Share nothing between calls that belongs to one, such as a delegate’s buffer. Where the client refuses a second call on purpose, say so: "
                    + "\"derived\": { \"client.concurrent-isolation\": { \"throws\": \"busy\" } }."
            )
        }
    }
}

/// What can be seen of calls that were made at once.
private struct ConcurrencyObservation {
    let baseline: [BaselineCall]
    let served: [ResponseBarrier.Served]

    /// `call 2 (login/creates a token)`
    func name(_ index: Int) -> String {
        "call \(index + 1) (\(baseline[index].attempt.tried.id))"
    }

    /// The calls that ask the same as another, itself among them.
    private func alike(_ index: Int) -> [Int] {
        // A nonce makes each request another: those of one case ask the same all the same.
        baseline.indices.filter { other in
            baseline[other].attempt.tried.id == baseline[index].attempt.tried.id
                || baseline[other].asks(like: baseline[index].request)
        }
    }

    /// True where one request may have been made for several calls: a client may share what is safe.
    private func isJoined(_ index: Int) -> Bool {
        let calls = alike(index)
        return HTTPMethod.isSafe(baseline[index].request.method)
            && served.filter { calls.contains($0.call) }.count < calls.count
    }

    /// Requests that were sent for a call which, alone, asks something else.
    var misdirected: [String] {
        var texts: [(call: Int, text: String)] = []
        for (place, one) in served.enumerated() where !baseline[one.call].asks(like: one.request) {
            guard let other = baseline.indices.first(where: { baseline[$0].asks(like: one.request) }) else { continue }
            let isSurplus = served[..<place].contains { $0.call == one.call }
            let text =
                isSurplus
                ? "the request of \(name(other)) was sent again"
                : "the request of \(name(other)) was sent in place of that of \(name(one.call))"
            texts.append((one.call, text))
        }
        return texts.sorted { $0.call < $1.call }.map(\.text)
    }

    /// What the calls returned that isn't theirs, by call.
    func mixes(_ endings: [CallEnding?]) -> [Int: String] {
        let values = Self.values(endings)
        // Of calls that ask the same nobody can say which answer is whose: only that each goes to one of them.
        var left = Set(baseline.indices)
        var mixes: [Int: String] = [:]
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            let own = alike(index)
            if let taken = own.first(where: { baseline[$0].value == value && (left.contains($0) || isJoined($0)) }) {
                left.remove(taken)
                continue
            }
            if let other = baseline.indices.first(where: { baseline[$0].value == value }) {
                mixes[index] =
                    own.contains(other)
                    ? "the answer that another call had already returned: \(text(value))"
                    : "the answer of \(name(other)): \(text(value))"
            } else if !isAsStated(endings[index], index) {
                mixes[index] = "what is nobody’s answer: \(text(value))"
            }
        }
        return mixes
    }

    func unattributed(_ endings: [CallEnding?]) -> [Int] {
        Self.values(endings).enumerated().compactMap { index, value in
            guard let value, !baseline.contains(where: { $0.value == value }) else { return nil }
            return index
        }
    }

    private static func values(_ endings: [CallEnding?]) -> [JSON?] {
        endings.map { ending in
            guard case .returned(let value)? = ending?.outcome else { return nil }
            return BaselineCall.forms(of: value)
        }
    }

    /// True where the value is the one that the contract states, whatever else of it differs from call to call.
    private func isAsStated(_ ending: CallEnding?, _ index: Int) -> Bool {
        let tried = baseline[index].attempt.tried
        guard let outcome = ending?.outcome, case .returns(_?) = tried.outcome.result else { return false }
        let observation = ClientObservation(outcome: ClientOutcome(outcome))
        return !OutcomeJudge(expected: tried.outcome, scope: baseline[index].attempt.scope, answer: "")
            .judge(observation).findings.contains { $0.rule == .outcomeValue }
    }

    private func text(_ value: JSON) -> String { value[0]?.compact ?? "" }

    var obstacle: String? {
        if Set(baseline.map(\.value)).count == 1 { return "what the calls return can’t be told apart" }
        if Set(baseline.indices.filter { isJoined($0) }).count == baseline.count, alike(0).count == baseline.count {
            return "the client made one request for several calls that ask the same"
        }
        return nil
    }
}
