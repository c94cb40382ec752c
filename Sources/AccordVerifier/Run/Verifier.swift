import AccordCore

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
    /// - Throws: `TransportFailure` where libcurl can't be set up.
    package consuming func run() throws(TransportFailure) -> [CaseResult] {
        let finished = try finished()
        _ = consume self
        var results: [CaseResult] = []
        results.reserveCapacity(finished.count)
        for case let result? in finished { results.append(result) }
        return results
    }

    /// Runs every case, and lets go of all but the results.
    private func finished() throws(TransportFailure) -> [CaseResult?] {
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
