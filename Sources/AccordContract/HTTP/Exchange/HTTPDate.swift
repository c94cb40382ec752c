/// A date as HTTP writes it, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
package enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The text of an RFC 3339 date, with or without its time in UTC; nil of anything else.
    package static func text(of timestamp: String) -> String? {
        let time = timestamp.dropFirst(11).prefix(8)
        let clock = time.count == 8 ? String(time) : "00:00:00"
        let date = timestamp.prefix(10).split(separator: "-")
        guard let midnight = Timestamp.secondsSince1970("\(timestamp.prefix(10))T00:00:00Z"), let month = Int(date[1])
        else { return nil }
        // 1970-01-01 was a Thursday.
        let weekday = days[(midnight / 86_400 % 7 + 7) % 7]
        return "\(weekday), \(date[2]) \(months[month - 1]) \(date[0]) \(clock) GMT"
    }

    /// Seconds since 1970; nil for what isn't a date of the form that senders have to write.
    package static func secondsSince1970(_ text: String) -> Int? {
        guard let parts = text.wholeMatch(of: /[A-Z][a-z]{2}, ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9:]{8}) GMT/),
            let month = months.firstIndex(of: String(parts.2))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp.secondsSince1970("\(parts.3)-\(number)-\(parts.1)T\(parts.4)Z")
    }
}

/// What `Retry-After` asks for (RFC 9110 section 10.2.3).
package enum RetryAfter {
    /// Seconds to wait; nil where the header isn't there, or is neither a number of seconds nor a date.
    ///
    /// A date is counted from the answer's own `Date`, since clocks differ: without one it says nothing.
    package static func seconds(_ headers: [HTTPField]) -> Double? {
        guard let text = headers.first("Retry-After") else { return nil }
        if let seconds = Int(text), seconds >= 0 { return Double(seconds) }
        guard let then = HTTPDate.secondsSince1970(text),
            let now = headers.first("Date").flatMap(HTTPDate.secondsSince1970)
        else { return nil }
        return Double(max(0, then - now))
    }
}
