import AccordContract
import AccordCore

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
