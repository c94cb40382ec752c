// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The options that decide which cases a plan contains.
package struct PlanOptions: Sendable {
    package var selection = Selection()
    /// The name of the server under test, or `nil` if the run has a base URL. An exemption may apply to one server.
    package var serverName: String?
    /// The current date, such as `2026-03-01`. An exemption expires on the date in `until`.
    package var today: String
    /// The options for requests that the server must reject, or `nil` to send no such requests.
    package var refusals: RefusalOptions?
    /// The options for fuzz-generated requests, or `nil` to send no such requests.
    package var fuzz: FuzzOptions?
    /// Whether to skip all cases with unsafe methods.
    package var isReadOnly = false
    /// Whether Accord may send requests with unsafe methods that no case in a contract contains.
    package var allowsUnsafe = false

    package init(today: String) { self.today = today }
}

/// Plans a run step by step, in the order of the contracts. Each part of the plan contains one operation, or several
/// operations whose cases depend on each other.
package struct RunPlanner: Sendable {
    private struct Part: Sendable {
        var contract: Int
        var operations: Range<Int>
        /// Whether the documented cases of the part are already planned, so that only its derived cases remain.
        var isDocumented = false
    }

    /// The contracts with the exemptions that apply to the run.
    package let contracts: [Contract]
    private var options: PlanOptions
    /// The ids of the selected cases. If a case was generated, the planner generates the case again from its id.
    private let replayed: [String]
    private let documentedCases: [DocumentedCases]
    private let routers: [Router]
    /// The parts that aren't planned yet. The last element is the next part.
    private var left: [Part]
    var fuzz: FuzzPlan?
    /// Parts that were planned before the run, which `takePlanned` returns.
    private var planned: [RunPlan] = []
    /// The tests that the plan lacks, such as invalid requests that Accord can't generate, with the reasons.
    package var omissions: [Omission] { partOmissions + (fuzz?.omissions ?? []) }
    /// The tests that are missing in the planned parts, except fuzz-generated requests.
    private var partOmissions: [Omission] = []

    package init(_ contracts: [Contract], options: PlanOptions) {
        let contracts = contracts.map { $0.withExemptionsInForce(on: options.today, server: options.serverName) }
        self.contracts = contracts
        self.options = options
        replayed = options.selection.included.cases
        let documented = contracts.map { contract in
            var documented = DocumentedCases(contract)
            documented.usesCreatedResources = options.allowsUnsafe
            return documented
        }
        documentedCases = documented
        routers = contracts.map { Router([$0]) }
        left = contracts.indices.flatMap { index in
            Self.parts(documented[index]).map { Part(contract: index, operations: $0) }
        }.reversed()
    }

    /// Creates a planner that returns the complete plan `plan`.
    ///
    /// - Parameter omissions: The tests that the plan lacks, with the reasons.
    package init(planned plan: RunPlan, omissions: [Omission] = []) {
        contracts = plan.contracts
        options = PlanOptions(today: "")
        replayed = []
        documentedCases = []
        routers = []
        left = []
        planned = [plan]
        partOmissions = omissions
    }

    mutating func takePlanned() -> [RunPlan] {
        defer { planned = [] }
        return planned
    }

    /// Whether the plan has no derived cases.
    package var hasOnlyDocumented: Bool { options.refusals == nil && options.fuzz == nil }

    /// Whether all parts are planned.
    package var isAtEnd: Bool { left.isEmpty }

    /// Returns the next part of the plan, which may contain no cases, or `nil` at the end.
    package mutating func next() -> RunPlan? {
        guard let part = left.popLast() else { return nil }
        if let first = documentedFirst(part) { return first }
        if fuzz == nil, let fuzzOptions = options.fuzz {
            fuzz = FuzzPlan(
                contracts, documentedCases, routers, options: fuzzOptions, replaying: replayed,
                includes: options.selection.includes)
        }
        let contract = contracts[part.contract]
        var all: [Case] = []
        for operation in contract.operations[part.operations] {
            let planned = cases(of: operation, ofContract: part.contract)
            all += part.isDocumented ? planned.filter(\.isDerived) : planned
        }
        return plan(all, ofContract: part.contract)
    }

    /// Plans all remaining parts, and returns them as one plan. Stops early if `isStopped` returns `true`.
    package mutating func rest(unless isStopped: () -> Bool = { false }) -> RunPlan {
        var completePlan = RunPlan(contracts)
        while !isStopped(), let part = next() { completePlan.append(part) }
        return completePlan
    }

    /// Returns the documented cases of the remaining parts. For each operation, records `reason` as the reason why its
    /// derived cases are missing.
    package mutating func documentedRest(because reason: String = "") -> RunPlan {
        var runPlan = RunPlan(contracts)
        while let part = left.popLast() {
            for operation in contracts[part.contract].operations[part.operations] {
                if !part.isDocumented {
                    runPlan.append(plan(documentedCases[part.contract].cases(of: operation), ofContract: part.contract))
                }
                guard options.selection.mayIncludeDerived(of: operation) else { continue }
                let kinds = [
                    options.refusals.map { _ in ServerCases.refusals }, options.fuzz.map { _ in FuzzID.group },
                ]
                partOmissions += kinds.compactMap(\.self).map { Omission(of: operation, $0, reason) }
            }
        }
        return runPlan
    }

    /// The operations that may have cases that the user selected.
    package var operations: [Operation] {
        contracts.flatMap(\.operations).filter { options.selection.mayIncludeDerived(of: $0) }
    }

    /// A plan that contains only the documented cases.
    package var documented: RunPlan {
        var copy = self
        return copy.documentedRest()
    }

    /// Returns messages about values of selection options, such as `--tag admin`: one message for each value that
    /// matches no case.
    package func misses(unless isStopped: () -> Bool) -> [String] {
        let selection = options.selection
        guard !selection.isEverything else { return [] }
        // Plans the derived cases, which may be many, only if a value matches no documented case.
        let known = documentedCases.flatMap { documented in
            documented.contract.operations.flatMap { documented.cases(of: $0) }.filter(RunPlan.isForServers)
        }
        guard !selection.misses(in: known).isEmpty else { return [] }
        var everything = self
        everything.options.selection = Selection()
        if selection.included.filters.isEmpty, !selection.included.cases.isEmpty {
            everything.options.selection.included.operations = operations.map(\.id)
        }
        let planned = everything.rest(unless: isStopped).entries.map(\.testCase)
        return selection.misses(in: known + planned)
    }

    /// Returns whether the run has an invalid request or a case about HTTP's conventions. Returns `nil` if the options
    /// exclude such cases, or if `isStopped` returns `true` before such a case is found.
    package func hasRefusals(isStopped: () -> Bool) -> Bool? {
        guard let refusals = options.refusals else { return nil }
        for (index, contract) in contracts.enumerated() {
            for operation in contract.operations {
                guard !isStopped() else { return nil }
                let cases = ServerCases(operation, documentedCases[index], router: routers[index], refusals: refusals)
                if !cases.cases.isEmpty { return true }
            }
        }
        return false
    }

    /// Whether at least one selected operation has a parameter or body that Accord can vary. It is `nil` if the options
    /// exclude fuzz-generated requests.
    package var hasFuzz: Bool? {
        guard let fuzz = options.fuzz, fuzz.count > 0 else { return nil }
        return contracts.contains { contract in
            contract.operations.contains { operation in
                options.selection.includes(operation)
                    && (fuzz.allowsUnsafe || HTTPMethod.isSafe(operation.request.method))
                    && operation.fuzzWaiver == nil
                    && FuzzGenerator.obstacle(operation, in: contract) == nil
            }
        }
    }

    // MARK: One part

    /// Returns the documented cases of a part, so that they can run before the derived cases are planned. Returns `nil`
    /// if this isn't possible, for example because a derived case must run first.
    private mutating func documentedFirst(_ part: Part) -> RunPlan? {
        guard !part.isDocumented, !hasOnlyDocumented, part.operations.count == 1 else { return nil }
        let operation = contracts[part.contract].operations[part.operations.lowerBound]
        let cases = documentedCases[part.contract].cases(of: operation)
        guard !cases.isEmpty, cases.allSatisfy(\.producers.isEmpty), !operation.testsInvalidRequestsFirst else {
            return nil
        }
        var derived = part
        derived.isDocumented = true
        left.append(derived)
        return plan(cases, ofContract: part.contract)
    }

    private mutating func cases(of operation: Operation, ofContract index: Int) -> [Case] {
        let documented = documentedCases[index]
        partOmissions += Omission.of(operation, documented)
        var further: [Case] = []
        if let refusals = options.refusals, options.selection.mayIncludeDerived(of: operation) {
            let derived = ServerCases(operation, documented, router: routers[index], refusals: refusals)
            partOmissions += derived.omissions
            further = derived.cases
        }
        let generated = fuzz?.cases(of: operation, ofContract: index) ?? []
        let cases = documented.cases(of: operation)
        return (operation.testsInvalidRequestsFirst ? further + cases : cases + further) + generated
    }

    private func plan(_ cases: [Case], ofContract index: Int) -> RunPlan {
        var plan = RunPlan(contracts, cases, ofContract: index, options)
        if options.isReadOnly { plan.skipUnsafe() }
        if !options.allowsUnsafe { plan.skipUnpermitted() }
        plan.blockUnauthorized()
        return plan
    }

    /// Divides the operations into ranges. Operations whose cases depend on each other are in the same range.
    private static func parts(_ documented: DocumentedCases) -> [Range<Int>] {
        let operations = documented.contract.operations
        let places = Dictionary(operations.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        var parts: [Range<Int>] = []
        for (place, operation) in operations.enumerated() {
            let success = documented.success(of: operation)
            let producers = (documented.cases(of: operation) + (success.map { [$0] } ?? [])).flatMap(\.producers)
            let related = producers.compactMap { places[$0.operation.id] } + [place]
            var range = (related.min() ?? place)..<(related.max() ?? place) + 1
            while let last = parts.last, last.upperBound > range.lowerBound {
                range = min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
                parts.removeLast()
            }
            parts.append(range)
        }
        return parts
    }
}
