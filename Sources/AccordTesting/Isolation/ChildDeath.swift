import AccordCases
import AccordContract
import AccordJudging

/// How a child process ended that died.
struct ChildDeath {
    /// The signal or the exit code, in words; nil where it isn't known.
    var end: String?
    var standardError: [UInt8]

    /// What a child writes to its standard error before each case, so that what follows is known to be the case's.
    static func mark(_ id: String) -> String { "accord: trying \(id)\n" }

    /// Died with the case, which was alone in its process.
    func finding(at location: SourceLocation, caseID: String) -> Finding {
        finding(
            "the client crashed", location, caseID,
            advice: "Look for try!, a forced unwrap or an index beyond the end where the answer is read.")
    }

    /// Died with the case, which takes no harm where it is alone in its process.
    func finding(at location: SourceLocation, caseID: String, operation: String, after earlier: [String]) -> Finding {
        finding(
            "the client crashed after other cases had been tried in its process; alone, it doesn’t", location, caseID,
            details: Self.listed(earlier),
            advice: "Look for what outlives a call: a late callback, or state that clients share. "
                + "ACCORD_CASE='\(operation)' swift test tries them all.")
    }

    /// Died once the case had ended, and before another had begun.
    func lateFinding(
        at location: SourceLocation, caseID: String, operation: String, after earlier: [String]
    ) -> Finding {
        finding(
            "the client crashed after the case had ended", location, caseID,
            details: Self.listed(earlier),
            advice: "Look for what outlives a call: a late callback, or a task that nobody awaits. "
                + "ACCORD_CASE='\(operation)' swift test tries them all.")
    }

    /// Died before the first case.
    func earlyFinding(at location: SourceLocation) -> Finding {
        finding(
            "the process ended before its first case", location, nil,
            advice: "Look at what is made as it starts: the bindings, and global values.")
    }

    private func finding(
        _ message: String, _ location: SourceLocation, _ caseID: String?, details: [String] = [], advice: String
    ) -> Finding {
        let written = written(of: caseID)
        let actual = [end.map(Self.plain) ?? "the process died", written].filter { !$0.isEmpty }.joined(separator: "\n")
        return Finding(
            rule: "outcome.crash", blame: .client, message, contract: location, place: .init(.outcome),
            expected: "a value or an error", actual: actual, advice: advice, details: details)
    }

    /// The cases that came before, the last of them by name.
    static func listed(_ ids: [String]) -> [String] {
        let shown = ids.suffix(10)
        let more = ids.count - shown.count
        return (more > 0 ? ["before: \(more) more"] : []) + shown.map { "before: \($0)" }
    }

    /// `signal SIGABRT (6)`, for what swift-testing writes as `.signal(SIGABRT → 6)`.
    static func plain(_ end: String) -> String {
        guard let parts = end.wholeMatch(of: /\.(signal|exitCode)\((?:(\w+) → )?(-?\d+)\)/)?.output else { return end }
        let kind = parts.1 == "signal" ? "signal" : "exit code"
        return parts.2.map { "\(kind) \($0) (\(parts.3))" } ?? "\(kind) \(parts.3)"
    }

    /// What was written last to standard error, from the fatal error on where there is one: a backtrace follows it.
    ///
    /// Without addresses and registers, for they are others each time.
    private func written(of caseID: String?) -> String {
        var text = Substring(String(decoding: standardError, as: UTF8.self))
        if let caseID, let last = text.ranges(of: Self.mark(caseID)).last { text = text[last.upperBound...] }
        let starts = ["Fatal error", "Program crashed"].lazy.compactMap { text.ranges(of: $0).last?.lowerBound }
        if let start = starts.first {
            let line = text[..<start].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
            text = text[line...]
            if let registers = text.ranges(of: "\nRegisters:").first { text = text[..<registers.lowerBound] }
            return String(Self.withoutAddresses(text).prefix(2000))
        }
        return String(Self.withoutAddresses(text).suffix(2000))
    }

    private static func withoutAddresses(_ text: Substring) -> String {
        String(text).replacing(/0x[0-9a-fA-F]+/, with: "0x…").replacing(/\(?[Bb]acktrace took [0-9.]+s\)?\n?/, with: "")
    }
}
