// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Decides when cases start. `next` returns the next action, and `end` records that a case ended.
///
/// The numbers are the indices of cases in the plan. Cases that are ready start in the plan's order.
package struct Schedule: Sendable {
    /// The cases that one case waits for, by their indices in the plan.
    package struct Entry: Sendable, Hashable {
        /// The cases whose outputs this case uses. This case is blocked unless all these cases succeed.
        package var needs: [Int] = []
        /// The cases that must end before this case starts, whether they pass or fail.
        package var follows: [Int] = []
        /// The name of a group of which only one case runs at a time, such as the cases that set up provider states.
        package var group: String?
        package var phase: Phase = .main
    }

    /// The part of a run in which a case starts. It starts when no case of an earlier phase is running or ready. The
    /// order of the phases keeps a case from changing the resources that a different case is testing.
    package enum Phase: Int, Sendable, CaseIterable, Comparable {
        case main
        /// Deletes a resource that an earlier case created. Many databases then use its id for the next new resource.
        case flowDeletion
        /// Creates its own resources, and expects that no different case changes or deletes them.
        case sequence
        /// Sends an invalid request to delete a resource that existed before the run. A server may respond with 404, before
        /// it checks the request, if the resource doesn't exist.
        case refusedDeletion
        /// Deletes a documented resource that belongs to a different resource, such as a photo of a contact.
        case innerDeletion
        /// Deletes a documented resource.
        case deletion
        /// Deletes any resource.
        case generatedDeletion
        /// Ends a session or disables credentials. These cases run one at a time.
        case ending

        package static func < (one: Phase, other: Phase) -> Bool { one.rawValue < other.rawValue }
    }

    package enum Action: Sendable, Hashable {
        case start(Int)
        /// Wait until a running case ends.
        case wait
        case finish
    }

    /// Whether a case succeeded, failed, or neither. This decides whether dependent cases can start.
    package enum Ending: Sendable, Hashable {
        case succeeded
        case failed
        /// The case was skipped or is pending: it has no outputs, but it didn't fail.
        case withheld
    }

    /// A case that can't run because a case on which it depends, `by`, didn't succeed.
    package struct Blocked: Sendable, Hashable {
        package var position: Int
        package var by: Int
    }

    private struct Node {
        var open = 0
        var isOver = false
        var isBlocked = false
        var group: String?
        var phase = Phase.main
        /// The cases that use the outputs of this case.
        var feeds: [Int] = []
        /// The cases that wait until this case ends, but don't use its outputs.
        var precedes: [Int] = []
    }

    private let concurrency: Int
    private var nodes: [Node]
    /// For each phase, the cases that are ready to start, by their group, in ascending order. A slice removes
    /// its first element without moving the others.
    private var ready: [[String?: ArraySlice<Int>]] = Phase.allCases.map { _ in [:] }
    /// For each phase, the number of cases that are running.
    private var running = Phase.allCases.map { _ in 0 }
    private var runningGroups: Set<String> = []
    private var isStopped = false

    /// - Parameter concurrency: The number of cases that may run at the same time, at least 1.
    package init(_ entries: [Entry], concurrency: Int) {
        self.concurrency = max(1, concurrency)
        nodes = []
        append(entries)
    }

    /// Adds cases. In `needs` and `follows`, the index 0 refers to the first of these new cases.
    package mutating func append(_ entries: [Entry]) {
        let first = nodes.count
        nodes += Array(repeating: Node(), count: entries.count)
        for (position, entry) in zip(first..., entries) {
            nodes[position].open = entry.needs.count + entry.follows.count
            nodes[position].group = entry.group
            nodes[position].phase = entry.phase
            for needed in entry.needs { nodes[first + needed].feeds.append(position) }
            for earlier in entry.follows { nodes[first + earlier].precedes.append(position) }
        }
        for position in nodes.indices[first...] where nodes[position].open == 0 { becomeReady(position) }
    }

    /// The number of cases of the main phase that are ready to start.
    package var readyCount: Int { ready[Phase.main.rawValue].values.reduce(0) { $0 + $1.count } }

    /// The phase of the cases that start next, or the last phase if no case is ready.
    package var phase: Phase { Phase.allCases.first { !ready[$0.rawValue].isEmpty } ?? .ending }

    /// Returns what to do next: start a case, wait, or finish. A case that this function returns counts as running.
    ///
    /// - Parameter isComplete: Whether the schedule contains all cases. If not, only cases of the main phase start.
    package mutating func next(isComplete: Bool = true) -> Action {
        let runningCount = running.reduce(0, +)
        if !isStopped, runningCount < concurrency, let position = takeReady(isComplete: isComplete) {
            running[nodes[position].phase.rawValue] += 1
            nodes[position].group.map { _ = runningGroups.insert($0) }
            return .start(position)
        }
        return runningCount > 0 ? .wait : .finish
    }

    /// Records that a case ended and returns the cases that it blocks, in the plan's order.
    package mutating func end(_ position: Int, _ ending: Ending) -> [Blocked] {
        running[nodes[position].phase.rawValue] -= 1
        nodes[position].group.map { _ = runningGroups.remove($0) }
        return close(position, succeeded: ending == .succeeded)
    }

    /// Starts no more cases. Running cases continue until they end.
    package mutating func stop() { isStopped = true }

    /// The cases that were neither started nor blocked, after `stop` or because of a cycle in `needs`.
    package var remaining: [Int] { nodes.indices.filter { !nodes[$0].isOver } }

    private mutating func close(_ position: Int, succeeded: Bool) -> [Blocked] {
        var blocked: [Blocked] = []
        var pending = [(position: position, succeeded: succeeded)]
        while let (current, succeeded) = pending.popLast() {
            guard !nodes[current].isOver else { continue }
            nodes[current].isOver = true
            for next in nodes[current].feeds where !nodes[next].isOver {
                if succeeded {
                    release(next)
                } else if !nodes[next].isBlocked {
                    nodes[next].isBlocked = true
                    blocked.append(Blocked(position: next, by: position))
                    pending.append((next, false))
                }
            }
            for next in nodes[current].precedes where !nodes[next].isOver { release(next) }
        }
        return blocked.sorted { $0.position < $1.position }
    }

    private mutating func release(_ position: Int) {
        nodes[position].open -= 1
        if nodes[position].open == 0 { becomeReady(position) }
    }

    private mutating func becomeReady(_ position: Int) {
        let (phase, group) = (nodes[position].phase.rawValue, nodes[position].group)
        var queue = ready[phase].removeValue(forKey: group) ?? []
        queue.insert(position, at: queue.sortedPrefix { $0 < position }.endIndex)
        ready[phase][group] = queue
    }

    private mutating func takeReady(isComplete: Bool) -> Int? {
        let phase = phase.rawValue
        // A case that ends a session runs alone.
        let earlier = phase == Phase.ending.rawValue ? running[...] : running[..<phase]
        guard phase == Phase.main.rawValue || isComplete && earlier.allSatisfy({ $0 == 0 }) else { return nil }
        var next: Int?
        for (group, queue) in ready[phase] where group.map({ !runningGroups.contains($0) }) ?? true {
            next = [next, queue.first].compactMap(\.self).min()
        }
        guard let next else { return nil }
        let group = nodes[next].group
        ready[phase][group]?.removeFirst()
        if ready[phase][group]?.isEmpty == true { ready[phase][group] = nil }
        return next
    }
}
