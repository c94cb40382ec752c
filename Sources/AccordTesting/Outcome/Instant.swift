import Foundation

/// Dates as RFC 3339 writes them, compared as the instants that they are.
enum Instant {
    /// Platforms keep milliseconds: what is nearer than one is the same instant.
    static let tolerance: Double = 0.001_001

    /// Seconds since 1970 of a date-time, with its fraction and offset; nil for any other text.
    static func seconds(_ text: String) -> Double? {
        guard let dot = text.firstIndex(of: ".") else { return whole(text) }
        let digits = text[text.index(after: dot)...].prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let fraction = Double("0.\(digits)") else { return nil }
        return whole(text[..<dot] + text[digits.endIndex...]).map { $0 + fraction }
    }

    private static func whole(_ text: some StringProtocol) -> Double? {
        (try? Date.ISO8601FormatStyle().parse(String(text)))?.timeIntervalSince1970
    }

    /// To the microsecond, without the fraction where there is none.
    static func text(_ date: Date) -> String {
        let micros = (date.timeIntervalSince1970 * 1_000_000).rounded()
        guard micros.isFinite, abs(micros) < 1e18 else { return "\(date)" }
        let seconds = (micros / 1_000_000).rounded(.down)
        let text = Date(timeIntervalSince1970: seconds).formatted(Date.ISO8601FormatStyle())
        let rest = Int(micros - seconds * 1_000_000)
        if rest == 0 { return text }
        var digits = String(String(1_000_000 + rest).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(text.dropLast()).\(digits)Z"
    }

    /// True where two date-times are the same instant, as far as platforms can tell.
    static func isSame(_ left: Double, _ right: Double) -> Bool { abs(left - right) <= tolerance }
}
