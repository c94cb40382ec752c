// SPDX-License-Identifier: Apache-2.0
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
        /// Whether the case changes the server's state, and must not run at the same time as a second exclusive case.
        package var isExclusive: Bool = false
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
        var isExclusive = false
        /// The cases that use the outputs of this case.
        var feeds: [Int] = []
        /// The cases that wait until this case ends, but don't use its outputs.
        var precedes: [Int] = []
    }

    private let concurrency: Int
    private var nodes: [Node]
    private var ready = ReadyQueue()
    private var readyExclusive = ReadyQueue()
    private var running = 0
    private var runningExclusive: Int?
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
            nodes[position].isExclusive = entry.isExclusive
            for needed in entry.needs { nodes[first + needed].feeds.append(position) }
            for earlier in entry.follows { nodes[first + earlier].precedes.append(position) }
        }
        for position in nodes.indices[first...] where nodes[position].open == 0 { becomeReady(position) }
    }

    /// The number of cases that are ready to start.
    package var readyCount: Int { ready.count + readyExclusive.count }

    /// Returns what to do next: start a case, wait, or finish. A case that this function returns counts as running.
    package mutating func next() -> Action {
        if !isStopped, running < concurrency, let position = takeReady() {
            running += 1
            if nodes[position].isExclusive { runningExclusive = position }
            return .start(position)
        }
        return running > 0 ? .wait : .finish
    }

    /// Records that a case ended and returns the cases that it blocks, in the plan's order.
    package mutating func end(_ position: Int, _ ending: Ending) -> [Blocked] {
        running -= 1
        if runningExclusive == position { runningExclusive = nil }
        return close(position, succeeded: ending == .succeeded)
    }

    /// Starts no more cases. Running cases continue until they end.
    package mutating func stop() {
        isStopped = true
    }

    /// The cases that were neither started nor blocked, after `stop` or because of a cycle in `needs`.
    package var remaining: [Int] {
        nodes.indices.filter { !nodes[$0].isOver }
    }

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
        if nodes[position].isExclusive { readyExclusive.insert(position) } else { ready.insert(position) }
    }

    private mutating func takeReady() -> Int? {
        guard runningExclusive == nil, let exclusive = readyExclusive.first else { return ready.popFirst() }
        if let other = ready.first, other < exclusive { return ready.popFirst() }
        return readyExclusive.popFirst()
    }
}

/// The cases that are ready to start, in a binary heap. The case with the lowest index in the plan comes first.
private struct ReadyQueue: Sendable {
    private var heap: [Int] = []

    var first: Int? { heap.first }
    var count: Int { heap.count }

    mutating func insert(_ position: Int) {
        heap.append(position)
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popFirst() -> Int? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = 2 * parent + 1
            guard least < heap.count else { return first }
            if least + 1 < heap.count, heap[least + 1] < heap[least] { least += 1 }
            guard heap[least] < heap[parent] else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
