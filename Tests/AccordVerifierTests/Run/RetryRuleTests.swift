// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Retries")
struct RetryRuleTests {
    let rule = RetryRule(limit: 3)

    @Test("a request with any method is retried if the connection failed")
    func beforeTheRequest() {
        for kind in [TransportFailure.Kind.refused, .unreachable, .connectTimeout] {
            #expect(rule.covers(TransportFailure(kind, ""), method: "POST"))
        }
    }

    @Test("only idempotent requests are retried if the server may have processed them")
    func afterTheRequest() {
        for kind in [TransportFailure.Kind.reset, .empty, .cut, .firstByteTimeout, .totalTimeout] {
            #expect(rule.covers(TransportFailure(kind, ""), method: "PUT"))
            #expect(!rule.covers(TransportFailure(kind, ""), method: "POST"))
        }
    }

    @Test("a permanent failure isn't retried")
    func lasting() {
        for kind in [TransportFailure.Kind.tlsUntrusted, .malformed, .tooLarge, .dns] {
            #expect(!rule.covers(TransportFailure(kind, ""), method: "GET"))
        }
    }

    @Test("temporary status codes are retried", arguments: [429, 502, 503, 504])
    func statuses(status: Int) {
        #expect(rule.covers(status: status))
        #expect(!rule.covers(status: 500))
    }

    @Test(
        "a retry waits as Retry-After specifies, otherwise twice as long each time",
        arguments: [
            (0, "2", 2.0), (5, "2", 2.0), (0, "3600", 60.0), (0, nil, 0.2), (1, nil, 0.4), (2, "soon", 0.8),
            (0, "-1", 0.2), (40, nil, 60.0),
        ])
    func pauses(retry: Int, retryAfter: String?, seconds: Double) {
        #expect(rule.pause(before: retry, answered: Self.fields(retryAfter, nil)) == seconds)
    }

    @Test(
        "a date in Retry-After is relative to the response's date",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 7.0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:00:00 GMT", 0.0),
            ("Wed, 01 Mar 2000 00:00:01 GMT", "Tue, 29 Feb 2000 23:59:59 GMT", 2.0),
            ("Mon, 06 Nov 1995 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 60.0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", nil, 0.2), ("Sun, 06 Foo 1994 08:49:37 GMT", "x", 0.2),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 7.0),
        ])
    func dates(retryAfter: String, date: String?, seconds: Double) {
        #expect(rule.pause(before: 0, answered: Self.fields(retryAfter, date)) == seconds)
    }

    @Test(
        "a short rate limit is waited for without --retries, and another response isn't",
        arguments: [
            (429, "1", 1.0), (429, "10", 10.0), (429, "11", nil), (429, "soon", nil), (429, nil, nil), (503, "1", nil),
            (200, "1", nil),
        ])
    func rateLimits(status: Int, retryAfter: String?, seconds: Double?) {
        let response = HTTPResponse(status: status, headers: Self.fields(retryAfter, nil))
        #expect(RetryRule.rateLimit(of: response) == seconds)
    }

    private static func fields(_ retryAfter: String?, _ date: String?) -> [HTTPField] {
        [retryAfter.map { HTTPField("Retry-After", $0) }, date.map { HTTPField("Date", $0) }].compactMap(\.self)
    }
}
