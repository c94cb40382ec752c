import AccordContract
import AccordCore
import AccordJSON
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
        await withUnsafeContinuation { continuation in
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
