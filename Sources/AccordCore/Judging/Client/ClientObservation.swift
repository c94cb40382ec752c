import AccordContract

/// What was seen of one call of a client.
package struct ClientObservation: Sendable {
    package var outcome: ClientOutcome
    package var requests: [HTTPRequest] = []
    /// When each was sent, by the stub's clock.
    package var times: [Duration] = []
    /// How often a completion handler was called beyond once.
    package var surplusCalls = 0
    /// True where a request was left running after the call had been cancelled and had ended.
    package var leavesTask = false
    package var notifications: [String] = []
    /// How many seconds the call took after its last answer, where that was beyond the deadline.
    package var slowness: Double?
    /// What the stub found.
    package var findings: [Finding] = []
    /// True where the connection was refused: no request could come.
    package var isUnseen = false

    package init(outcome: ClientOutcome) {
        self.outcome = outcome
    }
}
