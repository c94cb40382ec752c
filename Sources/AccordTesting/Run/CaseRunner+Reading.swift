import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// What a client makes of a place in an answer.
enum Reading: Sendable {
    /// The call ends as it does with the intact answer, whatever stands there.
    case ignored
    /// Another value there changes how the call ends.
    case read
    /// Nobody can say: no call ends the same twice, or there is no other value.
    case unknown
}

extension CaseRunner {
    /// True where a client that ended so never reads what a case changed: it owes no error then.
    func isIgnored(_ outcome: CallOutcome, by tried: Case) async -> Bool {
        guard tried.outcome.mayBeIgnored, case .throwing = tried.outcome.result, let intact = tried.intact else {
            return false
        }
        if let body = tried.otherModel { return await readsNothing(missingIn: body, of: intact) }
        guard await isSame(OutcomeForm(outcome), asIntact: intact) == true else { return false }
        guard let place = tried.derivation?.place else { return true }
        // A default that happens to be the documented value is told apart by another value.
        return await reading(of: place, in: intact) != .read
    }

    /// True where all that the client reads of an answer is also in the body of another model.
    private func readsNothing(missingIn body: JSONDocument, of intact: Case) async -> Bool {
        for missing in intact.dropping(placesMissingIn: body.root) {
            guard let outcome = await outcome(of: missing), await isSame(outcome, asIntact: intact) == true else {
                return false
            }
        }
        return true
    }

    /// Whether a client's call depends on the value at a place of an intact answer.
    func reading(of place: JSONPointer, in intact: Case) async -> Reading {
        guard let changed = intact.changing(place), let outcome = await outcome(of: changed) else { return .unknown }
        switch await isSame(outcome, asIntact: intact) {
        case true?: return .ignored
        case false?: return .read
        case nil: return .unknown
        }
    }

    /// Whether a call ended as one with the intact answer does, aside of what differs each time; nil: nothing to go by.
    func isSame(_ outcome: OutcomeForm, asIntact intact: Case) async -> Bool? {
        let key = "\(intact.qualifiedID.prefix { $0 != "~" })\(intact.definition.name)"
        guard let first = await cached(intact, key) else { return nil }
        guard let places = first.places(unlike: outcome) else { return false }
        if places.isEmpty { return true }
        guard let second = await cached(intact, key + " again"), let unsteady = first.places(unlike: second) else {
            return nil
        }
        return places.isSubset(of: unsteady)
    }

    private func cached(_ intact: Case, _ key: String) async -> OutcomeForm? {
        if let known = intactOutcomes[key] { return known }
        let outcome = await outcome(of: intact)
        if let outcome { intactOutcomes[key] = outcome }
        return outcome
    }

    /// How a call ends on a client of its own, whatever it asked; nil where it couldn't be made.
    func outcome(of tried: Case) async -> OutcomeForm? {
        guard let attempts = try? attempts(for: tried) else { return nil }
        let stub = stub(for: tried, attempts)
        defer { stub.close() }
        let run = FlowRun(stub: stub, bindings: bindings, deadline: deadline)
        let observations = await run.observe(attempts.map(\.call))
        guard run.failure == nil, run.obstacle == nil, observations.count == attempts.count else { return nil }
        return observations.last.map { OutcomeForm($0.outcome) }
    }
}

extension Case {
    /// The body, where it is another model's that stands in for the documented one.
    fileprivate var otherModel: JSONDocument? {
        guard
            [.mutation(.successStatusErrorBody), .mutation(.successStatusOtherModel)].contains(
                self.derivation?.variation),
            case .prepared(let answer)? = self.steps.last?.answer
        else { return nil }
        return try? JSONDocument(parsing: answer.body)
    }
}
