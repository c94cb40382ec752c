// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Converts points in time to RFC 3339 date-times, and compares them.
package enum Instant {
    /// Parses an RFC 3339 date-time. Returns the seconds since 1970, or `nil` if the string isn't a date-time.
    package static func seconds(_ text: String) -> Double? {
        if text.hasSuffix(distant) { return Double(text.dropLast(distant.count)) }
        return text.utf8.count > 10 ? DateAndTime.seconds(text) : nil
    }

    /// The end of the text of a date whose year has too many digits for RFC 3339.
    private static let distant = " s since 1970"

    /// Returns the date-time in UTC for a number of seconds since 1970. Microseconds are omitted if they are zero.
    package static func text(_ seconds: Double) -> String {
        let micros = (seconds * 1_000_000).rounded()
        guard micros.isFinite, abs(micros) < 6e16 else { return "\(seconds)\(distant)" }
        let whole = (micros / 1_000_000).rounded(.down)
        let text = Timestamp.text(secondsSince1970: Int(whole))
        let fraction = (micros - whole * 1_000_000) / 1_000_000
        return fraction == 0 ? text : "\(text.dropLast())\(Seconds.text(fraction, digits: 6).dropFirst())Z"
    }

    /// Returns the seconds since 1970 of a date-time, or of a number of seconds or milliseconds that is a date from 2000
    /// to 2099. Returns `nil` for any other value.
    package static func seconds(of value: JSON) -> Double? {
        if let text = value.string {
            // ASP.NET writes milliseconds as `/Date(1487859556456+0100)/`.
            guard text.hasPrefix("/Date(") else { return seconds(text) }
            return Double(text.dropFirst(6).prefix { $0.isNumber }).map { $0 / 1000 }
        }
        return value.number.flatMap { number in
            [number.double, number.double / 1000].first { (946_684_800..<4_102_444_800).contains($0) }
        }
    }

    /// Whether two times differ by a multiple of 15 minutes, as the offsets of time zones do. The client may drop a
    /// fraction of a second.
    package static func isShifted(_ left: Double, _ right: Double) -> Bool {
        let quarters = (left - right) / 900
        return quarters.rounded() != 0 && abs(quarters) <= 26 * 4 && abs(quarters - quarters.rounded()) * 900 < 1
    }

    /// Whether a client reads a number of seconds as milliseconds or the reverse, or counts from 2001, as a `JSONDecoder`
    /// does by default.
    package static func isMisread(_ seconds: Double, _ read: Double) -> Bool {
        readings(of: seconds).dropFirst().contains { abs($0 - read) < 1 }
    }

    /// Returns the seconds since 1970 that a client may read from a number: the number, the number of milliseconds, the
    /// number of seconds in place of milliseconds, and each of them counted from 2001.
    package static func readings(of number: Double) -> [Double] {
        let units = [number, number / 1000, number * 1000]
        return units + units.map { $0 + 978_307_200 }
    }

    /// Returns whether two times differ by at most a millisecond, because platforms preserve no more digits.
    package static func isSame(_ left: Double, _ right: Double) -> Bool { abs(left - right) <= 0.001_001 }
}
