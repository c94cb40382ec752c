// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension SecondLook {
    /// Does the client read the value that the case changes? A client that ignores the change passes the case without
    /// an error.
    func acceptIgnoredChange(_ judgement: inout Judgement) async {
        guard judgement.findings.contains(where: { $0.rule == .outcomeReturned }), await ignoresChange() else { return }
        judgement.findings.removeAll { $0.rule == .outcomeReturned }
    }

    private func ignoresChange() async -> Bool {
        guard mutation != nil, let intact else { return false }
        if await handsOnBody(ratherThan: intact) { return true }
        guard testCase.outcome.mayBeIgnored else { return false }
        if [.successStatusErrorBody, .successStatusOtherModel].contains(mutation), let body = testCase.responseBody {
            return await readsNothing(missingIn: body, of: intact)
        }
        guard await endsLikeIntact() == true else {
            guard let known = await outcomeOfIntact() else { return false }
            if handsOnChange(of: known) { return true }
            return await isUntyped(known, intact)
        }
        // A decoder option such as `convertFromSnakeCase` accepts both spellings of the key. A separate case tests a
        // response without the property.
        guard let place, mutation != .caseChangedKey else { return true }
        // Also test a different value, because the client may have a default that equals the documented value.
        return await runner.reads(place, in: intact) != true
    }

    /// Returns whether the client passes the whole body to its caller unread, as typesense-swift returns a document as
    /// `Data`.
    private func handsOnBody(ratherThan intact: Case) async -> Bool {
        func forms(_ testCase: Case) -> [JSON] {
            let body = testCase.lastReply?.response?.body ?? []
            return [.string(Base64.encode(body)), .string(String(decoding: body, as: UTF8.self))]
        }
        guard let form = forms(testCase).firstIndex(where: { $0 == value }) else { return false }
        return await outcomeOfIntact()?.text == forms(intact)[form].compact
    }

    /// Returns whether the client passes a value from the response to its caller unchecked.
    ///
    /// For example, a client may keep a date as text, a time in seconds or milliseconds as a number, a 32-bit integer in
    /// 64 bits, or a URL that may be null as text, as MastodonKit does.
    private func handsOnChange(of known: OutcomeForm) -> Bool {
        guard let place, let answered = testCase.responseBody?.value(at: place) else { return false }
        let schema = responseSchema?.place(place)
        // A date of a wrong format is judged like one of a wrong type.
        let isText = mutation == .wrongType && answered.string != nil && schema?.types.contains(.string) == true
        let isDate = schema?.keyword("format")?.string?.contains("date") == true
        guard isText && !isDate || [.dateInvalid, .floatForInt, .intOverflow].contains(mutation) else { return false }
        // A documented case judges the unit of the number.
        let times = answered.number.map { Instant.readings(of: $0.double).compactMap { JSONNumber($0) } } ?? []
        return ([answered] + times.map { .number($0) }).contains { known.differs(from: outcome, onlyBy: $0) }
    }

    /// Returns whether the client returns a part of the response as untyped JSON, such as `[String: Any]`.
    ///
    /// Such a client returns exactly what changed in the response. For example, if a property is missing in the
    /// response, it is missing in the returned value too, and isn't `nil`.
    private func isUntyped(_ known: OutcomeForm, _ intact: Case) async -> Bool {
        guard let place, let documented = intact.responseBody, let changed = testCase.responseBody,
            documented.value(at: place)?.kind != changed.value(at: place)?.kind,
            known.differs(from: outcome, as: documented, differsFrom: changed)
        else { return false }
        let isElement = place.parent.flatMap { changed.value(at: $0) }?.kind == .array
        let isNull = changed.value(at: place)?.isNull == true
        var other = documented
        // The client may be typed: a `String?` property accepts a string in place of null, and a `String?` element
        // accepts null. Therefore send an unlikely object at this location, which only an untyped client returns.
        if documented.value(at: place)?.isNull == true || isNull && isElement {
            guard other.set(["accord": [true, "a"]], at: place) else { return false }
        } else {
            // The client may be typed: a `String?` property is `nil` for null and for a missing property. Therefore send
            // a response without the property. Only the value that an untyped client returns then lacks the property.
            guard isNull else { return true }
            guard other.remove(at: place) else { return false }
        }
        guard let otherOutcome = await runner.outcome(of: intact.answering(other)) else { return false }
        return known.differs(from: otherOutcome, as: documented, differsFrom: other)
    }

    /// Returns whether the client reads none of the values that are in the documented response but not in `body`.
    private func readsNothing(missingIn body: JSON, of intact: Case) async -> Bool {
        for place in intact.responseBody?.places(missingIn: body) ?? [] {
            guard let outcome = await outcome(without: place),
                await runner.isSame(outcome, asIntact: intact) == true
            else { return false }
        }
        return true
    }
}

extension JSON {
    /// Returns the places of the properties that a different body lacks. In a list, only the first element counts.
    func places(missingIn other: JSON) -> [JSONPointer] {
        innerPlaces().filter { other.value(at: $0) == nil && $0.parent.flatMap { other.value(at: $0) } != nil }
    }
}
