// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Whether the client reads a value in a response. To find out, Accord changes the value and compares what the call
/// returns or throws.
enum Reading: Sendable {
    /// The call ends in the same way as with the unchanged response.
    case ignored
    /// With a different value, the call returns a different value or error.
    case read
    /// Accord can't find out, because the call ends differently each time, or because Accord can't generate a different
    /// value.
    case unknown
}

extension CaseRunner {
    /// Returns whether the client reads the value at a location in a response.
    func reading(of place: JSONPointer, in intact: Case) async -> Reading {
        guard let outcome = await cached(intact, " \(place)", { $0.changing(place) }) else { return .unknown }
        switch await isSame(outcome, asIntact: intact) {
        case true?: return .ignored
        case false?: return .read
        case nil: return .unknown
        }
    }

    /// Returns whether a call ended in the same way as with the unchanged response, or `nil` if this is unknown.
    ///
    /// Values that differ in each call are not compared.
    func isSame(_ outcome: OutcomeForm, asIntact intact: Case) async -> Bool? {
        guard let first = await cached(intact) else { return nil }
        guard let places = first.places(unlike: outcome) else { return false }
        if places.isEmpty { return true }
        guard let second = await cached(intact, " again"), let unsteady = first.places(unlike: second) else {
            return nil
        }
        return places.isSubset(of: unsteady)
    }

    /// Returns how a call ends with the unchanged response. Derived cases share the result.
    func outcome(unchanged intact: Case) async -> OutcomeForm? { await cached(intact) }

    /// Returns whether the client returns a value for the unchanged response.
    func isAccepted(unchanged intact: Case) async -> Bool { await outcome(unchanged: intact)?.isValue == true }

    /// Returns how a call with the unchanged response, or with a variant of it, ended. Derived cases share the result.
    private func cached(
        _ intact: Case, _ suffix: String = "", _ variant: (Case) -> Case? = { $0 }
    ) async -> OutcomeForm? {
        let key = "\(intact.qualifiedID.prefix { $0 != "~" })\(intact.definition.name)\(suffix)"
        if let known = earlierCalls[key] { return known }
        guard let testCase = variant(intact), let outcome = await outcome(of: testCase) else { return nil }
        earlierCalls[key] = outcome
        return outcome
    }

    /// Returns how a call ends whose response has a different value at a location. Derived cases share the result.
    func outcome(replacing place: JSONPointer, with value: JSON, in intact: Case) async -> OutcomeForm? {
        await cached(intact, " \(place) \(value.compact)") { intact in
            guard var body = (intact.responseBody?.root).map({ JSON($0) }), body.set(value, at: place) else {
                return nil
            }
            return intact.answering(body)
        }
    }

    /// Makes the call of a case on a new client. Returns its value or error, or `nil` if the call couldn't be made.
    func outcome(of testCase: Case) async -> OutcomeForm? {
        await observation(of: testCase).map { OutcomeForm($0.outcome) }
    }

    /// Makes the call of a case on a new client. Returns its requests and its value or error, or `nil` if the call
    /// couldn't be made.
    func observation(of testCase: Case) async -> ClientObservation? {
        guard let attempts = try? attempts(for: testCase) else { return nil }
        let (run, observations) = await observe(attempts, of: testCase)
        guard resultWithoutCall(of: testCase, run) == nil, observations.count == attempts.count else { return nil }
        return observations.last
    }
}

extension Case {
    /// The JSON body of the last response, or `nil` if it has no JSON body.
    var responseBody: JSONDocument? {
        let reply = try? self.reply(self.steps.count - 1, scope: self.scope())
        guard case .answer(let response)? = reply else { return nil }
        return try? JSONDocument(parsing: response.body)
    }
}
