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

    /// Seconds to wait; what `Retry-After` asks for (RFC 9110 section 10.2.3), else 0.2 s, doubled each time.
    ///
    /// - Parameter date: the answer's own `Date`, by which one in `Retry-After` is counted: clocks differ.
    package func pause(before retry: Int, retryAfter: String?, date: String? = nil) -> Double {
        if let text = retryAfter, let seconds = Int(text), seconds >= 0 { return min(Double(seconds), longestPause) }
        if let then = retryAfter.flatMap(HTTPDate.secondsSince1970), let now = date.flatMap(HTTPDate.secondsSince1970) {
            return min(Double(max(0, then - now)), longestPause)
        }
        return min(0.2 * Double(1 << min(retry, 20)), longestPause)
    }
}
