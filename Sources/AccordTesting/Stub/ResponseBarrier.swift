// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import Foundation

/// The responses to concurrent calls: holds the requests until all have arrived, and answers in a different order.
///
/// A client that makes its calls one after the other gets a response after a delay, which is shorter from the second
/// call.
final class ResponseBarrier: Sendable {
    /// A closure that returns the call of a request, from the calls without a request.
    typealias Choice = @Sendable (_ request: HTTPRequest, _ open: [Int]) -> Int

    /// A request, and the call whose reply it received.
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
    ///   - replies: The replies by call; at least one.
    ///   - seed: The seed of the order of responses.
    ///   - willAnswer: A closure that is called with the number of requests before they are answered.
    init(
        _ replies: [StubReply], seed: String, choose: @escaping Choice, willAnswer: @escaping @Sendable (Int) -> Void
    ) {
        self.replies = replies
        self.choose = choose
        self.willAnswer = willAnswer
        state = Locked(ResponseBarrierState(calls: replies.count, patience: Ticks.patience, seed: seed))
    }

    /// The requests, in the order of their responses.
    var served: [Served] { state.withLock { $0.served } }

    /// Whether requests are held.
    var isWaiting: Bool { state.withLock { $0.isWaiting } }

    func take(_ request: HTTPRequest, _ answering: Answering) {
        perform(state.withLock { $0.take(request, answering, choose: choose) })
    }

    /// Holds requests longer, because requests on a socket take longer to arrive.
    func waitForSocket() {
        state.withLock { $0.patience = Ticks.patienceOnSocket }
    }

    /// Counts an interval, and answers the held requests if no more are expected.
    func tick() {
        perform(state.withLock { $0.tick(choose: choose) })
    }

    /// Waits until all responses are delivered.
    ///
    /// FoundationNetworking 6.3.1 completes an async call before its task ends. If the session is invalidated in
    /// between, it completes the call again and crashes.
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
            // Not synchronously: the loading of the last request is still starting.
            queue.async {
                for (answering, reply) in given { answering.begin(reply) }
                for (answering, reply) in given { answering.finish(reply) }
            }
        }
    }
}

/// The intervals for which requests are held, counted by a task so that they grow on a loaded machine.
enum Ticks {
    static let interval = Duration.milliseconds(25)
    static let patience = 10
    static let patienceOnSocket = 40
}

/// The state machine of a response barrier: decides when requests are answered, by which reply, and in which order.
struct ResponseBarrierState<Waiter> {
    /// A closure that returns the call of a request, from the calls without a request.
    typealias Choice = (_ request: HTTPRequest, _ open: [Int]) -> Int

    /// A request that gets the reply of a call.
    struct Answer {
        var waiter: Waiter
        var call: Int
    }

    enum Action {
        case wait
        /// Answer in this order.
        case answer([Answer])
    }

    private enum Phase {
        case empty
        case gathering([(request: HTTPRequest, waiter: Waiter)], quietTicks: Int)
    }

    private let calls: Int
    private var phase = Phase.empty
    /// The calls without a request.
    private var open: [Int]
    private var random: SeededRandom
    /// The number of intervals without a new request after which no more are expected.
    var patience: Int
    /// The requests and their calls, in the order of the responses.
    private(set) var served: [ResponseBarrier.Served] = []

    /// - Parameter seed: The seed of the order of responses.
    init(calls: Int, patience: Int, seed: String) {
        self.calls = calls
        self.patience = patience
        open = Array(0..<calls)
        random = SeededRandom(state: SeededRandom.hash(seed.utf8))
    }

    /// Whether requests are held.
    var isWaiting: Bool {
        if case .gathering = phase { true } else { false }
    }

    /// Adds a request, and answers all held requests once each open call has one.
    mutating func take(_ request: HTTPRequest, _ waiter: Waiter, choose: Choice) -> Action {
        var waiting: [(request: HTTPRequest, waiter: Waiter)] = []
        if case .gathering(let others, _) = phase { waiting = others }
        waiting.append((request, waiter))
        phase = .gathering(waiting, quietTicks: 0)
        return waiting.count >= open.count ? release(waiting, choose) : .wait
    }

    /// Counts an interval, and answers the held requests if no more are expected.
    mutating func tick(choose: Choice) -> Action {
        guard case .gathering(let waiting, let quiet) = phase else { return .wait }
        guard quiet + 1 >= patience else {
            phase = .gathering(waiting, quietTicks: quiet + 1)
            return .wait
        }
        // A client that makes its calls one after the other waits less from the second call.
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

    /// Returns the numbers below a count, not in ascending order unless there is only one.
    private mutating func shuffled(_ count: Int) -> [Int] {
        var order = Array(0..<count)
        for index in order.indices.dropFirst().reversed() { order.swapAt(index, random.below(index + 1)) }
        return order == Array(0..<count) ? order.reversed() : order
    }
}
