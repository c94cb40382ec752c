import AccordCore

/// What changed between two runs, as text for a terminal or a build's log.
package struct ComparisonRenderer: Sendable {
    /// Ids that are listed of each kind at most.
    private static let longestListed = 50

    private let style: TextStyle
    private let isVerbose: Bool

    /// - Parameter isVerbose: lists every case.
    package init(style: TextStyle = .plain, isVerbose: Bool = false) {
        self.style = style
        self.isVerbose = isVerbose
    }

    /// The text, with a line feed at the end.
    package func render(_ comparison: RunComparison) -> String {
        let slower = comparison.slower.map {
            "\($0.title)  \(DurationText.text($0.before)) → \(DurationText.text($0.after))"
        }
        let blocks = [
            block("✗", "newly failing", comparison.newlyFailing, .red), block("✓", "fixed", comparison.fixed, .green),
            block("✗", "still failing", comparison.stillFailing, .yellow),
            block("-", "failed before, not judged now", comparison.noLongerJudged, .faint),
            block("!", "slower", slower, .yellow),
        ].filter { !$0.isEmpty }
        let head = "Since \(comparison.since.shownTime), of \(comparison.shared.counted("case")) in both runs:"
        guard !blocks.isEmpty else { return "\(head) nothing changed\n" }
        return ([[head]] + blocks).map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private func block(_ mark: String, _ name: String, _ titles: [String], _ ink: TextStyle.Ink) -> [String] {
        guard !titles.isEmpty else { return [] }
        let shown = isVerbose ? titles : Array(titles.prefix(Self.longestListed))
        let left = titles.count - shown.count
        return [style.paint("\(mark) \(titles.count) \(name)", .bold, ink)]
            + shown.map { "  \(TerminalText.line($0))" }
            + (left > 0 ? ["  … and \(left) more; --verbose lists them all"] : [])
    }
}
