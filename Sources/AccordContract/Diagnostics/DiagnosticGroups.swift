/// Warnings about a document that wasn't written for this program, of which there may be thousands.
enum DiagnosticGroups {
    /// Rules with more warnings than this are cut short.
    private static let most = 5
    /// What is shown of those.
    private static let shown = 3

    /// The same diagnostics; of a rule with many warnings the first ones, and the number of the others.
    static func shortened(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var counts: [String: Int] = [:]
        for diagnostic in diagnostics where diagnostic.severity == .warning { counts[diagnostic.rule, default: 0] += 1 }
        guard counts.values.contains(where: { $0 > most }) else { return diagnostics }
        var seen: [String: Int] = [:]
        var result: [Diagnostic] = []
        for diagnostic in diagnostics {
            guard diagnostic.severity == .warning, let count = counts[diagnostic.rule], count > most else {
                result.append(diagnostic)
                continue
            }
            seen[diagnostic.rule, default: 0] += 1
            let place = seen[diagnostic.rule] ?? 0
            if place <= shown { result.append(diagnostic) }
            guard place == shown + 1 else { continue }
            var rest = diagnostic
            rest.message =
                "\(count - shown) more warnings like the three above, the first of them: \(diagnostic.message)"
            rest.advice = "--strict lists them all, as errors."
            rest.notes = []
            result.append(rest)
        }
        return result
    }
}
