// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The plan of a run: the selected cases that apply to a server, with their order.
package struct RunPlan: Sendable {
    package struct Entry: Sendable {
        package fileprivate(set) var testCase: Case
        /// The index of the case's contract in `contracts`.
        fileprivate let contract: Int
        fileprivate var withheld: String?
        /// Whether the case can't run because of a problem, such as missing credentials. A blocked case makes the run
        /// fail, and a skipped case doesn't.
        package fileprivate(set) var isBlocked = false

        /// Whether the case isn't sent because the user didn't allow unsafe methods.
        package fileprivate(set) var needsPermission = false

        /// The reason why the case doesn't run, or `nil` if it runs.
        package var skip: String? { withheld ?? testCase.skip?.reason }
        /// The line for `--list`: the id, and the unsafe method if the case has one.
        package var listing: String {
            guard let method = testCase.steps.lazy.compactMap(\.unsafeMethod).first else { return testCase.qualifiedID }
            let permission = needsPermission ? ", requires --allow-unsafe" : ""
            return "\(testCase.qualifiedID)\tunsafe: \(method)\(permission)"
        }
        /// The exemption that makes the case pending, with its reason and its end date. It is `nil` if the case isn't
        /// pending. A pending case can't fail.
        package var pending: Exemption? { testCase.pending }
    }

    let contracts: [Contract]
    package private(set) var entries: [Entry]
    /// For each case, the cases that its `after` names, as indices in the plan.
    package private(set) var needs: [[Int]]

    /// Creates an empty plan.
    package init(_ contracts: [Contract]) {
        self.contracts = contracts
        entries = []
        needs = []
    }

    /// Creates a plan from some cases of a contract.
    init(_ contracts: [Contract], _ cases: [Case], ofContract number: Int, _ options: PlanOptions) {
        self.init(contracts)
        let isForServers = cases.map(Self.isForServers)
        let isChosen = cases.indices.map { isForServers[$0] && options.selection.includes(cases[$0]) }
        var isWanted = isChosen
        var places: [String: Int] = [:]
        // Fills `places` only if a case depends on earlier cases. Most contracts contain no such case.
        if cases.contains(where: { !$0.producers.isEmpty }) {
            for (place, testCase) in cases.enumerated() where places[testCase.id] == nil { places[testCase.id] = place }
            for place in cases.indices where isChosen[place] {
                for producer in cases[place].producers { places[producer.id].map { isWanted[$0] = true } }
            }
        }
        var positions: [Int: Int] = [:]
        for place in cases.indices where isWanted[place] && isForServers[place] {
            positions[place] = entries.count
            entries.append(Entry(testCase: cases[place], contract: number))
        }
        needs = entries.map { entry in
            entry.testCase.after.compactMap { places[$0].flatMap { positions[$0] } }
        }
    }

    /// Appends the cases of `part`, which is a plan for the same contracts.
    mutating func append(_ part: RunPlan) {
        let offset = entries.count
        entries += part.entries
        needs += part.needs.map { $0.map { $0 + offset } }
    }

    /// Frees the memory of a derived case's requests after its end. The result doesn't need the requests.
    mutating func release(_ position: Int) {
        guard entries[position].testCase.isDerived else { return }
        entries[position].testCase = entries[position].testCase.with { $0.steps = [] }
    }

    /// Returns the contract of the case at an index of the plan.
    package func contract(of position: Int) -> Contract { contracts[entries[position].contract] }

    /// Skips the case at an index of the plan, although the contract doesn't skip the case.
    ///
    /// - Parameter isBlocked: Whether the case is blocked, which makes the run fail.
    mutating func withhold(_ position: Int, because reason: String, isBlocked: Bool = false) {
        entries[position].withheld = reason
        entries[position].isBlocked = isBlocked
    }

    /// Removes the cases for which `isKept` returns `false`. `isKept` must return the same value for all cases that are
    /// connected by `after`.
    mutating func keep(_ isKept: (Int) -> Bool) {
        let kept = entries.indices.filter(isKept)
        let moved = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
        needs = kept.map { position in needs[position].compactMap { moved[$0] } }
        entries = kept.map { entries[$0] }
    }

    /// Returns the schedule of the cases. Cases that `after` connects run in order. Other deletions run later, because
    /// they may delete the resource that these cases created. If the run sets up provider states, two cases with
    /// provider states never run at the same time.
    package func order(setsUpStates: Bool) -> [Schedule.Entry] {
        let isSafe = entries.map { entry in
            entry.testCase.steps.allSatisfy { HTTPMethod.isSafe($0.operation.request.method) }
        }
        let phases = entries.map(\.testCase.phase)
        var order = FlowOrder.entries(needs: needs, isSafe: isSafe, isLate: phases.map { $0 == .flowDeletion })
        for (position, phase) in phases.enumerated() {
            let testCase = entries[position].testCase
            order[position].phase = phase
            if phase == .deletion, contract(of: position).hasDeletion(above: testCase.operation) {
                order[position].phase = .innerDeletion
            } else if phase == .sequence {
                let creating = testCase.steps.first { $0.unsafeMethod != nil }?.operation.id ?? ""
                order[position].group = "\(testCase.file)\n\(creating)"
            } else if setsUpStates, !testCase.definition.given.isEmpty {
                order[position].group = "provider states"
            }
        }
        return order
    }

    /// Returns whether a case can test a server. The case must apply to servers, and must not contain a response that
    /// only a stub can send, such as a fault.
    package static func isForServers(_ testCase: Case) -> Bool {
        guard testCase.appliesTo != .client else { return false }
        // In a derived case, only the last step tests the server. The earlier steps may send documented requests.
        let isAsked = !testCase.isDerived || testCase.steps.last?.isPreparation == false
        return testCase.steps.allSatisfy { $0.documented == nil ? !$0.isPreparation : isAsked }
    }

    /// Skips the cases with unsafe methods (RFC 9110 section 9.2.1) and the cases that depend on them.
    package mutating func skipUnsafe() {
        skip {
            $0.unsafeMethod != nil
        } because: {
            "not sent because of --read-only: the case sends \($0)"
        } after: {
            "not sent because of --read-only: the case depends on \($0)"
        }
    }

    /// Skips the cases with unsafe methods that no contract contains, and the cases that depend on them. An example in
    /// an OpenAPI document is data, not a permission to send the request.
    package mutating func skipUnpermitted() {
        let skipped = skip {
            $0.needsPermission
        } because: { _ in
            Omission.needsPermission
        } after: {
            "not sent: the case depends on \($0), which is sent only with --allow-unsafe"
        }
        for position in skipped { entries[position].needsPermission = true }
    }

    /// Skips the cases that contain a step for which `isSkipped` returns `true`, and the cases that depend on these
    /// cases. Returns the positions of the cases with such a step.
    @discardableResult
    private mutating func skip(
        _ isSkipped: (CaseStep) -> Bool, because reason: (_ method: String) -> String, after: (_ id: String) -> String
    ) -> [Int] {
        let skipped = entries.indices.filter {
            entries[$0].withheld == nil && entries[$0].testCase.steps.contains(where: isSkipped)
        }
        for position in skipped {
            withhold(
                position, because: reason(entries[position].testCase.steps.lazy.compactMap(\.unsafeMethod).first ?? ""))
        }
        let ids = Set(skipped.map { entries[$0].testCase.qualifiedID })
        // One pass is enough, because `producers` contains all cases on which a case depends, directly or indirectly.
        for position in entries.indices where entries[position].skip == nil {
            guard let producer = entries[position].testCase.producers.first(where: { ids.contains($0.qualifiedID) })
            else { continue }
            withhold(position, because: after(producer.id))
        }
        return skipped
    }
}

extension Case {
    /// The phase of a run in which the case starts.
    fileprivate var phase: Schedule.Phase {
        func deletes(_ step: CaseStep) -> Bool { step.operation.request.method == "DELETE" }
        if self.steps.contains(where: \.operation.endsSession) { return .ending }
        let ownsResource = self.steps.contains { $0.unsafeMethod != nil && !deletes($0) }
        let isSequence = self.steps.contains { $0.resourceUse != nil }
        if isSequence || ownsResource && self.steps.contains(where: deletes) { return .sequence }
        guard (self.steps + self.producers.flatMap(\.steps)).contains(where: deletes) else { return .main }
        if !self.producers.isEmpty { return .flowDeletion }
        return FuzzID(self.id) != nil ? .generatedDeletion : self.isDerived ? .refusedDeletion : .deletion
    }
}

extension Contract {
    /// Whether an operation deletes a resource to which the resource of the given operation belongs.
    fileprivate func hasDeletion(above operation: Operation) -> Bool {
        operations.contains {
            $0.request.method == "DELETE" && operation.request.path.shape.hasPrefix($0.request.path.shape + "/")
        }
    }
}
