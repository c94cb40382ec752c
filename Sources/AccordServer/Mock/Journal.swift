import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import Synchronization

/// What came and what was answered: the last requests as they were, and of all of them how often what was asked for.
package final class Journal: Sendable {
    /// What is known of an operation's or a case's calls, however long ago.
    package struct Tally: Sendable {
        package var count = 0
        /// Requests with something wrong.
        package var broken = 0
    }

    /// All findings of a kind, at one place of the contract: one mistake, told once.
    package struct Mistake: Sendable {
        package var finding: Finding
        package var count: Int
        package var file: String?
        package var operation: String?
        package var caseID: String?
        /// The first request that had it.
        package var entry: JournalEntry
    }

    fileprivate typealias Listener = @Sendable (JournalEntry) -> Void

    fileprivate struct State {
        var entries: [JournalEntry] = []
        var first = 0
        var bytes = 0
        var count = 0
        /// What happened since it was counted last.
        var uncounted: [JournalExchange] = []
        var operations: [String: Tally] = [:]
        var cases: [String: Tally] = [:]
        var statuses: [String: [Int: Int]] = [:]
        var firsts: [String: JournalEntry] = [:]
        var mistakes: [MistakeKey: Mistake] = [:]
        var order: [MistakeKey] = []
        var unknown: [String: Int] = [:]
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
    }

    /// What the kept entries may take, bodies and all.
    fileprivate static let mostBytes = 8 * 1024 * 1024
    fileprivate static let mostMistakes = 1000

    private let limit: Int
    /// What is kept of a body.
    private static let bodyLimit = 64 * 1024
    private let masking: Masking
    private let state = Mutex(State())

    package init(limit: Int, masking: Masking = .none) {
        self.limit = max(1, limit)
        self.masking = masking
    }

    /// What is kept of an exchange, to be recorded as often as it happens.
    func exchange(_ request: HTTPRequest, _ answer: MockAnswer, isProxied: Bool = false) -> JournalExchange {
        JournalExchange(request, answer, isProxied: isProxied, masking: masking, bodyLimit: Self.bodyLimit)
    }

    /// Takes an exchange down. `time` in seconds since 1970.
    func record(_ exchange: JournalExchange, at time: Double) {
        let listened = state.withLock { state -> (JournalEntry, [Int: Listener])? in
            state.count += 1
            let entry = JournalEntry(number: state.count, time: time, exchange: exchange)
            state.keep(entry, limit)
            state.note(entry)
            return state.listeners.isEmpty ? nil : (entry, state.listeners)
        }
        guard let (entry, listeners) = listened else { return }
        for listener in listeners.values { listener(entry) }
    }

    /// The kept entries, the oldest first.
    package var entries: [JournalEntry] { state.withLock { Array($0.entries[$0.first...]) } }
    /// All requests, kept or not.
    package var count: Int { state.withLock { $0.count } }
    /// By `todos.json#login`.
    package var operations: [String: Tally] { counted { $0.operations } }
    /// By `todos.json#login/creates a token`.
    package var cases: [String: Tally] { counted { $0.cases } }
    package var statuses: [String: [Int: Int]] { counted { $0.statuses } }
    /// The first exchange of each case.
    package var caseEntries: [String: JournalEntry] { state.withLock { $0.firsts } }
    package var mistakes: [Mistake] { state.withLock { state in state.order.compactMap { state.mistakes[$0] } } }
    /// What was asked for and no contract documents, with how often.
    package var unknown: [String: Int] { counted { $0.unknown } }

    private func counted<Part: Sendable>(_ part: (State) -> Part) -> Part {
        state.withLock { state in
            state.countAll()
            return part(state)
        }
    }

    /// Forgets all requests; those who listen stay.
    package func removeAll() {
        state.withLock { state in
            // Exchanges that happen again have to begin at nothing.
            state.countAll()
            var new = State()
            new.listeners = state.listeners
            new.nextListener = state.nextListener
            state = new
        }
    }

    /// Calls `listener` with each further entry; what is returned ends that.
    package func listen(_ listener: @escaping @Sendable (JournalEntry) -> Void) -> @Sendable () -> Void {
        let id = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            return state.nextListener
        }
        return { [weak self] in self?.state.withLock { $0.listeners[id] = nil } }
    }
}

extension Journal.Tally {
    fileprivate static func += (tally: inout Journal.Tally, more: Journal.Tally) {
        tally.count += more.count
        tally.broken += more.broken
    }
}

extension Journal.State {
    /// Keeps an entry, and lets the oldest go where there are too many or too large ones.
    fileprivate mutating func keep(_ entry: JournalEntry, _ limit: Int) {
        entries.append(entry)
        bytes += entry.exchange.size
        while entries.count - first > limit || bytes > Journal.mostBytes, first < entries.count - 1 {
            bytes -= entries[first].exchange.size
            first += 1
        }
        if first > 256, first > entries.count / 2 {
            entries.removeFirst(first)
            first = 0
        }
    }

    /// Has an exchange counted later: most are the same ones, again and again.
    fileprivate mutating func note(_ entry: JournalEntry) {
        let exchange = entry.exchange
        if exchange.addOne() {
            uncounted.append(exchange)
            if let key = exchange.caseKey, firsts[key] == nil { firsts[key] = entry }
            if uncounted.count >= 1024 { countAll() }
        }
        guard !exchange.findings.isEmpty else { return }
        for (finding, key) in zip(exchange.findings, exchange.mistakes) { count(finding, key, entry) }
    }

    fileprivate mutating func countAll() {
        for exchange in uncounted {
            let times = exchange.takeAll()
            let tally = Journal.Tally(count: times, broken: exchange.isBroken ? times : 0)
            if let key = exchange.operationKey {
                operations[key, default: Journal.Tally()] += tally
                statuses[key, default: [:]][exchange.response.status, default: 0] += times
                if let key = exchange.caseKey { cases[key, default: Journal.Tally()] += tally }
            } else if unknown.count < 1000 {
                unknown["\(exchange.request.method) \(URLParts(exchange.request.url).path)", default: 0] += times
            }
        }
        uncounted.removeAll(keepingCapacity: true)
    }

    private mutating func count(_ finding: Finding, _ key: MistakeKey, _ entry: JournalEntry) {
        if mistakes[key] != nil {
            mistakes[key]?.count += 1
        } else if mistakes.count < Journal.mostMistakes {
            order.append(key)
            mistakes[key] = Journal.Mistake(
                finding: finding, count: 1, file: entry.file, operation: entry.operation, caseID: entry.caseID,
                entry: entry)
        }
    }
}
