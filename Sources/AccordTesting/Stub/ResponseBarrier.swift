// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// A barrier that holds concurrent requests until all have arrived, and responds to them in a different order.
///
/// A client may make its calls sequentially. The barrier then responds to the first request after a delay, and to each
/// further request after a shorter delay.
final class ResponseBarrier: Sendable {
    /// The interval in which a barrier waits for further requests. A task counts the intervals, so the time is longer on
    /// a loaded machine.
    static let interval = Duration.milliseconds(25)
    static let patience = 10
    static let patienceOnSocket = 40

    /// A closure that chooses the call to which a request belongs. `open` contains the calls that have no request yet.
    typealias Choice = @Sendable (_ request: HTTPRequest, _ open: [Int]) -> Int

    /// A closure that returns the reply to a request, for the call to which the request belongs.
    typealias Reply = @Sendable (_ request: HTTPRequest, _ call: Int) -> StubReply

    /// A request that got a response, and the call that this response belongs to.
    struct Served: Sendable {
        var request: HTTPRequest
        var call: Int
        var reply: StubReply

        var exchange: ExchangeRecord {
            ExchangeRecord(request: request, response: reply.response, failure: reply.failure)
        }
    }

    private let reply: Reply
    private let choose: Choice
    private let willAnswer: @Sendable (Int) -> Void
    private let queue = DispatchQueue(label: "accord.answers")
    private let state: Locked<ResponseBarrierState<Answering>>
    private let answered = Locked<[Served]>([])

    /// - Parameters:
    ///   - calls: The number of calls, at least one.
    ///   - seed: The seed that determines the order of responses.
    ///   - willAnswer: A closure that is called before responses are sent, with their number.
    init(
        _ calls: Int, seed: String, reply: @escaping Reply, choose: @escaping Choice,
        willAnswer: @escaping @Sendable (Int) -> Void
    ) {
        self.reply = reply
        self.choose = choose
        self.willAnswer = willAnswer
        state = Locked(ResponseBarrierState(calls: calls, patience: Self.patience, seed: seed))
    }

    /// The requests, in the order of their responses.
    var served: [Served] { answered.withLock { $0 } }

    /// Whether requests are waiting for their responses.
    var isWaiting: Bool { state.withLock { $0.isWaiting } }

    func take(_ request: HTTPRequest, _ answering: Answering) {
        send(state.withLock { $0.take(request, answering, choose: choose) })
    }

    /// Makes requests wait longer for the other requests, because requests on a socket take longer to arrive.
    func waitForSocket() { state.withLock { $0.patience = Self.patienceOnSocket } }

    /// Counts a time interval. If no further request is expected, responds to the waiting requests.
    func tick() { send(state.withLock { $0.tick(choose: choose) }) }

    /// Waits until all responses are delivered.
    ///
    /// FoundationNetworking 6.3.1 completes an async call before the task of the call ends. If the session is
    /// invalidated in between, FoundationNetworking completes the call again and crashes.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    private func send(_ answers: [ResponseBarrierState<Answering>.Answer]) {
        if answers.isEmpty { return }
        willAnswer(answers.count)
        let given = answers.map { Served(request: $0.request, call: $0.call, reply: reply($0.request, $0.call)) }
        answered.withLock { $0 += given }
        // Send the responses asynchronously, because the loading of the last request is still starting.
        queue.async { [waiters = answers.map(\.waiter)] in
            for (answering, served) in zip(waiters, given) { answering.begin(served.reply) }
            for (answering, served) in zip(waiters, given) { answering.finish(served.reply) }
        }
    }
}

/// Decides which response each concurrent request gets, when, and in which order.
struct ResponseBarrierState<Waiter> {
    /// A request that is waiting, and the call whose response the request gets.
    struct Answer {
        var waiter: Waiter
        var request: HTTPRequest
        var call: Int
    }

    private let calls: Int
    private var waiting: [(request: HTTPRequest, waiter: Waiter)] = []
    /// The number of time intervals since the last request.
    private var quietTicks = 0
    /// The indices of the calls that no request has been assigned to.
    private var open: [Int]
    private var random: SeededRandom
    /// The number of time intervals without a new request after which the barrier expects no further requests.
    var patience: Int

    /// - Parameter seed: The seed that determines the order of responses.
    init(calls: Int, patience: Int, seed: String) {
        self.calls = calls
        self.patience = patience
        open = Array(0..<calls)
        random = SeededRandom(state: SeededRandom.hash(seed.utf8))
    }

    /// Whether requests are waiting for their responses.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Adds a request. If a request of each remaining call is now waiting, returns all of them in the order
    /// of their responses.
    mutating func take(_ request: HTTPRequest, _ waiter: Waiter, choose: ResponseBarrier.Choice) -> [Answer] {
        waiting.append((request, waiter))
        quietTicks = 0
        return waiting.count >= open.count ? release(choose) : []
    }

    /// Counts a time interval. If no further request is expected, returns the waiting requests.
    mutating func tick(choose: ResponseBarrier.Choice) -> [Answer] {
        quietTicks += 1
        guard isWaiting, quietTicks >= patience else { return [] }
        // The client makes its calls one after the other. Wait for a shorter time from the second response on.
        patience = min(patience, 2)
        return release(choose)
    }

    private mutating func release(_ choose: ResponseBarrier.Choice) -> [Answer] {
        var answers: [Answer] = []
        for (request, waiter) in waiting {
            let call = choose(request, open.isEmpty ? Array(0..<calls) : open)
            open.removeAll { $0 == call }
            answers.append(Answer(waiter: waiter, request: request, call: call))
        }
        waiting = []
        return shuffled(answers.count).map { answers[$0] }
    }

    /// Returns the numbers from 0 to `count - 1` in a random order, which isn't ascending if there are at least two
    /// numbers.
    private mutating func shuffled(_ count: Int) -> [Int] {
        var order = Array(0..<count)
        for index in order.indices.dropFirst().reversed() { order.swapAt(index, random.below(index + 1)) }
        return order == Array(0..<count) ? order.reversed() : order
    }
}
