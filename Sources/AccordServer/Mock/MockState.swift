import AccordContract
import AccordCore
import Synchronization

/// What the mock remembers between requests; a contract that is loaded again keeps it.
package final class MockState: Sendable {
    let things: ResourceStore
    let cursor: StepCursor
    /// What an answer depends on beside its request is as it was while this is.
    let changes = ChangeCount()
    private let flow = Mutex(Flow())

    package init() {
        things = ResourceStore(changes)
        cursor = StepCursor(changes)
    }

    private struct Flow {
        /// When a case that others come after was answered last, by its qualified id.
        var answered: [String: Int] = [:]
        /// The provider states that were set, with their parameters' text.
        var states: Set<String> = []
        var count = 0
        var seeds: UInt64 = 0
    }

    /// Everything is as at the start.
    package func reset() {
        things.removeAll()
        cursor.reset()
        flow.withLock { $0 = Flow() }
        changes.add()
    }

    package func setState(_ name: String, isSetUp: Bool) {
        defer { changes.add() }
        flow.withLock { flow in
            if isSetUp {
                if flow.states.count < 1000 { flow.states.insert(name) }
            } else {
                flow.states.remove(name)
            }
        }
    }

    package var providerStates: [String] { flow.withLock { $0.states.sorted() } }

    func answered(_ exchange: DocumentedExchange, _ served: ServedOperation) {
        guard served.isInFlow else { return }
        flow.withLock { flow in
            let key = "\(served.contract.file) \(exchange.caseID)"
            // The last one is so still.
            guard flow.answered[key] != flow.count else { return }
            flow.count += 1
            flow.answered[key] = flow.count
            changes.add()
        }
    }

    /// Another seed for each answer that is to be different.
    func nextSeed(_ seed: UInt64) -> UInt64 {
        defer { changes.add() }
        return flow.withLock { flow in
            flow.seeds += 1
            return seed &+ flow.seeds
        }
    }

    /// Candidates in the order in which they are tried: exchanges are in the order of what they say already.
    func ranked(
        _ numbers: [Int], _ served: ServedOperation, _ next: [String: (step: Int, previous: HTTPRequest?)]
    ) -> [Int] {
        guard numbers.count > 1 else { return numbers }
        let flow = flow.withLock { $0 }
        func rank(_ number: Int) -> (Int, Int, Int, Int, Int, Int) {
            let exchange = served.exchanges[number]
            let isDue = next[exchange.qualifiedID].map { $0.step == exchange.step } ?? true
            var after = 0
            if !exchange.after.isEmpty {
                let times = exchange.after.map { flow.answered["\(served.contract.file) \($0)"] ?? -1 }
                after = times.contains(-1) ? -1 : times.max() ?? 0
            }
            let isGiven = exchange.given.isEmpty || exchange.given.allSatisfy(flow.states.contains)
            let given = exchange.given.isEmpty || flow.states.isEmpty ? 0 : isGiven ? 1 : -1
            return (exchange.isForClients ? 1 : 0, isDue ? 0 : 1, -given, -after, isGiven ? 0 : 1, number)
        }
        return numbers.map { (rank($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

/// How often something changed that answers depend on.
final class ChangeCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .acquiring) }

    /// To be called once the change is made.
    func add() { count.add(1, ordering: .acquiringAndReleasing) }
}
