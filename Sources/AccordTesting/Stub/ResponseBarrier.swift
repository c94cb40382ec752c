import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import Foundation

/// Answers calls that are made at the same time: holds every request until all have come, then answers in another order.
///
/// A client that makes its calls one after the other is served as well: where nothing more comes, what is there is
/// answered, and the next isn't waited for as long.
final class ResponseBarrier: Sendable {
    /// Which call a request belongs to, of those that are still without one.
    typealias Choice = @Sendable (_ request: HTTPRequest, _ open: [Int]) -> Int

    /// A request, and the call whose reply it was given.
    struct Served: Sendable {
        var request: HTTPRequest
        var call: Int
    }

    private let replies: [StubReply]
    private let choose: Choice
    private let willAnswer: @Sendable (Int) -> Void
    private let queue = DispatchQueue(label: "accord.answers")
    private let state: Locked<ResponseBarrierState<Answering>>

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
        state = Locked(ResponseBarrierState(calls: replies.count, patience: Ticks.patience, seed: seed))
    }

    /// The requests, in the order in which they were answered.
    var served: [Served] { state.withLock { $0.served } }

    /// True where requests wait for others to come.
    var isWaiting: Bool { state.withLock { $0.isWaiting } }

    func take(_ request: HTTPRequest, _ answering: Answering) {
        perform(state.withLock { $0.take(request, answering, choose: choose) })
    }

    /// Waits longer for what is on its way: on a socket, all takes its time.
    func beOnSocket() {
        state.withLock { $0.patience = Ticks.patienceOnSocket }
    }

    /// To be called at intervals: what waits for nothing any more is answered.
    func tick() {
        perform(state.withLock { $0.tick(choose: choose) })
    }

    /// Waits for the answers that are being given: FoundationNetworking 6.3.1 completes an async call before it notes that
    /// the task is over, and once more where the session is ended in between, which ends the process.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    private func perform(_ action: ResponseBarrierState<Answering>.Action) {
        switch action {
        case .wait: return
        case .answer(let answers):
            willAnswer(answers.count)
            let given = answers.map { ($0.waiter, replies[$0.call]) }
            // Not from here: the last request's own loading is still starting.
            queue.async {
                for (answering, reply) in given { answering.begin(reply) }
                for (answering, reply) in given { answering.finish(reply) }
            }
        }
    }
}

/// How long is waited for what may still come, counted in steps that the waiting task was really given.
enum Ticks {
    static let interval = Duration.milliseconds(25)
    static let patience = 10
    static let patienceOnSocket = 40
}

/// Decides when requests that are sent at the same time are answered, by whose reply, and in which order.
///
/// It has no client, no socket and no clock: requests and ticks come in, and what to do comes out.
struct ResponseBarrierState<Waiter> {
    /// Which call a request belongs to, of those that are still without one.
    typealias Choice = (_ request: HTTPRequest, _ open: [Int]) -> Int

    /// A request to answer with the reply of a call.
    struct Answer {
        var waiter: Waiter
        var call: Int
    }

    enum Action {
        case wait
        /// In this order.
        case answer([Answer])
    }

    private enum Phase {
        case empty
        case gathering([(request: HTTPRequest, waiter: Waiter)], quietTicks: Int)
    }

    private let calls: Int
    private var phase = Phase.empty
    /// The calls that no request was given to yet.
    private var open: [Int]
    private var random: SeededRandom
    /// The ticks without a new request after which none is expected any more.
    var patience: Int
    /// The requests and their calls, in the order in which they were answered.
    private(set) var served: [ResponseBarrier.Served] = []

    /// - Parameter seed: what the order of the answers is made of, the same in every run.
    init(calls: Int, patience: Int, seed: String) {
        self.calls = calls
        self.patience = patience
        open = Array(0..<calls)
        random = SeededRandom(state: SeededRandom.hash(seed.utf8))
    }

    /// True where requests wait for others to come.
    var isWaiting: Bool {
        if case .gathering = phase { true } else { false }
    }

    /// Takes a request; all that wait are answered once there is one for each call that is open.
    mutating func take(_ request: HTTPRequest, _ waiter: Waiter, choose: Choice) -> Action {
        var waiting: [(request: HTTPRequest, waiter: Waiter)] = []
        if case .gathering(let others, _) = phase { waiting = others }
        waiting.append((request, waiter))
        phase = .gathering(waiting, quietTicks: 0)
        return waiting.count >= open.count ? release(waiting, choose) : .wait
    }

    /// Counts a tick: what waits for nothing any more is answered.
    mutating func tick(choose: Choice) -> Action {
        guard case .gathering(let waiting, let quiet) = phase else { return .wait }
        guard quiet + 1 >= patience else {
            phase = .gathering(waiting, quietTicks: quiet + 1)
            return .wait
        }
        // A client that makes its calls one after the other isn't waited for so long with each.
        patience = min(patience, 2)
        return release(waiting, choose)
    }

    private mutating func release(_ waiting: [(request: HTTPRequest, waiter: Waiter)], _ choose: Choice) -> Action {
        phase = .empty
        var answers: [Answer] = []
        var fresh: [ResponseBarrier.Served] = []
        for (request, waiter) in waiting {
            let call = choose(request, open.isEmpty ? Array(0..<calls) : open)
            open.removeAll { $0 == call }
            fresh.append(ResponseBarrier.Served(request: request, call: call))
            answers.append(Answer(waiter: waiter, call: call))
        }
        let order = shuffled(answers.count)
        served += order.map { fresh[$0] }
        return .answer(order.map { answers[$0] })
    }

    /// The numbers below a count in another order; there is none of one.
    private mutating func shuffled(_ count: Int) -> [Int] {
        var order = Array(0..<count)
        for index in order.indices.dropFirst().reversed() { order.swapAt(index, random.below(index + 1)) }
        return order == Array(0..<count) ? order.reversed() : order
    }
}
