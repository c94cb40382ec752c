import AccordCore
import Foundation

/// The times that an operation's answers took, as dots on a logarithmic line that all operations share.
struct LatencyPlot {
    /// Dots beyond these lie upon each other.
    private static let mostDots = 60
    private static let width = 1000.0
    /// Seconds: where the line begins.
    private static let fastest = 0.0001

    private let times: [Double]
    private let slowest: Double

    /// - Parameter slowest: the slowest answer of all operations, in seconds.
    init(_ times: [Double], slowest: Double) {
        self.times = times.sorted()
        self.slowest = max(slowest, Self.fastest * 10)
    }

    var fields: TemplateFields {
        let middle = quantile(0.5)
        let dots =
            times.count <= Self.mostDots
            ? times : (0..<Self.mostDots).map { quantile(Double($0) / Double(Self.mostDots - 1)) }
        let summary = "median \(DurationText.text(middle)), slowest \(DurationText.text(times.last ?? 0))"
        return [
            "median": DurationText.text(middle), "x": position(middle), "dots": dots.map(position),
            "summary": "\(summary), \(times.count.counted("answer"))",
        ]
    }

    private func quantile(_ share: Double) -> Double {
        times.isEmpty ? 0 : times[min(times.count - 1, Int((Double(times.count - 1) * share).rounded()))]
    }

    private func position(_ seconds: Double) -> Int {
        let share = log(max(seconds, Self.fastest) / Self.fastest) / log(slowest / Self.fastest)
        return Int((min(1, max(0, share)) * Self.width).rounded())
    }
}
