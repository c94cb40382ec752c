// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Decides whether and when to send a request again after a temporary failure.
package struct RetryRule: Sendable, Hashable {
    /// The maximum number of retries of a request.
    package var limit: Int
    /// The maximum delay before a retry, in seconds.
    package var longestPause: Double = 60

    /// Returns whether to send a request again after a failure. This is allowed if the request is idempotent, or if the
    /// server can't have processed the request.
    package func covers(_ failure: TransportFailure, method: String) -> Bool {
        switch failure.kind {
        case .refused, .unreachable, .connectTimeout, .proxy: true
        case .reset, .empty, .cut, .firstByteTimeout, .totalTimeout: HTTPMethod.isIdempotent(method)
        case .dns, .tlsUntrusted, .tlsExpired, .tlsHost, .tlsProtocol, .tlsClient, .malformed, .badEncoding, .tooLarge,
            .headTooLarge, .badURL, .badField, .other:
            false
        }
    }

    /// The maximum number of times that a case waits because of a rate limit.
    static let mostWaits = 3

    /// Returns how many seconds a server with a rate limit asks to wait (RFC 6585, section 4), as servers with Express
    /// and Django REST framework do. Returns `nil` for more than ten seconds. The server is correct, so waiting needs no
    /// `--retries`, and the case isn't flaky.
    static func rateLimit(of response: HTTPResponse) -> Double? {
        guard response.status == 429, let pause = response.headers.retryAfter else { return nil }
        return pause <= 10 ? pause : nil
    }

    /// Returns whether to send a request again after a response with this status code.
    package func covers(status: Int) -> Bool { [429, 502, 503, 504].contains(status) }

    /// Returns the seconds to wait before a retry: the value of `Retry-After`, or 0.2 s, doubled for each retry.
    package func pause(before retry: Int, answered headers: [HTTPField] = []) -> Double {
        min(headers.retryAfter ?? 0.2 * Double(1 << min(retry, 20)), longestPause)
    }
}
