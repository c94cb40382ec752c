import AccordContract
import AccordMatching

/// What a run will do: the cases that a server can be held to, chosen, with what each comes after.
package struct RunPlan: Sendable {
    package struct Entry: Sendable {
        package var testCase: Case
        package var contract: Contract
        /// Why it isn't run.
        package var skip: Exemption?
        /// Why it can't fail.
        package var pending: Exemption?
        /// Chosen itself, not only needed by one that is.
        package var isChosen: Bool
    }

    package private(set) var entries: [Entry]
    /// For each entry, the positions of those that it comes after.
    package private(set) var needs: [[Int]]

    /// - Parameters:
    ///   - serverName: for exemptions that are for some servers only; nil when the address was given instead.
    ///   - today: ISO 8601, `2026-03-01`; an exemption's last day is the one before its `until`.
    ///   - refusals: what a server must refuse, besides; nil: none.
    package init(
        _ contracts: [Contract], selection: Selection, serverName: String?, today: String,
        refusals: RefusalOptions? = nil
    ) {
        entries = []
        needs = []
        for contract in contracts {
            let cases = CasePlan(contract, operations: [], refusals: refusals).cases.filter(Self.isForServers)
            var wanted: Set<String> = []
            let chosen = Set(cases.filter(selection.includes).map(\.id))
            for testCase in cases where chosen.contains(testCase.id) {
                wanted.insert(testCase.id)
                wanted.formUnion(testCase.producers.map(\.id))
            }
            let offset = entries.count
            let kept = cases.filter { wanted.contains($0.id) }
            let positions = Dictionary(
                kept.enumerated().map { ($0.element.id, offset + $0.offset) }, uniquingKeysWith: { first, _ in first })
            for testCase in kept {
                entries.append(
                    Entry(
                        testCase: testCase, contract: contract,
                        skip: testCase.skip.flatMap { Self.holds($0, serverName, today) ? $0 : nil },
                        pending: testCase.pending.flatMap { Self.holds($0, serverName, today) ? $0 : nil },
                        isChosen: chosen.contains(testCase.id)))
                needs.append(testCase.after.compactMap { positions[$0] })
            }
        }
    }

    /// Keeps the entries at some positions, of flows all or none.
    mutating func keep(_ isKept: (Int) -> Bool) {
        let kept = entries.indices.filter(isKept)
        let moved = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
        needs = kept.map { position in needs[position].compactMap { moved[$0] } }
        entries = kept.map { entries[$0] }
    }

    /// The schedule of the entries, flows in order, and cases with states of their own apart if these are set up.
    package func schedule(concurrency: Int, failsFast: Bool, setsUpStates: Bool) -> Schedule {
        let isSafe = entries.map { entry in
            entry.testCase.steps.allSatisfy {
                ["GET", "HEAD", "OPTIONS", "TRACE"].contains($0.operation.request.method)
            }
        }
        var order = FlowOrder.entries(needs: needs, isSafe: isSafe)
        for position in order.indices where setsUpStates {
            order[position].isExclusive = !entries[position].testCase.definition.given.isEmpty
        }
        return Schedule(order, concurrency: concurrency, failsFast: failsFast)
    }

    /// Not for clients only, and with answers that a server can give.
    package static func isForServers(_ testCase: Case) -> Bool {
        guard testCase.appliesTo != .client else { return false }
        return testCase.steps.allSatisfy { step in
            switch step.answer {
            case .documented: !testCase.isDerived
            case .refusal: true
            case .prepared, .fault: false
            }
        }
    }

    private static func holds(_ exemption: Exemption, _ serverName: String?, _ today: String) -> Bool {
        if let until = exemption.until, today >= until { return false }
        guard !exemption.servers.isEmpty else { return true }
        return serverName.map(exemption.servers.contains) ?? false
    }
}
