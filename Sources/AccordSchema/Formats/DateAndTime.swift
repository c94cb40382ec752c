// SPDX-License-Identifier: Apache-2.0
/// The formats of RFC 3339 with calendar dates and times: `date`, `time` and `date-time`.
package enum DateAndTime {
    /// Returns the seconds from 1970 to a date-time, or to the start of a date in UTC. Returns `nil` if the text is
    /// neither, such as 31 February.
    package static func seconds(_ text: some StringProtocol) -> Double? {
        String(text).utf8Buffer { base, count -> Double? in
            var text = ByteScanner(base, to: count)
            guard let date = takeDate(&text) else { return nil }
            let midnight = Double(daysSince1970(date) * 86_400)
            if text.isAtEnd { return midnight }
            guard text.take(0x54, or: 0x74), let time = takeTime(&text), text.isAtEnd else { return nil }
            return midnight + time
        }
    }

    /// Returns the number of days since 1970-01-01. A year starts in March here. A leap day is then the last day of a
    /// year, and doesn't change the first day of a month. 400 years have 146,097 days.
    private static func daysSince1970(_ date: (year: Int, month: Int, day: Int)) -> Int {
        let year = date.month <= 2 ? date.year - 1 : date.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (date.month > 2 ? date.month - 3 : date.month + 9) + 2) / 5 + date.day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns whether a text is a date, a time, or a date and a time with the letter T between them.
    static func matches(_ text: ByteScanner, hasDate: Bool, hasTime: Bool) -> Bool {
        var text = text
        if hasDate, takeDate(&text) == nil { return false }
        if hasDate, hasTime, !text.take(0x54, or: 0x74) { return false }
        return (!hasTime || takeTime(&text) != nil) && text.isAtEnd
    }

    private static func takeDate(_ text: inout ByteScanner) -> (year: Int, month: Int, day: Int)? {
        guard let year = text.takeNumber(digits: 4), text.take(0x2D), let month = text.takeNumber(digits: 2),
            text.take(0x2D), let day = text.takeNumber(digits: 2), month >= 1, month <= 12, day >= 1,
            day <= days(inMonth: month, of: year)
        else { return nil }
        return (year, month, day)
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2:
            let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            return isLeapYear ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// Consumes a time with its offset. Returns the seconds since midnight in UTC, which may belong to the previous or
    /// next day. Second 60 is valid only at 23:59 UTC, because leap seconds occur at that time.
    private static func takeTime(_ text: inout ByteScanner) -> Double? {
        guard let hour = text.takeNumber(digits: 2), text.take(0x3A), let minute = text.takeNumber(digits: 2),
            text.take(0x3A), let second = text.takeNumber(digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        var fraction = 0.0
        if text.take(0x2E) {
            guard ASCII.isDigit(text.next) else { return nil }
            var place = 0.1
            while ASCII.isDigit(text.next) {
                fraction += place * Double(text.next - 0x30)
                place /= 10
                text.at += 1
            }
        }
        var offset = 0
        if !text.take(0x5A, or: 0x7A) {
            let isNegative = text.next == 0x2D
            guard text.take(0x2B, or: 0x2D), let hours = text.takeNumber(digits: 2), text.take(0x3A),
                let minutes = text.takeNumber(digits: 2), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (isNegative ? -1 : 1)
        }
        let minuteOfDay = hour * 60 + minute - offset
        let day = 24 * 60
        guard second < 60 || (minuteOfDay + day) % day == day - 1 else { return nil }
        return Double(minuteOfDay * 60 + second) + fraction
    }
}
