/// Which case is started when: a value that is told what ended and says what to do next.
///
/// Knows nothing but positions in the run's list of cases; ready ones start in the list's order.
package struct Schedule: Sendable {
    /// What one case waits for, as positions in the list.
    package struct Entry: Sendable, Hashable {
        /// Whose values it uses: unless they all succeed, it is blocked.
        package var needs: [Int] = []
        /// What only has to be over, whatever became of it.
        package var follows: [Int] = []
        /// Never under way beside another such case: it puts the server into a state of its own.
        package var isExclusive: Bool = false
    }

    package enum Action: Sendable, Hashable {
        case start(Int)
        /// Nothing can start before something ends.
        case wait
        case finish
    }

    /// How a case ended, as far as the order goes.
    package enum Ending: Sendable, Hashable {
        case succeeded
        case failed
        /// Without its values, though nothing failed: skipped, or pending and not yet right.
        case withheld
    }

    /// A case that can't run, and the one whose failure is the reason.
    package struct Blocked: Sendable, Hashable {
        package var position: Int
        package var by: Int
    }

    private struct Node {
        var open = 0
        var isOver = false
        var isBlocked = false
        var isExclusive = false
        /// Cases that use this one's values.
        var feeds: [Int] = []
        /// Cases that only come later.
        var precedes: [Int] = []
    }

    private let concurrency: Int
    private var nodes: [Node]
    private var ready = ReadyQueue()
    private var readyExclusive = ReadyQueue()
    private var running = 0
    private var runningExclusive: Int?
    private var isStopped = false

    /// - Parameter concurrency: how many cases may be under way at once, at least one.
    package init(_ entries: [Entry], concurrency: Int) {
        self.concurrency = max(1, concurrency)
        nodes = Array(repeating: Node(), count: entries.count)
        for (position, entry) in entries.enumerated() {
            nodes[position].open = entry.needs.count + entry.follows.count
            nodes[position].isExclusive = entry.isExclusive
            for needed in entry.needs { nodes[needed].feeds.append(position) }
            for earlier in entry.follows { nodes[earlier].precedes.append(position) }
        }
        for position in nodes.indices where nodes[position].open == 0 { becomeReady(position) }
    }

    /// What to do now; each `.start` counts as done.
    package mutating func next() -> Action {
        if !isStopped, running < concurrency, let position = takeReady() {
            running += 1
            if nodes[position].isExclusive { runningExclusive = position }
            return .start(position)
        }
        return running > 0 ? .wait : .finish
    }

    /// Tells that a started case is over, and returns the cases that are blocked by it, in the list's order.
    package mutating func end(_ position: Int, _ ending: Ending) -> [Blocked] {
        running -= 1
        if runningExclusive == position { runningExclusive = nil }
        return close(position, succeeded: ending == .succeeded)
    }

    /// Starts nothing more; what is under way may still end.
    package mutating func stop() {
        isStopped = true
    }

    /// Cases that were neither started nor blocked: left over after `stop`, or in a ring of `needs`.
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

/// Positions that may start, the lowest first: a binary heap.
private struct ReadyQueue: Sendable {
    private var heap: [Int] = []

    var first: Int? { heap.first }

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
