// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The result of one request.
package struct Completion: Sendable {
    package enum Outcome: Sendable {
        case response(HTTPResponse)
        /// `partial` is the part of the response that was received.
        case failure(TransportFailure, partial: HTTPResponse?)
    }

    /// The key that was passed to `CurlMulti.start`.
    package var key: TransferKey
    package var outcome: Outcome
    package var times: PhaseTimes
    /// The HTTP version, `1.1` or `2`, or an empty string without a response.
    package var httpVersion: String
    /// Whether the request reused a connection.
    package var reusedConnection: Bool
}

/// Microseconds from the start of a request to the end of each of its phases, as libcurl counts them.
///
/// The times of phases that a reused connection skips are 0.
package struct PhaseTimes: Sendable, Hashable {
    package var nameLookup = 0
    package var connect = 0
    package var tlsHandshake = 0
    /// The time when the connection was ready to send, also on a reused connection.
    package var ready = 0
    package var firstByte = 0
    package var total = 0

    package init() {}
}
