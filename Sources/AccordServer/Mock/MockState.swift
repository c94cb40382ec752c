// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// What a mock remembers between requests: created resources, provider states, and the steps of cases that clients have
/// reached. It survives a reload of the contracts.
package final class MockState: Sendable {
    /// The step that a client has reached in a case with several steps.
    struct Progress: Sendable {
        var step = 0
        /// The request that the client sent in the previous step, or `nil` before the first step.
        var previous: HTTPRequest?
    }

    private struct State {
        /// The steps that clients have reached in cases with several steps, by case key.
        var progress: [String: Progress] = [:]
        /// A number for each case that provided a response, by case key. The latest case has the highest number.
        var answered: [String: Int] = [:]
        var count = 0
        var providerStates: Set<String> = []
        var seeds: UInt64 = 0
        /// The preferences that a user set for an operation's next response, such as `code=404`, by operation key.
        var next: [String: String] = [:]
    }

    private static let maximumProviderStates = 1000

    let resources = ResourceStore()
    private let state = Locked(State())

    package init() {}

    /// Forgets all resources, provider states and preferences, as after a restart of the mock.
    package func reset() {
        resources.removeAll()
        state.withLock { $0 = State() }
    }

    func setState(_ name: String, isSetUp: Bool) {
        state.withLock { state in
            if !isSetUp {
                state.providerStates.remove(name)
            } else if state.providerStates.count < Self.maximumProviderStates {
                state.providerStates.insert(name)
            }
        }
    }

    /// Sets the preferences for the next response of an operation, such as `code=404`, or removes them.
    func setNext(_ preferences: String?, ofOperation key: String) { state.withLock { $0.next[key] = preferences } }

    var next: [String: String] { state.withLock { $0.next } }

    /// Returns the preferences that a user set for the next response, and removes them. If several of the operations
    /// have preferences, only those of the first are returned and removed.
    func takeNext(ofOperations keys: [String]) -> String? {
        state.withLock { state in
            guard let key = keys.first(where: { state.next[$0] != nil }) else { return nil }
            return state.next.removeValue(forKey: key)
        }
    }

    var providerStates: [String] { state.withLock { $0.providerStates.sorted() } }

    func progress(of caseKey: String) -> Progress { state.withLock { $0.progress[caseKey] ?? Progress() } }

    /// Advances a case with several steps to its next step. After the last step, the case starts again.
    func advance(_ exchange: DocumentedExchange, with request: HTTPRequest) {
        guard exchange.testCase.steps.count > 1 else { return }
        state.withLock { state in
            let next = exchange.step + 1
            state.progress[exchange.key] =
                next < exchange.testCase.steps.count ? Progress(step: next, previous: request) : nil
        }
    }

    /// Records that a case provided the last response. Cases with this case in `after` then take precedence.
    func markAnswered(_ exchange: DocumentedExchange, _ operation: ServedOperation) {
        guard operation.isInFlow else { return }
        state.withLock { state in
            state.count += 1
            state.answered[exchange.key] = state.count
        }
    }

    /// Returns a different seed for each response, so that the random values differ.
    func nextSeed(_ seed: UInt64) -> UInt64 {
        state.withLock { state in
            state.seeds += 1
            return seed &+ state.seeds
        }
    }

    /// Orders the exchanges that may match a request by the following criteria, most important first:
    ///
    /// 1. Cases for servers precede cases that test only clients.
    /// 2. The next step of a case precedes the other steps.
    /// 3. Cases whose provider states are all set come first, and cases with a provider state that isn't set come last.
    /// 4. If the mock has sent the responses of all cases in a case's `after`, this case comes first. Among these
    ///    cases, the case with the latest of these responses comes first.
    func ranked(_ numbers: [Int], _ operation: ServedOperation, _ progress: [String: Progress]) -> [Int] {
        guard numbers.count > 1 else { return numbers }
        return state.withLock { state in
            func rank(_ number: Int) -> (Int, Int, Int, Int, Int, Int) {
                let exchange = operation.exchanges[number]
                let isNext = progress[exchange.key].map { $0.step == exchange.step } ?? true
                var after = 0
                let earlier = exchange.testCase.definition.after
                if !earlier.isEmpty {
                    let times = earlier.map { state.answered["\(operation.contract.file)#\($0.value)"] ?? -1 }
                    after = times.contains(-1) ? -1 : times.max() ?? 0
                }
                let isGiven = exchange.given.allSatisfy(state.providerStates.contains)
                let given = exchange.given.isEmpty || state.providerStates.isEmpty ? 0 : isGiven ? 1 : -1
                return (exchange.isForClients ? 1 : 0, isNext ? 0 : 1, -given, -after, isGiven ? 0 : 1, number)
            }
            return numbers.map { (rank($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
