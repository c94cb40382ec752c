// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Shows how many cases of a run have finished: in one updated line on an interactive terminal, otherwise in a new line
/// for each tenth of the cases.
package struct ProgressDisplay: Sendable {
    /// The minimum time between two updates of the line.
    private static let interval: Duration = .milliseconds(80)
    private static let longestBar = 24

    private var total: Int
    /// Whether `total` is the number of all cases of the run. Until then, further cases may be added.
    private var isFinal: Bool
    private let terminal: Terminal
    private var done = 0
    private var failed = 0
    private var lastDrawn: Duration?
    private var isDrawn = false

    package init(total: Int, isFinal: Bool = true, terminal: Terminal) {
        (self.total, self.isFinal, self.terminal) = (total, isFinal, terminal)
    }

    /// Records how many cases the run has planned so far, and whether it may add further cases.
    package mutating func planned(_ total: Int, isFinal: Bool) {
        guard !self.isFinal else { return }
        self.total = isFinal ? total : max(total, self.total)
        self.isFinal = isFinal
    }

    /// Records that a case has finished.
    ///
    /// - Parameter now: the time since the start of the run.
    /// - Returns: the text to write to standard error, or an empty string if no update is due.
    package mutating func ended(_ result: CaseResult, at now: Duration) -> String {
        done += 1
        if result.status == .failed { failed += 1 }
        guard terminal.isInteractive else { return tenth() }
        if let lastDrawn, now - lastDrawn < Self.interval, done < total { return "" }
        lastDrawn = now
        isDrawn = true
        return "\r\u{1B}[2K\(line(result.title, at: now))"
    }

    /// Returns the terminal codes that remove the progress line, or an empty string if there is no such line.
    package mutating func finish() -> String {
        guard isDrawn else { return "" }
        isDrawn = false
        return "\r\u{1B}[2K"
    }

    /// Returns a line after each tenth of the cases, or after each 100 cases if the total isn't known. The lines are
    /// the same in each run, even if the cases finish in a different order.
    private func tenth() -> String {
        guard isFinal else { return done % 100 == 0 ? "\(done.counted("case"))\n" : "" }
        let step = max(10, (total + 9) / 10)
        return done % step == 0 || done == total ? "\(done) of \(total.counted("case"))\n" : ""
    }

    private func line(_ title: String, at now: Duration) -> String {
        let counter = "\(done)/\(total)\(isFinal ? "" : "+")"
        let failures = failed > 0 ? "  \(failed) failed" : ""
        // Leave the last column empty, because some terminals wrap the line there.
        let room = terminal.columns - 1 - counter.count - failures.count
        guard room >= 12 else { return String((counter + failures).prefix(max(0, terminal.columns - 1))) }
        let width = min(Self.longestBar, room - 3)
        let filled = total > 0 ? min(width, width * done / total) : width
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        let pace = pace(at: now)
        let roomForTitle = room - width - 3 - pace.count
        let shownPace = roomForTitle >= -2 ? pace : ""
        let title = Self.fitting(TerminalText.line(title), columns: roomForTitle)
        return terminal.style.paint(bar, failed > 0 ? .red : .green) + " \(counter)"
            + terminal.style.paint(failures, .red) + shownPace
            + (title.isEmpty ? "" : "  \(terminal.style.paint(title, .faint))")
    }

    /// Returns the speed and remaining time, such as `  120/s  0:07 left`. The result is empty during the first second.
    private func pace(at now: Duration) -> String {
        let seconds = now / .seconds(1)
        guard seconds >= 1, done > 0 else { return "" }
        let rate = Double(done) / seconds
        let speed = rate >= 10 ? "\(Int(rate))" : "\((rate * 10).rounded() / 10)"
        let left = Int((Double(total - done) / rate).rounded(.up))
        guard isFinal, left > 0, left < 360_000 else { return "  \(speed)/s" }
        let (hours, minutes, rest) = (left / 3600, left / 60 % 60, left % 60)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
        return "  \(speed)/s  \(clock) left"
    }

    /// Truncates a string to a number of columns. Each character outside ASCII counts as two columns.
    private static func fitting(_ text: String, columns: Int) -> String {
        func width(_ character: Character) -> Int { character.isASCII ? 1 : 2 }
        guard text.reduce(0, { $0 + width($1) }) > columns else { return text }
        var result = ""
        var used = 2
        for character in text {
            used += width(character)
            guard used <= columns else { return used > 3 && !result.isEmpty ? result + "…" : "" }
            result.append(character)
        }
        return result
    }
}
