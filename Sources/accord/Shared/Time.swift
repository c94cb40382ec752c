// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ArgumentParser
import Foundation

/// The current time and date, in UTC.
enum Clock {
    /// The current time as an RFC 3339 timestamp, such as `2026-03-01T12:34:56Z`.
    static var now: String { Timestamp.text(secondsSince1970: seconds) }

    /// The current date, such as `2026-03-01`.
    static var today: String { day(after: 0) }

    /// Returns the date that is `days` days after today.
    static func day(after days: Int) -> String {
        String(Timestamp.text(secondsSince1970: seconds + days * 86_400).prefix(10))
    }

    /// The number of whole seconds since 1970.
    static var seconds: Int { time(nil) }

    /// The number of seconds since 1970, with a fraction.
    static var secondsSince1970: Double {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// A unique id of this run for `${run.id}`. The id consists of letters and digits.
    static var runID: String { now.filter(\.isNumber) + String(UInt32.random(in: 0...UInt32.max), radix: 36) }
}

/// A duration in an option, such as `30`, `30s`, `500ms` or `2m`.
struct Seconds: ExpressibleByArgument, Hashable {
    var value: Double

    init(_ value: Double) { self.value = value }

    init?(argument: String) {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
        guard let (suffix, factor) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(suffix.count)), number > 0, number.isFinite
        else { return nil }
        value = number * factor
    }

    var defaultValueDescription: String { value == value.rounded() ? "\(Int(value))s" : "\(value)s" }
}
