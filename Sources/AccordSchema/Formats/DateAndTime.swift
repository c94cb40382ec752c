// SPDX-License-Identifier: Apache-2.0
/// The formats of RFC 3339: `date`, `time`, `date-time` and `duration`.
enum DateAndTime {
    static func isDate(_ text: ByteScanner) -> Bool {
        var text = text
        return takeDate(&text) && text.isAtEnd
    }

    static func isTime(_ text: ByteScanner) -> Bool {
        var text = text
        return takeTime(&text) && text.isAtEnd
    }

    static func isDateTime(_ text: ByteScanner) -> Bool {
        var text = text
        return takeDate(&text) && text.take(0x54, or: 0x74) && takeTime(&text) && text.isAtEnd
    }

    private static func takeDate(_ text: inout ByteScanner) -> Bool {
        guard let year = text.takeNumber(digits: 4), text.take(0x2D), let month = text.takeNumber(digits: 2),
            text.take(0x2D), let day = text.takeNumber(digits: 2)
        else { return false }
        return month >= 1 && month <= 12 && day >= 1 && day <= days(inMonth: month, of: year)
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

    /// Consumes a time with its offset. Second 60 is valid only at 23:59 UTC, because leap seconds occur at that time.
    private static func takeTime(_ text: inout ByteScanner) -> Bool {
        guard let hour = text.takeNumber(digits: 2), text.take(0x3A), let minute = text.takeNumber(digits: 2),
            text.take(0x3A), let second = text.takeNumber(digits: 2), hour < 24, minute < 60, second <= 60
        else { return false }
        if text.take(0x2E), text.takeWhile(ASCII.isDigit) == 0 { return false }
        var offset = 0
        if !text.take(0x5A, or: 0x7A) {
            let isNegative = text.next == 0x2D
            guard text.take(0x2B, or: 0x2D), let hours = text.takeNumber(digits: 2), text.take(0x3A),
                let minutes = text.takeNumber(digits: 2), hours < 24, minutes < 60
            else { return false }
            offset = (hours * 60 + minutes) * (isNegative ? -1 : 1)
        }
        guard second == 60 else { return true }
        let day = 24 * 60
        return (hour * 60 + minute - offset + day) % day == day - 1
    }

    /// Returns whether a string is a duration (RFC 3339, appendix A): units in descending order without gaps, such as
    /// `P3DT4H5M`, or only weeks.
    static func isDuration(_ text: ByteScanner) -> Bool {
        var text = text
        guard text.take(0x50), !text.isAtEnd else { return false }
        if !text.take(0x54) {
            var weeks = text
            guard let date = takeUnits(&text, "YMD") else {
                return weeks.takeWhile(ASCII.isDigit) > 0 && weeks.take(0x57) && weeks.isAtEnd
            }
            guard date > 0 else { return false }
            if text.isAtEnd { return true }
            guard text.take(0x54) else { return false }
        }
        guard let time = takeUnits(&text, "HMS"), time > 0 else { return false }
        return text.isAtEnd
    }

    /// Consumes numbers, each followed by a unit. The units must be in descending order without gaps. Returns the count
    /// of numbers, or `nil` for an invalid unit.
    private static func takeUnits(_ text: inout ByteScanner, _ units: StaticString) -> Int? {
        var last = -1
        var count = 0
        while ASCII.isDigit(text.next) {
            let start = text.at
            text.takeWhile(ASCII.isDigit)
            // `$0` is less than `utf8CodeUnitCount`, so the access to `utf8Start[$0]` is valid.
            guard let unit = (0..<units.utf8CodeUnitCount).first(where: { units.utf8Start[$0] == text.next }),
                last < 0 ? true : unit == last + 1
            else {
                text.at = start
                return nil
            }
            text.at += 1
            last = unit
            count += 1
        }
        return count
    }
}
