import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("When a request is sent again")
struct RetryRuleTests {
    let rule = RetryRule(limit: 3)

    @Test("sends any method again when no connection came about")
    func beforeTheRequest() {
        for kind in [TransportFailure.Kind.refused, .unreachable, .connectTimeout] {
            #expect(rule.covers(TransportFailure(kind, ""), method: "POST"))
        }
    }

    @Test("sends only an idempotent method again when the server may have acted")
    func afterTheRequest() {
        for kind in [TransportFailure.Kind.reset, .empty, .cut, .firstByteTimeout, .totalTimeout] {
            #expect(rule.covers(TransportFailure(kind, ""), method: "PUT"))
            #expect(!rule.covers(TransportFailure(kind, ""), method: "POST"))
        }
    }

    @Test("never sends again what will fail again")
    func lasting() {
        for kind in [TransportFailure.Kind.tlsUntrusted, .malformed, .tooLarge, .dns] {
            #expect(!rule.covers(TransportFailure(kind, ""), method: "GET"))
        }
    }

    @Test("follows statuses that ask to come back", arguments: [429, 502, 503, 504])
    func statuses(status: Int) {
        #expect(rule.covers(status: status))
        #expect(!rule.covers(status: 500))
    }

    @Test(
        "waits as long as the server asks, up to a limit, else twice as long each time",
        arguments: [
            (0, "2", 2.0), (5, "2", 2.0), (0, "3600", 60.0), (0, nil, 0.2), (1, nil, 0.4), (2, "soon", 0.8),
            (0, "-1", 0.2), (40, nil, 60.0),
        ])
    func pauses(retry: Int, retryAfter: String?, seconds: Double) {
        #expect(rule.pause(before: retry, answered: Self.fields(retryAfter, nil)) == seconds)
    }

    @Test(
        "counts a date in Retry-After from the answer's own, whatever the clock here says",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 7.0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:00:00 GMT", 0.0),
            ("Wed, 01 Mar 2000 00:00:01 GMT", "Tue, 29 Feb 2000 23:59:59 GMT", 2.0),
            ("Mon, 06 Nov 1995 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 60.0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", nil, 0.2), ("Sun, 06 Foo 1994 08:49:37 GMT", "x", 0.2),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 0.2),
        ])
    func dates(retryAfter: String, date: String?, seconds: Double) {
        #expect(rule.pause(before: 0, answered: Self.fields(retryAfter, date)) == seconds)
    }

    private static func fields(_ retryAfter: String?, _ date: String?) -> [HTTPField] {
        [retryAfter.map { HTTPField("Retry-After", $0) }, date.map { HTTPField("Date", $0) }].compactMap(\.self)
    }
}
