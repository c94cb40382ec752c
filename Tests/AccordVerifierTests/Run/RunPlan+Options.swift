// SPDX-License-Identifier: Apache-2.0
import AccordCore

@testable import AccordVerifier

extension RunPlan {
    /// Plans the selected cases of the contracts at once, also those with unsafe methods.
    init(
        _ contracts: [Contract], selection: Selection, serverName: String?, today: String,
        refusals: RefusalOptions? = nil, fuzz: FuzzPlan? = nil
    ) {
        var options = PlanOptions(today: today)
        options.selection = selection
        options.serverName = serverName
        options.refusals = refusals
        options.allowsUnsafe = true
        var planner = RunPlanner(contracts, options: options)
        planner.fuzz = fuzz
        self = planner.rest()
    }
}

extension Verifier {
    /// Runs a complete plan.
    static func run(
        _ plan: RunPlan, options: VerifierOptions, recorder: Recorder, interruption: Interruption = Interruption(),
        notify: @escaping (Event) -> Void = { _ in }
    ) throws -> [CaseResult] {
        try run(
            PlanSource(RunPlanner(planned: plan)), options: options, recorder: recorder, interruption: interruption,
            notify: notify)
    }
}

extension FuzzPlan {
    /// For each contract, the cases that send its generated requests.
    var cases: [[Case]] {
        var plan = self
        return contracts.indices.map { index in
            contracts[index].operations.flatMap { plan.cases(of: $0, ofContract: index) }
        }
    }
}
