// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Runs the cases of a plan. Sends the requests with libcurl on the calling thread.
package enum Verifier {
    package enum Event: Sendable {
        /// A case is about to send its first request.
        case started(Case)
        case ended(CaseResult)
        /// The number of cases that are planned so far, and whether the plan is complete.
        case planned(Int, isFinal: Bool)
    }

    /// Runs every case and returns the results in the plan's order.
    ///
    /// - Parameter notify: A closure that is called when a case starts or ends.
    /// - Throws: `TransportFailure` if libcurl can't be set up.
    package static func run(
        _ source: PlanSource, options: VerifierOptions, recorder: Recorder, interruption: Interruption = Interruption(),
        notify: @escaping (Event) -> Void = { _ in }
    ) throws(TransportFailure) -> [CaseResult] {
        var transport = options.transport
        transport.maximumConnections = max(transport.maximumConnections, options.concurrency)
        let execution = Execution(
            source, options: options, recorder: recorder, multi: try CurlMulti(transport), notify: notify)
        interruption.wakes(execution.multi.waker)
        execution.run { interruption.isAsked }
        recorder.ending = execution.ending
        return execution.takeFinished()
    }
}

/// The options of a run.
package struct VerifierOptions: Sendable {
    package var target: Target
    /// The options, such as `--base-url URL`, of the command line in the reports that repeats a single case.
    package var repeatOptions: String
    package var concurrency = 16
    /// The number of failed cases after which the run ends, or `nil` for no limit.
    package var maximumFailures: Int?
    /// The time limit of the run in seconds, or `nil` for no limit.
    package var maximumTime: Double? { didSet { timeForReports = (maximumTime ?? 0) / 10 } }
    /// The seconds of the time limit that are reserved for writing reports. No requests are sent in this time.
    package var timeForReports = 0.0
    /// The time at which the time limit starts: before the contracts are read.
    package var start = ContinuousClock.now
    /// The maximum number of requests per second, or `nil` for no limit.
    package var rate: Double?
    /// The maximum number of retries of a request after a temporary failure.
    package var retries = 0
    /// The handler that sets up the provider states in `given`. If `nil`, the server is assumed to be in these states.
    package var stateHandler: StateHandler?
    /// The shell command that signs each request; see `RequestSigning`.
    package var signCommand: String?
    /// The logins that return access tokens, by the name of the token's security scheme.
    package var logins: [String: Login] = [:]
    /// The header fields to add to each request of a case, unless the request already has a field with the same name.
    package var headers: [HTTPField] = []
    /// The URL of the token endpoint, which replaces the URL in the contracts.
    package var tokenURL: String?
    package var transport = TransportOptions()
    package var environment: Scope.Environment = { _ in nil }
    package var runID = "run"
    /// Returns the current time in seconds since 1970, for the template `${now}`.
    package var now: @Sendable () -> Int = { 0 }
    /// The maximum number of exchanges of passed cases to record. Exchanges of failed cases are always recorded.
    package var keptExchanges = 1000

    package init(target: Target) {
        self.target = target
        repeatOptions = target.options
    }
}

/// Stops a run from any thread. Running cases are cancelled, and finished cases are reported.
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

    /// Sets the waker. When the run is interrupted, `ask` uses the waker to wake the executor.
    func wakes(_ waker: CurlMulti.Waker) { state.withLock { $0.waker = waker } }
}
