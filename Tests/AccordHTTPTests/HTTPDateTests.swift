// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("HTTP dates")
struct HTTPDateTests {
    @Test(
        "an RFC 3339 date becomes an HTTP date",
        arguments: [
            ("1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"), ("2026-11-22", "Sun, 22 Nov 2026 00:00:00 GMT"),
            ("2024-02-29T23:59:60Z", "Thu, 29 Feb 2024 23:59:60 GMT"), ("1969-12-31", "Wed, 31 Dec 1969 00:00:00 GMT"),
            ("1900-03-01", "Thu, 01 Mar 1900 00:00:00 GMT"),
        ])
    func written(timestamp: String, text: String) {
        #expect(HTTPDate.text(of: timestamp) == text)
    }

    @Test("an invalid date has no HTTP date", arguments: ["", "soon", "2026-13-01", "2026-1-1", "26-11-22T00:00:00Z"])
    func notWritten(timestamp: String) {
        #expect(HTTPDate.text(of: timestamp) == nil)
    }
}
