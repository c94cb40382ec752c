// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

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
    /// Returns whether the client ignores the change that a case makes to the response. A client that ignores the
    /// change passes the case without an error.
    func isIgnored(_ outcome: ClientOutcome, by testCase: Case) async -> Bool {
        guard testCase.outcome.mayBeIgnored, case .throwing = testCase.outcome.result, let intact = testCase.intact
        else {
            return false
        }
        let otherModels: [Variation] = [.mutation(.successStatusErrorBody), .mutation(.successStatusOtherModel)]
        if let variation = testCase.derivation?.variation, otherModels.contains(variation),
            let body = testCase.responseBody
        {
            return await readsNothing(missingIn: body, of: intact)
        }
        let form = OutcomeForm(outcome)
        guard await isSame(form, asIntact: intact) == true else {
            if await handsOn(form, by: testCase, intact) { return true }
            return await isUntyped(form, by: testCase, intact)
        }
        guard case .derived(let derivation) = testCase.origin, let place = derivation.place else { return true }
        // A decoder option such as `convertFromSnakeCase` accepts both spellings of the key. A separate case tests a
        // response without the property.
        if derivation.variation == .mutation(.caseChangedKey) { return true }
        // Also test a different value, because the client may have a default that equals the documented value.
        return await reading(of: place, in: intact) != .read
    }

    /// Returns whether the client passes a date or number from the response to its caller unchecked.
    ///
    /// For example, a client may keep a date as text, a time in seconds as a number, or a 32-bit integer in 64 bits.
    private func handsOn(_ outcome: OutcomeForm, by testCase: Case, _ intact: Case) async -> Bool {
        guard let derivation = testCase.derivation, let place = derivation.place,
            [.mutation(.dateInvalid), .mutation(.floatForInt), .mutation(.intOverflow)].contains(derivation.variation),
            let answered = testCase.responseBody?.root.value(at: place),
            let known = await self.outcome(of: intact)
        else { return false }
        return known.differs(from: outcome, onlyBy: JSON(answered))
    }

    /// Returns whether the client returns a part of the response as untyped JSON, such as `[String: Any]`.
    ///
    /// Such a client returns exactly what changed in the response. For example, if a property is missing in the
    /// response, it is missing in the returned value too, and isn't `nil`.
    private func isUntyped(_ outcome: OutcomeForm, by testCase: Case, _ intact: Case) async -> Bool {
        guard let place = testCase.derivation?.place, let documented = intact.responseBody?.root,
            let changed = testCase.responseBody?.root,
            documented.value(at: place)?.kind != changed.value(at: place)?.kind,
            let known = await self.outcome(of: intact),
            known.differs(from: outcome, as: JSON(documented), differsFrom: changed)
        else { return false }
        let isElement = place.parent.flatMap { changed.value(at: $0) }?.kind == .array
        let isNull = changed.value(at: place)?.isNull == true
        // The client may be typed: a `String?` property accepts a string in place of null, and a `String?` element
        // accepts null. Therefore send an unlikely object at this location, which only an untyped client returns.
        if documented.value(at: place)?.isNull == true || isNull && isElement {
            var odd = JSON(documented)
            guard odd.set(["accord": [true, "a"]], at: place) else { return false }
            guard let other = await self.outcome(of: intact.answering(odd)) else { return false }
            return known.differs(from: other, as: JSON(documented), differsFrom: JSONDocument(odd).root)
        }
        // The client may be typed: a `String?` property is `nil` for null and for a missing property. Therefore send a
        // response without the property. Only the value that an untyped client returns then lacks the property.
        guard isNull else { return true }
        var reducedBody = JSON(documented)
        guard reducedBody.remove(at: place) else { return false }
        let absent = JSONDocument(reducedBody).root
        guard let missing = intact.dropping(placesMissingIn: absent).first, let other = await self.outcome(of: missing)
        else { return false }
        return known.differs(from: other, as: JSON(documented), differsFrom: absent)
    }

    /// Returns whether the client reads none of the values that are in the documented response but not in `body`.
    private func readsNothing(missingIn body: JSONDocument, of intact: Case) async -> Bool {
        for missing in intact.dropping(placesMissingIn: body.root) {
            guard let outcome = await outcome(of: missing), await isSame(outcome, asIntact: intact) == true else {
                return false
            }
        }
        return true
    }

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

    /// Returns whether the client returns a value for the unchanged response.
    func isAccepted(unchanged intact: Case) async -> Bool { await cached(intact)?.isValue == true }

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

    /// Makes the call of a case on a new client. Returns its value or error, or `nil` if the call couldn't be made.
    func outcome(of testCase: Case) async -> OutcomeForm? {
        await observation(of: testCase).map { OutcomeForm($0.outcome) }
    }

    /// Makes the call of a case on a new client. Returns its requests and its value or error, or `nil` if the call
    /// couldn't be made.
    func observation(of testCase: Case) async -> ClientObservation? {
        guard let attempts = try? attempts(for: testCase) else { return nil }
        let stub = stub(for: testCase, attempts)
        defer { stub.close() }
        let run = FlowRun(stub: stub, bindings: bindings, deadline: deadline)
        let observations = await run.observe(attempts.map(\.call))
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

extension CaseRunner {
    /// Returns whether the client needs, reads or ignores the status code, each header field and each body property of
    /// a documented response.
    ///
    /// For each of them, Accord sends a different value, sends no value, and sends values that the contract doesn't
    /// allow. The result is empty if the response is unknown, or if the call ends differently each time.
    func dependences(of testCase: Case) async -> [Dependence] {
        guard !testCase.isDerived, bindings.bound.contains(testCase.operation.id), let probes = AnswerProbes(testCase),
            let intact = await outcome(of: testCase)
        else { return [] }
        var dependences: [Dependence] = []
        let trace = await trace(of: testCase)
        for probe in probes.all {
            if let dependence = await dependence(on: probe, probes, intact, trace) { dependences.append(dependence) }
        }
        for earlier in AnswerProbes.earlierSteps(of: testCase) {
            guard let probes = AnswerProbes(earlier), let intact = await outcome(of: earlier) else { continue }
            let trace = await self.trace(of: earlier)
            for probe in probes.all where probe.part == .header {
                guard let dependence = await dependence(on: probe, probes, intact, trace) else { continue }
                dependences.append(dependence)
            }
        }
        // If the call ends differently each time, its value doesn't show what the client reads.
        if dependences.contains(where: { $0.use != .unread }), await outcome(of: testCase) != intact { return [] }
        return dependences
    }

    /// Returns whether the client needs, reads or ignores a property, header field or status code. Returns `nil` if no
    /// call with a different value could be made.
    private func dependence(
        on probe: AnswerProbes.Probe, _ probes: AnswerProbes, _ intact: OutcomeForm, _ trace: [String]?
    ) async -> Dependence? {
        var use: Dependence.Use?
        var isTraced = false
        if let changed = probes.changed(probe), let other = await outcome(of: changed) {
            use = other == intact ? .unread : .read
            // A client may use a header field only in later requests, so compare these requests.
            isTraced = probe.part == .header && use == .unread
            if isTraced, let trace, await requests(of: changed) != trace { use = .read }
        }
        var hasDefault = false
        if let missing = probes.missing(probe), let other = await outcome(of: missing) {
            if other == intact {
                hasDefault = use == .read && !isTraced
                use = use ?? .unread
            } else {
                use = intact.fails(in: other) ? .needed : .read
                hasDefault = intact.replaces(in: other)
            }
        }
        var dependence = Dependence(
            status: probes.status, part: probe.part, name: probe.name, use: use ?? .unread, hasDefault: hasDefault)
        for (number, variation) in probes.variations(probe).enumerated() {
            // The client ignores the first values, so it ignores the property or header field. Test no further values.
            if number == Self.fewestVariations, dependence.use == .unread { break }
            guard let other = await outcome(of: variation.testCase) else { continue }
            if other != intact, dependence.use == .unread { dependence.use = .read }
            dependence.add(variation.variation, isRejected: intact.fails(in: other))
            use = dependence.use
        }
        if dependence.use == .unread { (dependence.rejects, dependence.accepts) = ([], []) }
        return use == nil ? nil : dependence
    }

    /// Makes the same call twice on one client, and returns the requests as text. Returns `nil` if a second client
    /// sends different requests for the same two calls.
    private func trace(of testCase: Case) async -> [String]? {
        let first = await requests(of: testCase)
        return await requests(of: testCase) == first ? first : nil
    }

    private func requests(of testCase: Case) async -> [String]? {
        guard let attempts = try? attempts(for: testCase), let last = attempts.last else { return nil }
        let stub = stub(for: testCase, attempts)
        defer { stub.close() }
        let run = FlowRun(stub: stub, bindings: bindings, deadline: deadline)
        return await run.observe(attempts.map(\.call) + [last.call]).flatMap(\.requests).map { request in
            let headers = request.headers.map { "\($0.name): \($0.value)" }.sorted()
            return "\(request.method) \(request.url) \(headers) \(String(decoding: request.body, as: UTF8.self))"
        }
    }

    /// The number of different values to test before a property or header field counts as ignored.
    private static let fewestVariations = 3
}

/// The results of earlier calls, so that no call is repeated for each derived case.
final class EarlierCalls: Sendable {
    private let outcomes = Locked<[String: OutcomeForm]>([:])
    private let answers = Locked<[String: Task<Bool, Never>]>([:])
    private let durations = Locked<[String: Duration]>([:])

    /// How calls ended, by case and changed value. Other calls are compared with them.
    subscript(key: String) -> OutcomeForm? {
        get { outcomes.withLock { $0[key] } }
        set { outcomes.withLock { $0[key] = newValue } }
    }

    /// Returns the answer to a question about an operation, which `calls` finds out once.
    ///
    /// - Parameter limit: The total duration of the calls for an operation after which further answers are `false`.
    func answer(
        _ question: String, of operation: String, within limit: Duration, _ calls: @escaping @Sendable () async -> Bool
    ) async -> Bool {
        let task = answers.withLock { known in
            let task =
                known["\(operation) \(question)"]
                ?? Task {
                    guard self.durations.withLock({ $0[operation] ?? .zero }) < limit else { return false }
                    let start = ContinuousClock.now
                    let answer = await calls()
                    self.durations.withLock { $0[operation, default: .zero] += ContinuousClock.now - start }
                    return answer
                }
            known["\(operation) \(question)"] = task
            return task
        }
        return await task.value
    }
}
