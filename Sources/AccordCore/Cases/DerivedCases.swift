import AccordContract
import AccordJSON
import AccordSchema

/// Makes the derived cases: variations of the request, of the answer, and faults.
struct DerivedCases {
    let operation: Operation
    let base: Case
    let level: Level
    /// The documented cases of the operation.
    private let documented: [Case]
    private(set) var cases: [Case] = []
    private var ids: Set<String> = []

    /// nil where the operation has no case for a client, or documents no success: there is nothing to start from.
    init?(_ operation: Operation, _ documented: DocumentedCases, level: Level) {
        let own = documented.cases(of: operation)
        guard let base = BaseCase(operation, among: own)?.base else { return nil }
        self.operation = operation
        self.level = level
        self.base = base
        self.documented = own
        if level > .smoke { addRequests() }
        if level > .smoke { addStatuses() }
        addMutations()
        addFaults()
        if level > .smoke { addRetries() }
    }

    // MARK: The sources

    private mutating func addRequests() {
        for variation in RequestVariations(base).all {
            var own = derived(.request(variation.kind), variation.place, .mustTolerate, variation.reason)
            own.last.request = variation.request
            own.outcome = OutcomeRules(operation: operation).outcome(
                .mustTolerate, base: base.outcome, status: nil, keepsValue: variation.keepsValue)
            if variation.mayRefuse {
                own.outcome.result = .either
                own.outcome.mayRefuse = true
            }
            own.inTurn = variation.others.map { request in
                var other = own
                other.last.request = request
                return Case(other)
            }
            add(own)
        }
        addFreshCall()
    }

    /// The documented call once more on the same client, where a value is another in each call.
    private mutating func addFreshCall() {
        guard let fresh = FreshCall(base) else { return }
        var own = derived(.request(.fresh), nil, .mustTolerate, "the value differs in each call")
        own.last.request = fresh.request
        own.producers.append(base)
        own.outcome = OutcomeRules(operation: operation).outcome(
            .mustTolerate, base: base.outcome, status: nil, keepsValue: false)
        own.outcome.isAnotherCall = true
        add(own)
    }

    /// Documented answers that no case has: the client is given one as its schemas, or its example, make it.
    private mutating func addStatuses() {
        for answer in UntriedAnswers(operation, documented).all {
            let status = answer.response.status
            var own = derived(
                .status(status), nil, answer.verdict, "the response \(status) is documented")
            own.last.answer = .documented(answer.definition)
            own.last.outputs = []
            own.outcome = answer.outcome(operation, base: base)
            add(own)
        }
    }

    private mutating func addMutations() {
        guard let answer = DocumentedAnswer(base) else { return }
        for mutation in AnswerMutations(answer, level: level).all {
            var own = derived(.mutation(mutation.entry), mutation.place, mutation.verdict, mutation.reason)
            own.last.answer = .prepared(mutation.response)
            own.outcome = OutcomeRules(operation: operation).outcome(
                mutation.verdict, base: base.outcome, status: mutation.response.status,
                keepsValue: mutation.keepsValue || mutation.changesValue)
            if mutation.changesValue, case .derived(var derivation) = own.origin {
                derivation.isEchoed = true
                own.origin = .derived(derivation)
            }
            if let outcome = mutation.outcome { own.outcome = outcome }
            own.outcome.mayBeIgnored = mutation.changesOneValue
            // Where the answer can't be read any more, what stands beside the place is lost with it.
            if let place = mutation.place, Self.isIgnored(place, by: base.outcome.ignores),
                (try? JSONDocument(parsing: mutation.response.body)) != nil
            {
                own.outcome.result = .returns(nil)
                own.outcome.mustBeIgnored = true
            }
            add(own)
        }
    }

    /// True where a place, as a mutation has it, is one of those that the client ignores, or within one.
    private static func isIgnored(_ place: String, by ignored: [String]) -> Bool {
        guard let tokens = try? JSONPointer(parsing: String(place.prefix { $0 != ":" })).tokens else { return false }
        return ignored.contains { pattern in
            guard let wanted = try? JSONPointer(parsing: pattern).tokens, wanted.count <= tokens.count else {
                return false
            }
            return zip(wanted, tokens).allSatisfy { $0 == "*" || $0.isExactly($1) }
        }
    }

    private mutating func addFaults() {
        for fault in Fault.allCases where FaultSelection(operation, level).includes(fault) {
            if case .together = fault.stub {
                addCallsAtOnce(fault)
                continue
            }
            var own = derived(.fault(fault), nil, fault.verdict, fault.clientMust)
            var response: ResponseDefinition?
            if case .documented(let documented)? = base.steps.last?.answer { response = documented }
            own.last.answer = .fault(fault, response)
            own.outcome = OutcomeRules(operation: operation).outcome(
                fault.verdict, base: base.outcome, status: fault.status, keepsValue: true)
            if case .cancelled = fault.stub { own.outcome.isCancelled = true }
            // A client may refuse to go to another origin; what counts is what it sends there.
            if fault == .redirectCrossOrigin { own.outcome.result = .either }
            if case .impossible(let reason) = fault.stub { own.notApplicable = reason }
            if fault == .staleKeepalive, !HTTPMethod.isIdempotent(operation.request.method) {
                own.notApplicable = "a request of this method may not be sent again"
            }
            add(own)
        }
    }

    private mutating func addCallsAtOnce(_ fault: Fault) {
        var own = derived(.fault(fault), nil, fault.verdict, fault.clientMust)
        own.outcome = OutcomeRules(operation: operation).outcome(
            fault.verdict, base: base.outcome, status: nil, keepsValue: true)
        own.atOnce = CallsAtOnce.members(of: base, among: documented)
        if own.atOnce.isEmpty {
            guard level == .full else { return }
            own.notApplicable = "a call of it is more than one request"
        }
        add(own)
    }

    private mutating func addRetries() {
        let fault = Fault.flakyThenOk
        for variation in RetryCases(base).all {
            var own = derived(
                .fault(fault), variation.trigger, .mustTolerate, "the contract documents that the client retries")
            own.steps = variation.steps
            own.outcome.notifies = base.outcome.notifies
            add(own)
        }
    }

    // MARK: One case

    private func derived(
        _ variation: Variation, _ place: String?, _ verdict: Verdict, _ reason: String
    ) -> CaseDraft {
        var own = base.draft
        own.id = "\(operation.id)~\(variation.id)" + (place.map { ":\($0)" } ?? "")
        let pointer = place.flatMap { try? JSONPointer(parsing: String($0.prefix { $0 != ":" })) }
        own.origin = .derived(
            Derivation(
                variation, place: pointer, verdict: verdict, reason: reason, base: base.definition,
                intact: base.steps.last?.answer))
        own.summary = nil
        own.skip = nil
        own.appliesTo = .client
        own.notApplicable = nil
        return own
    }

    /// Adds a case as `derived` restates it, or with the reason why it is waived.
    private mutating func add(_ derived: CaseDraft) {
        var own = derived
        guard let derivation = own.derivation else { return }
        let place = own.id.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
        for rule in operation.derived.reversed().sorted(by: { $0.specificity < $1.specificity })
        where rule.covers(derivation, place: place) {
            if let skip = rule.skip { own.skip = skip }
            guard let client = rule.client else { continue }
            let isGroup = rule.selector == derivation.variation.group
            let mustFail = derivation.verdict == .mustError || derivation.verdict == .shouldError
            if isGroup && !mustFail { continue }
            own.skip = rule.skip
            if client.returns != nil || client.throwing != nil {
                own.outcome.result = OutcomeRules.result(client)
                own.outcome.isRequired = true
                if !isGroup { own.outcome.mayBeIgnored = false }
            }
            own.outcome.notifies = client.notifies ?? own.outcome.notifies
            own.outcome.location = rule.location
        }
        if ids.insert(own.id).inserted { cases.append(Case(own)) }
    }
}

extension DerivedRule {
    /// An entry's rule is more particular than its group's, an entry's with a place more than one without.
    fileprivate var specificity: Int { selector.count { $0 == "." } + selector.count { $0 == ":" } * 2 }

    fileprivate func covers(_ derivation: Derivation, place: String?) -> Bool {
        let variation = derivation.variation
        if covers(group: variation.group, entry: variation.entry) { return true }
        return place.map { selector == "\(variation.id):\($0)" } ?? false
    }
}

/// The case that an operation's derived ones start from: its first that succeeds for a client.
///
/// Where none does, the first request that a client sends, answered by the first documented success as its schemas
/// make it.
struct BaseCase {
    let base: Case

    init?(_ operation: Operation, among cases: [Case]) {
        let candidates = cases.filter { Self.isAsked($0, of: operation) }
        if let first = candidates.first(where: { Self.succeeds($0) }) {
            base = first
            return
        }
        guard let first = candidates.first, let response = Self.success(of: operation),
            case .exact(let status) = response.status
        else { return nil }
        let answer = ResponseDefinition(
            location: response.location, outcome: .answer(status: status, headers: [], body: nil))
        base = first.with {
            $0.last.answer = .documented(answer)
            $0.outcome.result = response.client.map { OutcomeRules.result($0) } ?? .returns(nil)
            $0.outcome.notifies = response.client?.notifies
            $0.outcome.location = response.client?.location ?? response.location
        }
    }

    /// A client sends it, here and now, and its last request is the operation's own.
    private static func isAsked(_ candidate: Case, of operation: Operation) -> Bool {
        let isWaived = candidate.skip.map { $0.servers.isEmpty } ?? false
        return candidate.appliesTo != .server && !isWaived && candidate.steps.last?.operation.id == operation.id
    }

    private static func succeeds(_ candidate: Case) -> Bool {
        guard case .documented(let response)? = candidate.steps.last?.answer, let status = response.status else {
            return false
        }
        return (200..<300).contains(status)
    }

    private static func success(of operation: Operation) -> ResponseDescription? {
        operation.responses.first { response in
            if case .exact(let status) = response.status { (200..<300).contains(status) } else { false }
        }
    }
}

/// Which faults of the catalogue make cases of an operation, at a level.
struct FaultSelection {
    let operation: Operation
    let level: Level

    init(_ operation: Operation, _ level: Level) {
        self.operation = operation
        self.level = level
    }

    private static let smoke: Set<Fault> = [.offline, .connectTimeout, .resetMidBody, .cancelBeforeResponse]

    func includes(_ fault: Fault) -> Bool {
        switch level {
        case .smoke: if !Self.smoke.contains(fault) { return false }
        case .standard: if case .impossible = fault.stub { return false }
        case .full: break
        }
        // What is documented is no fault: the documented cases say what becomes of it.
        if fault == .bodyOn204 { return isDocumented(204) }
        guard let status = fault.status, (200..<400).contains(status) else { return true }
        return !isDocumented(status)
    }

    private func isDocumented(_ status: Int) -> Bool {
        operation.responses.contains { $0.status == .exact(status) || $0.status == .range(status / 100) }
    }
}
