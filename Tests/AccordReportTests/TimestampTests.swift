// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@Suite("A timestamp")
struct TimestampTests {
    static let instants: [(Int, String)] = [
        (0, "1970-01-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_709_208_000, "2024-02-29T12:00:00Z"),
        (4_107_542_399, "2100-02-28T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
        (1_772_357_400, "2026-03-01T09:30:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-62_167_219_200, "0000-01-01T00:00:00Z"),
    ]

    @Test("a timestamp is written as RFC 3339 specifies, and read unchanged", arguments: instants)
    func text(seconds: Int, text: String) {
        #expect(Timestamp.text(secondsSince1970: seconds) == text)
        #expect(Timestamp.secondsSince1970(text) == seconds)
    }

    @Test("reading a timestamp drops the fraction of a second")
    func fraction() {
        #expect(Timestamp.secondsSince1970("1970-01-01T00:00:01.75Z") == 1)
    }

    @Test("a date is the first second of its day in UTC")
    func date() {
        #expect(Timestamp.secondsSince1970("1970-01-02") == 86_400)
    }

    @Test(
        "an invalid timestamp is rejected",
        arguments: ["", "1970-01", "1970-01-01T00:00:00", "1970-13-01T00:00:00Z", "1970-01-01T24:00:00Z", "x"])
    func malformed(text: String) {
        #expect(Timestamp.secondsSince1970(text) == nil)
    }

    @Test(
        "durations are written without an exponent",
        arguments: [
            (0, "0"), (1, "1"), (0.5, "0.5"), (0.000_001, "0.000001"), (0.000_000_4, "0"), (1234.000_010, "1234.00001"),
            (-1, "0"), (.nan, "0"), (.infinity, "0"), (1e300, "0"), (29.999_999_9, "30"),
        ])
    func seconds(value: Double, text: String) {
        #expect(Seconds.text(value, digits: 6) == text)
    }
}
