import AccordContract
import AccordCore
import AccordJSON

/// Carries out a plan: sends what the cases say, over libcurl, on the thread that calls it.
package struct Verifier {
    package enum Event: Sendable {
        /// A case is about to ask something.
        case started(Case)
        case ended(CaseResult)
    }

    private let plan: RunPlan
    private let options: VerifierOptions
    private let recorder: Recorder
    private let interruption: Interruption
    private let notify: (Event) -> Void

    /// - Parameter notify: told of each case as it starts and ends.
    package init(
        _ plan: RunPlan, options: VerifierOptions, recorder: Recorder, interruption: Interruption = Interruption(),
        notify: @escaping (Event) -> Void = { _ in }
    ) {
        self.plan = plan
        self.options = options
        self.recorder = recorder
        self.interruption = interruption
        self.notify = notify
    }

    /// Runs every case; returns their results in the plan's order. The plan is let go by then.
    ///
    /// - Throws: `TransportFailure` if libcurl can't be set up.
    package consuming func run() throws(TransportFailure) -> [CaseResult] {
        let results = try results()
        _ = consume self
        return results
    }

    /// Runs every case and keeps only the results.
    private func results() throws(TransportFailure) -> [CaseResult] {
        var options = options.transport
        options.maximumConnections = max(options.maximumConnections, self.options.concurrency)
        let execution = Execution(
            plan: plan, options: self.options, recorder: recorder, multi: try CurlMulti(options), notify: notify)
        interruption.wakes(execution.multi.waker)
        execution.run { interruption.isAsked }
        recorder.ending = execution.ending
        return execution.takeFinished()
    }
}

/// How a run is carried out.
package struct VerifierOptions: Sendable {
    package var target: Target
    package var concurrency = 16
    /// How many failures end the run; nil: none do.
    package var maximumFailures: Int?
    /// How long the run may take, in seconds; nil: as long as it takes.
    package var maximumTime: Double?
    /// Requests a second at most; nil: no limit.
    package var rate: Double?
    /// How many times a request is sent again after a failure that may pass.
    package var retries = 0
    /// Sets up what cases have in `given`; without one it is taken as given.
    package var stateHandler: StateHandler?
    /// A line for the shell that signs each request; see `RequestSigning`.
    package var signCommand: String?
    /// Headers of every request of a case that has none of their names.
    package var headers: [HTTPField] = []
    /// Where access tokens are issued, in place of what the contracts say.
    package var tokenURL: String?
    package var transport = TransportOptions()
    package var environment: Scope.Environment = { _ in nil }
    package var runID = "run"
    /// Seconds since 1970, for `${now}`.
    package var now: @Sendable () -> Int = { 0 }
    /// Exchanges of passing cases are kept up to this many; those of failing ones always.
    package var keptExchanges = 1000

    package init(target: Target) {
        self.target = target
    }
}

/// Asks a run to stop, from any thread; what is under way is given up, what is done is reported.
package final class Interruption: Sendable {
    private let state = Locked<State>(State())

    private struct State {
        var isAsked = false
        var waker: CurlMulti.Waker?
    }

    package init() {}

    package var isAsked: Bool { state.withLock { $0.isAsked } }

    package func ask() {
        let waker = state.withLock { state in
            state.isAsked = true
            return state.waker
        }
        waker?.wake()
    }

    /// From now on `ask` ends the waits of this executor.
    func wakes(_ waker: CurlMulti.Waker) {
        state.withLock { $0.waker = waker }
    }
}
