// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The response to a request, or the failure of the request, with the times of its phases.
package struct Completion: Sendable {
    package enum Outcome: Sendable {
        case response(HTTPResponse)
        /// The request failed. `partial` is the part of the response that was received.
        case failure(TransportFailure, partial: HTTPResponse?)
    }

    /// Identifies the request: it is the key that was passed to `CurlMulti.start`.
    package var key: TransferKey
    package var outcome: Outcome
    package var times: PhaseTimes
    /// The HTTP version of the response, such as `1.1` or `2`, or an empty string if no response was received.
    package var httpVersion: String
    /// Whether the request used an existing connection.
    package var reusedConnection: Bool
}

/// The times from the start of a request to the end of each phase, in microseconds, as libcurl measures them.
///
/// The time of a phase is 0 if the request skipped the phase because it reused a connection.
package struct PhaseTimes: Sendable, Hashable {
    package var nameLookup = 0
    package var connect = 0
    package var tlsHandshake = 0
    /// The time when the connection was ready to send the request. This time is more than 0 even for a reused
    /// connection.
    package var ready = 0
    package var firstByte = 0
    package var total = 0

    package init() {}
}
