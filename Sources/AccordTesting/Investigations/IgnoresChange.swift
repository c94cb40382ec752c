// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the client read the value that a case changes? A client that ignores the change passes the case without an
/// error.
struct IgnoresChange: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        guard judgement.findings.contains(where: { $0.rule == .outcomeReturned }), await isIgnored(in: look) else {
            return
        }
        judgement.findings.removeAll { $0.rule == .outcomeReturned }
    }

    private func isIgnored(in look: SecondLook) async -> Bool {
        let (runner, testCase, form) = (look.runner, look.testCase, look.outcome)
        guard testCase.outcome.mayBeIgnored, let intact = testCase.intact else { return false }
        let otherModels: [Variation] = [.mutation(.successStatusErrorBody), .mutation(.successStatusOtherModel)]
        if let variation = testCase.derivation?.variation, otherModels.contains(variation),
            let body = testCase.responseBody
        {
            return await readsNothing(missingIn: body, of: intact, runner)
        }
        guard await look.isSame(asIntact: intact) == true else {
            guard let known = await runner.outcome(unchanged: intact) else { return false }
            if handsOn(form, by: testCase, known) { return true }
            return await isUntyped(form, by: testCase, intact, known, runner)
        }
        guard let derivation = testCase.derivation, let place = derivation.place else { return true }
        // A decoder option such as `convertFromSnakeCase` accepts both spellings of the key. A separate case tests a
        // response without the property.
        if derivation.variation == .mutation(.caseChangedKey) { return true }
        // Also test a different value, because the client may have a default that equals the documented value.
        return await runner.reads(place, in: intact) != true
    }

    /// Returns whether the client passes a date or number from the response to its caller unchecked.
    ///
    /// For example, a client may keep a date as text, a time in seconds as a number, or a 32-bit integer in 64 bits.
    private func handsOn(_ outcome: OutcomeForm, by testCase: Case, _ known: OutcomeForm) -> Bool {
        guard let derivation = testCase.derivation, let place = derivation.place,
            [.mutation(.dateInvalid), .mutation(.floatForInt), .mutation(.intOverflow)].contains(derivation.variation),
            let answered = testCase.responseBody?.root.value(at: place)
        else { return false }
        return known.differs(from: outcome, onlyBy: JSON(answered))
    }

    /// Returns whether the client returns a part of the response as untyped JSON, such as `[String: Any]`.
    ///
    /// Such a client returns exactly what changed in the response. For example, if a property is missing in the
    /// response, it is missing in the returned value too, and isn't `nil`.
    private func isUntyped(
        _ outcome: OutcomeForm, by testCase: Case, _ intact: Case, _ known: OutcomeForm, _ runner: CaseRunner
    ) async -> Bool {
        guard let place = testCase.derivation?.place, let documented = intact.responseBody?.root,
            let changed = testCase.responseBody?.root,
            documented.value(at: place)?.kind != changed.value(at: place)?.kind,
            known.differs(from: outcome, as: JSON(documented), differsFrom: changed)
        else { return false }
        let isElement = place.parent.flatMap { changed.value(at: $0) }?.kind == .array
        let isNull = changed.value(at: place)?.isNull == true
        // The client may be typed: a `String?` property accepts a string in place of null, and a `String?` element
        // accepts null. Therefore send an unlikely object at this location, which only an untyped client returns.
        if documented.value(at: place)?.isNull == true || isNull && isElement {
            var odd = JSON(documented)
            guard odd.set(["accord": [true, "a"]], at: place) else { return false }
            guard let other = await runner.outcome(of: intact.answering(odd)) else { return false }
            return known.differs(from: other, as: JSON(documented), differsFrom: JSONDocument(odd).root)
        }
        // The client may be typed: a `String?` property is `nil` for null and for a missing property. Therefore send a
        // response without the property. Only the value that an untyped client returns then lacks the property.
        guard isNull else { return true }
        var reducedBody = JSON(documented)
        guard reducedBody.remove(at: place) else { return false }
        let absent = JSONDocument(reducedBody).root
        guard let missing = intact.dropping(placesMissingIn: absent).first,
            let other = await runner.outcome(of: missing)
        else { return false }
        return known.differs(from: other, as: JSON(documented), differsFrom: absent)
    }

    /// Returns whether the client reads none of the values that are in the documented response but not in `body`.
    private func readsNothing(missingIn body: JSONDocument, of intact: Case, _ runner: CaseRunner) async -> Bool {
        for missing in intact.dropping(placesMissingIn: body.root) {
            guard let outcome = await runner.outcome(of: missing),
                await runner.isSame(outcome, asIntact: intact) == true
            else { return false }
        }
        return true
    }
}
