// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore

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
    /// The time of a phase is 0 if the request skipped the phase because it reused a connection.
    package var times: ExchangeRecord.Timing
    /// The HTTP version of the response, such as `1.1` or `2`, or an empty string if no response was received.
    package var httpVersion: String
    /// Whether the request used an existing connection.
    package var reusedConnection: Bool
}
