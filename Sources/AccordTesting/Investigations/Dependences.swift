// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension CaseRunner {
    /// Returns whether the client needs, reads or ignores the status code, each header field and each body property of
    /// a documented response.
    ///
    /// For each of them, Accord sends a different value, sends no value, and sends values that the contract doesn't
    /// allow. The result is empty if the response is unknown, or if the call ends differently each time.
    func dependences(of testCase: Case) async -> [Dependence] {
        guard !testCase.isDerived, bindings.bound.contains(testCase.operation.id), AnswerProbes(testCase) != nil,
            let intact = await outcome(of: testCase)
        else { return [] }
        var dependences: [Dependence] = []
        for step in [testCase] + AnswerProbes.earlierSteps(of: testCase) {
            guard let probes = AnswerProbes(step), let known = await outcome(of: step) else { continue }
            let trace = await trace(of: step)
            for probe in probes.all where step === testCase || probe.part == .header {
                if let dependence = await dependence(on: probe, probes, known, trace) { dependences.append(dependence) }
            }
        }
        // If the call ends differently each time, its value doesn't show what the client reads.
        if dependences.contains(where: { $0.use != .unread }), await outcome(of: testCase) != intact { return [] }
        return dependences
    }

    /// Returns whether the client needs, reads or ignores a property, header field or status code. Returns `nil` if no
    /// call with a different value could be made.
    private func dependence(
        on probe: AnswerProbes.Probe, _ probes: AnswerProbes, _ intact: OutcomeForm, _ trace: [HTTPRequest]?
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

    /// Makes the same call twice on one client, and returns the requests. Returns `nil` if a second client sends different
    /// requests for the same two calls.
    private func trace(of testCase: Case) async -> [HTTPRequest]? {
        let first = await requests(of: testCase)
        return await requests(of: testCase) == first ? first : nil
    }

    private func requests(of testCase: Case) async -> [HTTPRequest]? {
        guard let attempts = try? attempts(for: testCase), let last = attempts.last else { return nil }
        return await observe(attempts + [last], of: testCase).observations.flatMap(\.requests)
    }

    /// The number of different values to test before a property or header field counts as ignored.
    private static let fewestVariations = 3
}
