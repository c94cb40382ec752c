import Foundation

/// The time of day, in UTC.
enum Clock {
    /// RFC 3339, `2026-03-01T12:34:56Z`.
    static var now: String { text("%Y-%m-%dT%H:%M:%SZ") }

    /// With fractions.
    static var secondsSince1970: Double {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// ISO 8601, `2026-03-01`.
    static var today: String { text("%Y-%m-%d") }

    /// The day so many days from today.
    static func day(after days: Int) -> String { text("%Y-%m-%d", daysAhead: days) }

    /// Seconds since 1970.
    static var second: Int { time(nil) }

    /// For `${run.id}`: another in each run, in letters and digits.
    static var runID: String {
        text("%Y%m%d%H%M%S") + String(UInt32.random(in: 0...UInt32.max), radix: 36)
    }

    /// Since 1970.
    static var seconds: Int { time(nil) }

    private static func text(_ format: String, daysAhead days: Int = 0) -> String {
        var seconds = time(nil) + days * 86_400
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
