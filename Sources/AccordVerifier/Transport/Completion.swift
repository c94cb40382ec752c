import AccordContract

/// What became of one request.
package struct Completion: Sendable {
    package enum Outcome: Sendable {
        case response(HTTPResponse)
        /// With as much of the answer as had come.
        case failure(TransportFailure, partial: HTTPResponse?)
    }

    /// As given to `CurlMulti.start`.
    package var key: Int
    package var outcome: Outcome
    package var times: PhaseTimes
    /// `1.1`, `2`; empty where no answer came.
    package var httpVersion: String
    /// True when the request went over a connection that an earlier one had opened.
    package var reusedConnection: Bool
}
