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
            var own = derived("request", variation.entry, variation.place, .mustTolerate, variation.reason)
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
        var own = derived("request", "fresh", nil, .mustTolerate, "the value is another in each call")
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
                "status", status.description, nil, answer.verdict, "the answer \(status) is documented")
            own.last.answer = .documented(answer.definition)
            own.last.outputs = []
            own.outcome = answer.outcome(operation, base: base)
            add(own)
        }
    }

    private mutating func addMutations() {
        guard let answer = DocumentedAnswer(base) else { return }
        for mutation in AnswerMutations(answer, level: level).all {
            let entry = mutation.entry
            var own = derived(entry.group.rawValue, entry.id, mutation.place, mutation.verdict, mutation.reason)
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
            var own = derived(fault.layer.rawValue, fault.id, nil, fault.verdict, fault.clientMust)
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
        var own = derived(fault.layer.rawValue, fault.id, nil, fault.verdict, fault.clientMust)
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
                fault.layer.rawValue, fault.id, variation.trigger, .mustTolerate,
                "the contract says that the client tries again"
            )
            own.steps = variation.steps
            own.outcome.notifies = base.outcome.notifies
            add(own)
        }
    }

    // MARK: One case

    private func derived(
        _ group: String, _ entry: String, _ place: String?, _ verdict: Verdict, _ reason: String
    ) -> CaseDraft {
        var own = base.draft
        own.id = "\(operation.id)~\(group).\(entry)" + (place.map { ":\($0)" } ?? "")
        let pointer = place.flatMap { try? JSONPointer(parsing: String($0.prefix { $0 != ":" })) }
        own.origin = .derived(
            Derivation(
                group: group, entry: entry, place: pointer, verdict: verdict, reason: reason, base: base.definition,
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
        guard case .derived(let derivation) = own.origin else { return }
        let place = own.id.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
        for rule in operation.derived.reversed().sorted(by: { $0.specificity < $1.specificity })
        where rule.covers(derivation, place: place) {
            if let skip = rule.skip { own.skip = skip }
            guard let client = rule.client else { continue }
            let isGroup = rule.selector == derivation.group
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
        if covers(group: derivation.group, entry: derivation.entry) { return true }
        return place.map { selector == "\(derivation.group).\(derivation.entry):\($0)" } ?? false
    }
}
