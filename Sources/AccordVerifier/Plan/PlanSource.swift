// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// Plans a run step by step: each part of the plan contains the cases of some operations. While the run executes one
/// part, a separate thread plans the next part.
package final class PlanSource: Sendable {
    private struct State {
        /// The planner of the next part. While a background thread plans with a copy, this property stays unchanged.
        var planner: RunPlanner
        var isPlanning = false
        var planned: [RunPlan] = []
        var isStopped = false
    }

    private let state: Locked<State>

    package init(_ planner: RunPlanner) {
        var planner = planner
        let planned = planner.takePlanned()
        state = Locked(State(planner: planner, planned: planned))
    }

    /// The contracts of the run.
    package var contracts: [Contract] { state.withLock { $0.planner.contracts } }

    /// The tests that the plan lacks, such as invalid requests that Accord can't generate, with the reasons.
    package var omissions: [Omission] { state.withLock { $0.planner.omissions } }

    /// Whether `take()` has returned all parts of the plan.
    var isAtEnd: Bool { state.withLock { $0.isStopped || !$0.isPlanning && $0.planned.isEmpty && $0.planner.isAtEnd } }

    /// Returns the parts of the plan that were completed since the previous call.
    func take() -> [RunPlan] {
        state.withLock { state in
            defer { state.planned = [] }
            return state.planned
        }
    }

    /// Starts to plan the next part on a background thread, and wakes `waker` when the part is complete. Does nothing
    /// while a part is being planned.
    func plan(waker: CurlMulti.Waker) {
        let planner: RunPlanner? = state.withLock { state in
            guard !state.isPlanning, !state.isStopped, !state.planner.isAtEnd else { return nil }
            state.isPlanning = true
            return state.planner
        }
        guard let planner else { return }
        Thread.detachNewThread { [self] in
            var next = planner
            let part = next.next()
            state.withLock { state in
                // If the run ended while this part was being planned, discards the part.
                guard !state.isStopped else { return }
                state.isPlanning = false
                state.planner = next
                if let part { state.planned.append(part) }
            }
            waker.wake()
        }
    }

    /// Stops planning. Returns the planned parts that `take()` didn't return, and the documented cases of the remaining
    /// parts.
    func stop(because reason: String) -> RunPlan {
        state.withLock { state in
            state.isStopped = true
            var remainingPlan = RunPlan(state.planner.contracts)
            for part in state.planned { remainingPlan.append(part) }
            state.planned = []
            remainingPlan.append(state.planner.documentedRest(because: reason))
            return remainingPlan
        }
    }
}
