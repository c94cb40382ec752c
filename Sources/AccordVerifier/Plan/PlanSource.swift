// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Plans a run step by step: each part of the plan contains the cases of some operations. While the run executes one
/// part, a separate thread plans the next part.
package final class PlanSource {
    /// The planner of the next part. While a background thread plans with a copy, this property stays unchanged.
    private var planner: RunPlanner
    private var planned: [RunPlan]
    private var isPlanning = false
    private var work = BackgroundWork<(planner: RunPlanner, part: RunPlan?)>()

    package init(_ planner: RunPlanner) {
        self.planner = planner
        planned = self.planner.takePlanned()
    }

    /// The contracts of the run.
    package var contracts: [Contract] { planner.contracts }

    /// The tests that the plan lacks, such as invalid requests that Accord can't generate, with the reasons.
    package var omissions: [Omission] { planner.omissions }

    /// Whether `take()` has returned all parts of the plan.
    var isAtEnd: Bool { !isPlanning && planned.isEmpty && planner.isAtEnd }

    /// Returns the parts of the plan that were completed since the previous call.
    func take() -> [RunPlan] {
        for (planner, part) in work.takeFinished() {
            self.planner = planner
            isPlanning = false
            if let part { planned.append(part) }
        }
        defer { planned = [] }
        return planned
    }

    /// Starts to plan the next part on a background thread, and wakes `waker` when the part is complete. Does nothing
    /// while a part is being planned.
    func plan(waker: CurlMulti.Waker) {
        guard !isPlanning, !planner.isAtEnd else { return }
        isPlanning = true
        let planner = planner
        work.start(waker: waker) {
            var next = planner
            let part = next.next()
            return (next, part)
        }
    }

    /// Stops planning, and discards a part that is being planned. Returns the planned parts that `take()` didn't
    /// return, and the documented cases of the remaining parts.
    func stop(because reason: String) -> RunPlan {
        var remainingPlan = RunPlan(contracts)
        for part in take() { remainingPlan.append(part) }
        work = BackgroundWork()
        isPlanning = false
        remainingPlan.append(planner.documentedRest(because: reason))
        return remainingPlan
    }
}
