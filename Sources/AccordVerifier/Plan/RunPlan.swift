import AccordContract
import AccordCore

/// What a run will do: the cases that a server can be held to, chosen, with what each comes after.
package struct RunPlan: Sendable {
    package struct Entry: Sendable {
        /// All of a contract's cases, which many thousand entries share.
        private let cases: [Case]
        private let place: Int
        /// Chosen itself, not only needed by one that is.
        package let isChosen: Bool
        /// Which of the contracts it is of.
        fileprivate let contract: Int
        fileprivate let isSkipped: Bool
        fileprivate let isPending: Bool
        fileprivate var withheld: String?

        fileprivate init(
            _ place: Int, of cases: [Case], isChosen: Bool, contract: Int, holds: (Exemption) -> Bool
        ) {
            self.cases = cases
            self.place = place
            self.isChosen = isChosen
            self.contract = contract
            isSkipped = cases[place].skip.map(holds) ?? false
            isPending = cases[place].pending.map(holds) ?? false
        }

        package var testCase: Case { cases[place] }
        /// Why it isn't run.
        package var skip: String? { withheld ?? (isSkipped ? testCase.skip?.reason : nil) }
        /// Why it can't fail.
        package var pending: Exemption? { isPending ? testCase.pending : nil }
    }

    private let contracts: [Contract]
    package private(set) var entries: [Entry]
    /// For each entry, the positions of those that it comes after.
    package private(set) var needs: [[Int]]

    /// - Parameters:
    ///   - serverName: for exemptions that are for some servers only; nil when the address was given instead.
    ///   - today: ISO 8601, `2026-03-01`; an exemption's last day is the one before its `until`.
    ///   - refusals: what a server must refuse, besides; nil: none.
    ///   - fuzz: fuzz-generated requests, besides; nil: none.
    package init(
        _ contracts: [Contract], selection: Selection, serverName: String?, today: String,
        refusals: RefusalOptions? = nil, fuzz: FuzzPlan? = nil
    ) {
        self.contracts = contracts
        entries = []
        needs = []
        for (number, contract) in contracts.enumerated() {
            let written = CasePlan.cases(of: contract, operations: [], refusals: refusals)
            let cases = fuzz?.joined(to: written, ofContract: number) ?? written
            let isForServers = cases.map(Self.isForServers)
            let isChosen = cases.indices.map { isForServers[$0] && selection.includes(cases[$0]) }
            var isWanted = isChosen
            var places: [String: Int] = [:]
            // Most contracts have no flows: the ids of thousands of cases needn't be looked up then.
            if cases.contains(where: { !$0.producers.isEmpty }) {
                for (place, testCase) in cases.enumerated() where places[testCase.id] == nil {
                    places[testCase.id] = place
                }
                for place in cases.indices where isChosen[place] {
                    for producer in cases[place].producers { places[producer.id].map { isWanted[$0] = true } }
                }
            }
            var positions: [Int: Int] = [:]
            entries.reserveCapacity(entries.count + isWanted.count { $0 })
            for place in cases.indices where isWanted[place] && isForServers[place] {
                positions[place] = entries.count
                entries.append(
                    Entry(place, of: cases, isChosen: isChosen[place], contract: number) {
                        $0.isInForce(on: today, server: serverName)
                    })
            }
            needs += entries[needs.count...].map { entry in
                entry.testCase.after.compactMap { places[$0].flatMap { positions[$0] } }
            }
        }
    }

    /// The contract that an entry's case is of.
    package func contract(of position: Int) -> Contract { contracts[entries[position].contract] }

    /// Skips a case, for a reason that isn't the contract's.
    mutating func withhold(_ position: Int, because reason: String) {
        entries[position].withheld = reason
    }

    /// Keeps the entries at some positions, of flows all or none.
    mutating func keep(_ isKept: (Int) -> Bool) {
        let kept = entries.indices.filter(isKept)
        let moved = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
        needs = kept.map { position in needs[position].compactMap { moved[$0] } }
        entries = kept.map { entries[$0] }
    }

    /// The schedule of the entries, flows in order, and cases with states of their own apart if these are set up.
    package func schedule(concurrency: Int, setsUpStates: Bool) -> Schedule {
        let isSafe = entries.map { entry in
            entry.testCase.steps.allSatisfy { HTTPMethod.isSafe($0.operation.request.method) }
        }
        var order = FlowOrder.entries(needs: needs, isSafe: isSafe)
        for position in order.indices where setsUpStates {
            order[position].isExclusive = !entries[position].testCase.definition.given.isEmpty
        }
        return Schedule(order, concurrency: concurrency)
    }

    /// Not for clients only, and with answers that a server can give.
    package static func isForServers(_ testCase: Case) -> Bool {
        guard testCase.appliesTo != .client else { return false }
        // What is asked last may come after what is documented.
        let isAsked =
            switch testCase.steps.last?.answer {
            case .refusal, .generated, .convention: true
            case .documented, .prepared, .fault, nil: !testCase.isDerived
            }
        return testCase.steps.allSatisfy { step in
            switch step.answer {
            case .documented: isAsked
            case .refusal, .generated, .convention: true
            case .prepared, .fault: false
            }
        }
    }
}
