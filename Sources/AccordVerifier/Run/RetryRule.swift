import AccordContract

/// When a request is sent again, and after how long.
package struct RetryRule: Sendable, Hashable {
    /// How many times more; 0 is never.
    package var limit: Int
    /// No pause is longer, whatever a server asks for; seconds.
    package var longestPause: Double = 60

    package init(limit: Int) {
        self.limit = limit
    }

    /// True for failures after which the server can't have acted on the request, or may do so twice.
    package func covers(_ failure: TransportFailure, method: String) -> Bool {
        switch failure.kind {
        case .refused, .unreachable, .connectTimeout, .proxy: true
        case .reset, .empty, .cut, .firstByteTimeout, .totalTimeout: HTTPMethod.isIdempotent(method)
        case .dns, .tlsUntrusted, .tlsExpired, .tlsHost, .tlsProtocol, .tlsClient, .malformed, .badEncoding, .tooLarge,
            .headTooLarge,
            .badURL,
            .badField,
            .other:
            false
        }
    }

    /// True for the statuses by which a server asks to come back later.
    package func covers(status: Int) -> Bool {
        [429, 502, 503, 504].contains(status)
    }

    /// Seconds to wait; what the answer's `Retry-After` asks for, else 0.2 s, doubled each time.
    package func pause(before retry: Int, answered headers: [HTTPField] = []) -> Double {
        min(RetryAfter.seconds(headers) ?? 0.2 * Double(1 << min(retry, 20)), longestPause)
    }
}
