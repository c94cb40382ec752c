// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// Runs the parts of a plan: sends the requests of the cases with libcurl on the calling thread.
package struct Verifier {
    package enum Event: Sendable {
        /// A case is about to send its first request.
        case started(Case)
        case ended(CaseResult)
        /// The number of cases that are planned, and whether it includes all cases of the run.
        case planned(Int, isFinal: Bool)
    }

    private let source: PlanSource
    private let options: VerifierOptions
    private let recorder: Recorder
    private let interruption: Interruption
    private let notify: (Event) -> Void

    /// - Parameter notify: Called when a case starts or ends.
    package init(
        _ source: PlanSource, options: VerifierOptions, recorder: Recorder, interruption: Interruption = Interruption(),
        notify: @escaping (Event) -> Void = { _ in }
    ) {
        self.source = source
        self.options = options
        self.recorder = recorder
        self.interruption = interruption
        self.notify = notify
    }

    /// - Parameter notify: Called when a case starts or ends.
    package init(
        _ plan: RunPlan, options: VerifierOptions, recorder: Recorder, interruption: Interruption = Interruption(),
        notify: @escaping (Event) -> Void = { _ in }
    ) {
        self.init(
            PlanSource(RunPlanner(planned: plan)), options: options, recorder: recorder, interruption: interruption,
            notify: notify)
    }

    /// Runs every case and returns the results in the plan's order.
    ///
    /// - Throws: `TransportFailure` if libcurl can't be set up.
    package func run() throws(TransportFailure) -> [CaseResult] {
        var options = options.transport
        options.maximumConnections = max(options.maximumConnections, self.options.concurrency)
        let execution = Execution(
            source, options: self.options, recorder: recorder, multi: try CurlMulti(options), notify: notify)
        interruption.wakes(execution.multi.waker)
        execution.run { interruption.isAsked }
        recorder.ending = execution.ending
        return execution.takeFinished()
    }
}

/// The options of a run.
package struct VerifierOptions: Sendable {
    package var target: Target
    /// The options of `accord verify` that send a request again, as reports show them.
    package var repeatOptions: String
    package var concurrency = 16
    /// The number of failures that end the run, or `nil` for no limit.
    package var maximumFailures: Int?
    /// The time limit of the run in seconds, or `nil` for no limit.
    package var maximumTime: Double? {
        didSet { timeForReports = (maximumTime ?? 0) / 10 }
    }
    /// The seconds at the end of the time limit in which no requests are sent, because reports are written.
    package var timeForReports = 0.0
    /// The start of the time limit. It precedes the reading of the contracts.
    package var start = ContinuousClock.now
    /// The largest number of requests per second, or `nil` for no limit.
    package var rate: Double?
    /// The number of retries after a temporary failure.
    package var retries = 0
    /// The handler that sets up the states in `given`. Without a handler, the server is assumed to have the states.
    package var stateHandler: StateHandler?
    /// The shell command that signs each request; see `RequestSigning`.
    package var signCommand: String?
    /// The logins by the name of the security scheme whose token they return.
    package var logins: [String: Login] = [:]
    /// Header fields to add to each request of a case that doesn't have a field of the same name.
    package var headers: [HTTPField] = []
    /// The URL of the token endpoint, which replaces the URL in the contracts.
    package var tokenURL: String?
    package var transport = TransportOptions()
    package var environment: Scope.Environment = { _ in nil }
    package var runID = "run"
    /// Returns the seconds since 1970, for `${now}`.
    package var now: @Sendable () -> Int = { 0 }
    /// The largest number of exchanges of passing cases to keep. Exchanges of failing cases are always kept.
    package var keptExchanges = 1000

    package init(target: Target) {
        self.target = target
        repeatOptions = target.options
    }
}

/// Stops a run from any thread. Running cases are cancelled, and finished ones are reported.
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

    /// Registers the waker with which `ask` ends the waits of an executor.
    func wakes(_ waker: CurlMulti.Waker) {
        state.withLock { $0.waker = waker }
    }
}
