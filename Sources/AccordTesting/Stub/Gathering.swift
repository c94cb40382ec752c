import AccordCases
import AccordHTTP
import AccordSchema
import Foundation

/// Answers calls that are made at the same time: holds every request until all have come, then answers in another order.
///
/// A client that makes its calls one after the other is served as well: where nothing more comes, what is there is
/// answered, and the next isn't waited for as long.
final class Gathering: Sendable {
    /// Which call a request belongs to, of those that are still without one.
    typealias Choice = @Sendable (_ request: HTTPRequest, _ open: [Int]) -> Int

    /// A request, and the call whose reply it was given.
    struct Served: Sendable {
        var request: HTTPRequest
        var call: Int
    }

    private struct State {
        var waiting: [(request: HTTPRequest, answering: Answering)] = []
        var open: [Int]
        var served: [Served] = []
        var quietTicks = 0
        /// The ticks without a new request after which none is expected any more.
        var patience: Int
        var random: SeededRandom
    }

    private let replies: [StubReply]
    private let choose: Choice
    private let willAnswer: @Sendable (Int) -> Void
    private let queue = DispatchQueue(label: "accord.answers")
    private let state: Guarded<State>

    /// - Parameters:
    ///   - replies: by call; at least one.
    ///   - seed: what the order of the answers is made of, the same in every run.
    ///   - willAnswer: told how many requests are about to be answered.
    init(
        _ replies: [StubReply], seed: String, choose: @escaping Choice, willAnswer: @escaping @Sendable (Int) -> Void
    ) {
        self.replies = replies
        self.choose = choose
        self.willAnswer = willAnswer
        state = Guarded(
            State(
                open: Array(replies.indices), patience: Ticks.patience,
                random: SeededRandom(state: SeededRandom.hash(seed.utf8))))
    }

    /// The requests, in the order in which they were answered.
    var served: [Served] { state.withLock { $0.served } }

    /// True where requests wait for others to come.
    var isWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    func take(_ request: HTTPRequest, _ answering: Answering) {
        let isComplete = state.withLock { state in
            state.waiting.append((request, answering))
            state.quietTicks = 0
            return state.waiting.count >= state.open.count
        }
        if isComplete { release() }
    }

    /// Waits longer for what is on its way: on a socket, all takes its time.
    func beOnSocket() {
        state.withLock { $0.patience = Ticks.patienceOnSocket }
    }

    /// To be called at intervals: what waits for nothing any more is answered.
    func tick() {
        let isQuiet = state.withLock { state in
            guard !state.waiting.isEmpty else { return false }
            state.quietTicks += 1
            guard state.quietTicks >= state.patience else { return false }
            // A client that makes its calls one after the other isn't waited for so long with each.
            state.patience = min(state.patience, 2)
            return true
        }
        if isQuiet { release() }
    }

    /// Waits for the answers that are being given: FoundationNetworking 6.3.1 completes an async call before it notes that
    /// the task is over, and once more where the session is ended in between, which ends the process.
    func settle() async {
        await withUnsafeContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    private func release() {
        let answers = state.withLock { state in
            var answers: [(Answering, StubReply)] = []
            for (request, answering) in state.waiting {
                let isOpen = !state.open.isEmpty
                let call = choose(request, isOpen ? state.open : Array(replies.indices))
                state.open.removeAll { $0 == call }
                state.served.append(Served(request: request, call: call))
                answers.append((answering, replies[call]))
            }
            state.waiting = []
            let order = Self.shuffled(answers.count, &state.random)
            let first = state.served.count - answers.count
            let fresh = Array(state.served[first...])
            for (place, index) in order.enumerated() { state.served[first + place] = fresh[index] }
            return order.map { answers[$0] }
        }
        guard !answers.isEmpty else { return }
        willAnswer(answers.count)
        // Not from here: the last request's own loading is still starting.
        queue.async {
            for (answering, reply) in answers { answering.begin(reply) }
            for (answering, reply) in answers { answering.finish(reply) }
        }
    }

    /// The numbers below a count in another order; there is none of one.
    private static func shuffled(_ count: Int, _ random: inout SeededRandom) -> [Int] {
        var order = Array(0..<count)
        for index in order.indices.dropFirst().reversed() { order.swapAt(index, random.below(index + 1)) }
        return order == Array(0..<count) ? order.reversed() : order
    }
}

/// How long is waited for what may still come, counted in steps that the waiting task was really given.
enum Ticks {
    static let interval = Duration.milliseconds(25)
    static let patience = 10
    static let patienceOnSocket = 40
}
