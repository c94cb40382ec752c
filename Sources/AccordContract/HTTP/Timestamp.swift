// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// RFC 3339 timestamps in UTC, such as `2026-03-01T09:30:00Z`.
package enum Timestamp {
    /// Returns the timestamp for a number of seconds since 1970.
    ///
    /// - Parameter seconds: the seconds since 1970-01-01T00:00:00Z, in the years 0000 to 9999.
    package static func text(secondsSince1970 seconds: Int) -> String {
        let (days, second) = seconds.quotientFloored(86_400)
        let date = civilDate(daysSince1970: days)
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(time)Z"
    }

    /// Returns the whole number of seconds from 1970 to an RFC 3339 date-time or date, or `nil` if the text is neither.
    package static func secondsSince1970(_ text: String) -> Int? {
        DateAndTime.seconds(text).map { Int($0.rounded(.down)) }
    }

    // In the function below, a year starts in March. A leap day is then the last day of a year, and doesn't change the
    // first day of a month. 400 years have 146,097 days.

    private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).quotientFloored(146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    fileprivate static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Int {
    /// Returns the quotient and the remainder of a division. The remainder is never negative.
    fileprivate func quotientFloored(_ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// HTTP dates, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
package enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the seconds from 1970 to an RFC 3339 date or date-time, or to an HTTP date. Returns `nil` for any other
    /// text.
    package static func seconds(of text: String) -> Int? { Timestamp.secondsSince1970(text) ?? secondsSince1970(text) }

    /// Returns the HTTP date of an RFC 3339 date or date-time, or of an HTTP date. Returns `nil` for any other text.
    package static func text(of text: String) -> String? {
        guard let seconds = seconds(of: text) else { return nil }
        let utc = Timestamp.text(secondsSince1970: seconds)
        let date = utc.prefix(10).split(separator: "-")
        // 1970-01-01 was a Thursday, so `days` starts with Thursday.
        let weekday = days[(seconds.quotientFloored(86_400).quotient % 7 + 7) % 7]
        guard let month = Int(date[1]) else { return nil }
        return "\(weekday), \(date[2]) \(months[month - 1]) \(date[0]) \(utc.dropFirst(11).prefix(8)) GMT"
    }

    /// Returns the seconds from 1970 to an HTTP date in one of its three formats, or `nil` if the text has a different
    /// format.
    package static func secondsSince1970(_ text: String) -> Int? {
        let words = text.split { ", -".contains($0) }
        guard words.count == 5 || words.count == 6 && words[5] == "GMT" else { return nil }
        // The oldest format, of the C function `asctime`, ends with the year: `Sun Nov  6 08:49:37 1994`.
        let (month, day) = words.count == 5 ? (words[1], words[2]) : (words[2], words[1])
        let (time, year) = words.count == 5 ? (words[3], words[4]) : (words[4], words[3])
        guard let index = months.firstIndex(of: String(month)), let day = Int(day) else { return nil }
        let century = year.utf8.count == 2 ? (year < "70" ? "20" : "19") : ""
        let date = "\(century)\(year)-\(Timestamp.padded(index + 1, 2))-\(Timestamp.padded(day, 2))"
        return Timestamp.secondsSince1970("\(date)T\(time)Z")
    }
}

extension [HTTPField] {
    /// The delay in `Retry-After` in seconds (RFC 9110 section 10.2.3), or `nil` if the field is missing or invalid.
    ///
    /// If the field contains a date, the delay is the time from the response's `Date` to that date. The local clock
    /// isn't used, because it may differ from the server's clock.
    package var retryAfter: Double? {
        guard let text = first("Retry-After") else { return nil }
        if let seconds = Int(text), seconds >= 0 { return Double(seconds) }
        guard let then = HTTPDate.secondsSince1970(text), let now = first("Date").flatMap(HTTPDate.secondsSince1970)
        else { return nil }
        return Double(Swift.max(0, then - now))
    }
}
