// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The journal of a mock: the latest requests with their responses, and the counts of all requests.
package final class Journal: Sendable {
    /// Counts the requests for an operation or a case.
    package struct Tally: Sendable {
        package var count = 0
        /// The number of requests that violated the contract.
        package var broken = 0
        /// The number of responses of an operation for each status code.
        var statuses: [Int: Int] = [:]
    }

    /// A contract violation that occurred in one or more requests.
    struct Mistake: Sendable {
        var finding: Finding
        var count: Int
        /// The journal's entry for the first request with the violation.
        var entry: JournalEntry
    }

    typealias Listener = @Sendable (JournalEntry) -> Void

    fileprivate struct State {
        var entries: [JournalEntry] = []
        /// The index of the journal's oldest entry in `entries`. The entries before this index are dropped from the
        /// journal, but not yet removed from the array.
        var first = 0
        var bytes = 0
        var count = 0
        var operations: [String: Tally] = [:]
        var cases: [String: Tally] = [:]
        var firsts: [String: JournalEntry] = [:]
        var mistakes: [MistakeKey: Mistake] = [:]
        var order: [MistakeKey] = []
        var unknown: [String: Int] = [:]
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
    }

    /// The largest size of all entries in memory, in bytes.
    private static let maximumBytes = 8 * 1024 * 1024
    private static let maximumMistakes = 1000
    /// The largest size of a body in an entry, in bytes.
    static let bodyLimit = 64 * 1024

    private let limit: Int
    private let masking: Masking
    private let state = Locked(State())

    /// Creates an empty journal that keeps `limit` requests.
    package init(limit: Int, masking: Masking = .none) {
        self.limit = max(1, limit)
        self.masking = masking
    }

    /// Adds a request and its response.
    ///
    /// - Parameter time: Seconds since 1970.
    @discardableResult
    func record(
        _ request: HTTPRequest, _ answer: MockAnswer, isProxied: Bool = false, at time: Double
    ) -> JournalExchange {
        let exchange = JournalExchange(request, answer, isProxied: isProxied, masking: masking)
        let (entry, listeners) = state.withLock { state in
            state.count += 1
            let entry = JournalEntry(number: state.count, time: time, exchange: exchange)
            state.entries.append(entry)
            state.bytes += exchange.size
            while state.entries.count - state.first > limit || state.bytes > Self.maximumBytes,
                state.first < state.entries.count - 1
            {
                state.bytes -= state.entries[state.first].exchange.size
                state.first += 1
            }
            if state.first > 256, state.first > state.entries.count / 2 {
                state.entries.removeFirst(state.first)
                state.first = 0
            }
            Self.count(entry, &state)
            return (entry, state.listeners)
        }
        for listener in listeners.values { listener(entry) }
        return exchange
    }

    private static func count(_ entry: JournalEntry, _ state: inout State) {
        let exchange = entry.exchange
        let answer = exchange.answer
        let isBroken = exchange.isBroken ? 1 : 0
        if let key = answer.served?.key {
            state.operations[key, default: Tally()].add(isBroken, status: answer.response.status)
            if let key = answer.caseKey {
                state.cases[key, default: Tally()].add(isBroken)
                if state.firsts[key] == nil { state.firsts[key] = entry }
            }
        } else if state.unknown.count < 1000, !exchange.isFromBrowser {
            let path = URLParts(exchange.request.url).path
            state.unknown["\(exchange.request.method) \(path)", default: 0] += 1
        }
        for finding in answer.findings {
            let key = finding.key(inOperation: answer.operation?.id)
            if state.mistakes[key] != nil {
                state.mistakes[key]?.count += 1
            } else if state.mistakes.count < maximumMistakes {
                state.order.append(key)
                state.mistakes[key] = Mistake(finding: finding, count: 1, entry: entry)
            }
        }
    }

    /// The latest requests with their responses, oldest first.
    package var entries: [JournalEntry] { state.withLock { Array($0.entries[$0.first...]) } }
    /// The number of all requests that the mock has received.
    package var count: Int { state.withLock { $0.count } }
    /// The number of requests for each operation, by keys such as `todos.json#login`.
    package var operations: [String: Tally] { state.withLock { $0.operations } }
    /// The number of requests for each case, by keys such as `todos.json#login/creates a token`.
    package var cases: [String: Tally] { state.withLock { $0.cases } }
    /// For each case key, the journal's entry for the first request that matched the case.
    var caseEntries: [String: JournalEntry] { state.withLock { $0.firsts } }
    var mistakes: [Mistake] { state.withLock { state in state.order.compactMap { state.mistakes[$0] } } }
    /// The number of requests for each method and path that no contract documents.
    var unknown: [String: Int] { state.withLock { $0.unknown } }

    /// Removes all entries and counts. Listeners stay registered.
    package func removeAll() {
        state.withLock { state in
            var empty = State()
            empty.listeners = state.listeners
            empty.nextListener = state.nextListener
            state = empty
        }
    }

    /// Calls `listener` with each further entry, until the returned function is called.
    func listen(_ listener: @escaping Listener) -> @Sendable () -> Void {
        let id = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            return state.nextListener
        }
        return { [weak self] in self?.state.withLock { $0.listeners[id] = nil } }
    }
}

extension Journal.Tally {
    fileprivate mutating func add(_ broken: Int, status: Int? = nil) {
        count += 1
        self.broken += broken
        if let status { statuses[status, default: 0] += 1 }
    }
}
