import AccordContract
import AccordSchema

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
