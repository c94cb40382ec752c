/// Dates as HTTP writes them, RFC 9110 section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The date of an RFC 3339 date, with or without its time in UTC; nil of anything else.
    static func text(of timestamp: String) -> String? {
        let parts = timestamp.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return nil }
        let time = timestamp.dropFirst(11).prefix(8)
        let clock = time.count == 8 ? String(time) : "00:00:00"
        // Days since 1970-01-01, a Thursday (Howard Hinnant's days_from_civil).
        let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (parts[1] + (parts[1] > 2 ? -3 : 9)) + 2) / 5 + parts[2] - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let total = era * 146_097 + dayOfEra - 719_468
        let weekday = days[((total % 7) + 7) % 7]
        func padded(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "\(weekday), \(padded(parts[2], 2)) \(months[parts[1] - 1]) \(padded(parts[0], 4)) \(clock) GMT"
    }
}
