// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("HTTP dates")
struct HTTPDateTests {
    @Test(
        "an RFC 3339 date becomes an HTTP date",
        arguments: [
            ("1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"), ("2026-11-22", "Sun, 22 Nov 2026 00:00:00 GMT"),
            ("2024-02-29T23:59:60Z", "Fri, 01 Mar 2024 00:00:00 GMT"), ("1969-12-31", "Wed, 31 Dec 1969 00:00:00 GMT"),
            ("1900-03-01", "Thu, 01 Mar 1900 00:00:00 GMT"),
            ("2026-12-31T23:00:00+02:00", "Thu, 31 Dec 2026 21:00:00 GMT"),
            ("2027-01-01T00:30:00.5+01:00", "Thu, 31 Dec 2026 23:30:00 GMT"),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("Saturday, 01-Jan-28 00:00:00 GMT", "Sat, 01 Jan 2028 00:00:00 GMT"),
            ("Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ])
    func written(timestamp: String, text: String) {
        #expect(HTTPDate.text(of: timestamp) == text)
    }

    @Test(
        "an invalid date has no HTTP date",
        arguments: [
            "", "soon", "2026-13-01", "2026-1-1", "26-11-22T00:00:00Z", "2026-02-31", "2025-02-29T00:00:00Z",
            "2026-12-31 at midnight", "2026-12-31T25:00:00Z", "2026-12-31T00:00:00",
            "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun Nov  6 8:49 1994",
        ])
    func notWritten(timestamp: String) {
        #expect(HTTPDate.text(of: timestamp) == nil)
    }
}
