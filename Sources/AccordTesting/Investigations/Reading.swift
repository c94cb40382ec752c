// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension CaseRunner {
    /// Returns whether the client reads the value at a location in a response: with a different value, the call returns
    /// a different value or error.
    ///
    /// Returns `nil` if this is unknown, because the call ends differently each time, or because Accord can't generate a
    /// different value.
    func reads(_ place: JSONPointer, in intact: Case) async -> Bool? {
        guard let outcome = await cached(.other(place), of: intact, { $0.changing(place) }) else { return nil }
        return await isSame(outcome, asIntact: intact).map { !$0 }
    }

    /// Returns whether a call ended in the same way as with the unchanged response, or `nil` if this is unknown.
    ///
    /// Values that differ in each call are not compared.
    func isSame(_ outcome: OutcomeForm, asIntact intact: Case) async -> Bool? {
        await self.outcome(unchanged: intact).map { $0.places(unlike: outcome)?.isEmpty ?? false }
    }

    /// Returns how a call ends with the unchanged response. Derived cases share the result, and comparisons with it ignore
    /// the values that differ in each call.
    func outcome(unchanged intact: Case) async -> OutcomeForm? {
        guard var first = await cached(.unchanged, of: intact), let second = await cached(.again, of: intact) else {
            return nil
        }
        first.unsteady = first.places(unlike: second) ?? []
        return first
    }

    /// Returns how a call with a response ended. Derived cases share the result.
    private func cached(
        _ response: EarlierCalls.Response, of intact: Case, _ variant: @escaping @Sendable (Case) -> Case? = { $0 }
    ) async -> OutcomeForm? {
        @Sendable func find() async -> OutcomeForm? {
            guard let testCase = variant(intact) else { return nil }
            return await outcome(of: testCase)
        }
        // Such a case makes a different call. The errors of Coinpaprika contain the URL.
        if intact.variesRequest { return await find() }
        let call = EarlierCalls.Call(
            operation: String(intact.qualifiedID.prefix { $0 != "~" }), base: intact.definition.name, response: response
        )
        return await earlierCalls.outcomes.value(of: call, find)
    }

    /// Returns how a call ends whose response has a different value at a location, or none. Derived cases share the
    /// result.
    func outcome(replacing place: JSONPointer, with value: JSON?, in intact: Case) async -> OutcomeForm? {
        await cached(.value(value, at: place), of: intact) { intact in
            guard var body = intact.responseBody else { return nil }
            let isChanged = value.map { body.set($0, at: place) } ?? body.remove(at: place)
            return isChanged ? intact.answering(body) : nil
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
        let (conversation, observations) = await observe(attempts, of: testCase)
        guard conversation.obstacle == nil, observations.count == attempts.count else { return nil }
        return observations.last
    }
}

extension Case {
    /// The stub's reply to the last request, or `nil` if Accord can't generate it.
    var lastReply: StubReply? { try? reply(lastStep, scope: scope()) }

    /// The JSON body of the last response, or `nil` if it has no JSON body.
    var responseBody: JSON? { if case .answer(let response)? = lastReply { response.jsonBody } else { nil } }
}
