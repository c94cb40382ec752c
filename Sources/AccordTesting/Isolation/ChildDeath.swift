import AccordContract
import AccordCore

/// How a child process ended that died.
struct ChildDeath {
    /// The signal or the exit code, in words; nil where it isn't known.
    var end: String?
    var standardError: [UInt8]

    /// What a child writes to its standard error before each case, so that what follows is known to be the case's.
    static func mark(_ id: String) -> String { "accord: trying \(id)\n" }

    /// What a child writes as it is ended by `exit`, whose code isn't known any more then.
    static let exitMark = "accord: exit was called\n"

    /// The child process exited while running this case alone.
    func finding(at location: SourceLocation, caseID: String) -> Finding {
        finding("", location, caseID)
    }

    /// The child process exited while running this case after others; alone, the case ends.
    func finding(at location: SourceLocation, caseID: String, operation: String, after earlier: [String]) -> Finding {
        finding(
            " after other cases had been tried in its process; alone, it doesn’t", location, caseID,
            details: Self.listed(earlier),
            advice: "Look for what outlives a call: a late callback, or state that clients share. "
                + "ACCORD_CASE='\(operation)' swift test tries them all.")
    }

    /// Died once the case had ended, and before another had begun.
    func lateFinding(
        at location: SourceLocation, caseID: String, operation: String, after earlier: [String]
    ) -> Finding {
        finding(
            " after the case had ended", location, caseID,
            details: Self.listed(earlier),
            advice: "Look for what outlives a call: a late callback, or a task that nobody awaits. "
                + "ACCORD_CASE='\(operation)' swift test tries them all.")
    }

    /// Died before the first case.
    func earlyFinding(at location: SourceLocation) -> Finding {
        var finding = finding(
            "", location, nil, advice: "Look at what is made as it starts: the bindings, and global values.")
        finding.message = "the process ended before its first case"
        return finding
    }

    /// - Parameter when: when it happened, to follow what happened.
    private func finding(
        _ when: String, _ location: SourceLocation, _ caseID: String?, details: [String] = [],
        advice: String? = nil
    ) -> Finding {
        let written = written(of: caseID)
        let source = Self.source(written)
        let what = cause == .exit ? "ended the process" : "crashed\(source.map { " at \($0)" } ?? "")"
        let actual = [endText, written].filter { !$0.isEmpty }.joined(separator: "\n")
        return Finding(
            rule: .outcomeCrash, blame: .client, "the client \(what)\(when)", contract: location,
            place: .init(.outcome, source), expected: "a value or an error", actual: actual,
            advice: advice ?? Self.advice(cause, at: source), details: details)
    }

    private enum Cause {
        /// Swift's own checks, and what aborts.
        case trap
        case memory
        /// Sent by the system or another process.
        case killed
        case exit
    }

    private var cause: Cause {
        if hasCalledExit { return .exit }
        guard let end else { return .trap }
        if end.hasPrefix(".exitCode") { return .exit }
        if end.contains("SIGSEGV") || end.contains("SIGBUS") { return .memory }
        return ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGPIPE"].contains { end.contains($0) } ? .killed : .trap
    }

    private static func advice(_ cause: Cause, at source: String?) -> String {
        switch cause {
        case .trap where source != nil: "Throw an error there: an answer must never end the process, however broken."
        case .trap: "Look for try!, a forced unwrap or an index beyond the end where the answer is read."
        case .memory: "Look for unsafe pointers, unowned references, data races, and recursion without an end."
        case .killed: "Look for what sends the signal: the client, or a system that is out of memory."
        case .exit: "Throw an error in place of exit: whether the process ends is for its app to say."
        }
    }

    private var hasCalledExit: Bool {
        String(decoding: standardError.suffix(Self.exitMark.utf8.count), as: UTF8.self) == Self.exitMark
    }

    private var endText: String {
        hasCalledExit ? "it called exit" : end.map(Self.plain) ?? "the process died"
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

    /// The line at which Swift ended the process, `MyApp/Client.swift:12`; nil where that is in its own library.
    private static func source(_ written: String) -> String? {
        guard
            let match = written.firstMatch(
                of: /([^\s:]+\.swift:\d+): (?:Fatal error|Precondition failed|Assertion failed)/)
        else { return nil }
        return match.1.hasPrefix("Swift/") ? nil : String(match.1)
    }

    /// What was written last to standard error, from the fatal error on where there is one: a backtrace follows it.
    ///
    /// Without addresses and registers, for they are others each time, and without the frames that say nothing.
    private func written(of caseID: String?) -> String {
        var text = Substring(String(decoding: standardError, as: UTF8.self))
        if let caseID, let last = text.ranges(of: Self.mark(caseID)).last { text = text[last.upperBound...] }
        if hasCalledExit { text = text.dropLast(Self.exitMark.count) }
        let starts = ["Fatal error", "Precondition failed", "Program crashed"].lazy
            .compactMap { text.ranges(of: $0).last?.lowerBound }
        if let start = starts.first {
            let line = text[..<start].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
            text = text[line...]
            if let registers = text.ranges(of: "\nRegisters:").first { text = text[..<registers.lowerBound] }
            return String(Self.withoutAddresses(text).prefix(2000))
        }
        return String(Self.withoutAddresses(text).suffix(2000))
    }

    private static func withoutAddresses(_ text: Substring) -> String {
        let plain = String(text).replacing(/0x[0-9a-fA-F]+/, with: "0x…")
            .replacing(/\(?[Bb]acktrace took [0-9.]+s\)?\n?/, with: "")
        let lines = plain.split(separator: "\n", omittingEmptySubsequences: false).filter { !isEmptyFrame($0) }
        var told = lines.indices.filter { index in
            let isHead = lines[index] == "Current stack trace:"
            return !isHead || lines[(index + 1)...].contains { $0.first?.isNumber == true }
        }.map { lines[$0] }
        while told.last?.allSatisfy(\.isWhitespace) == true { told.removeLast() }
        return told.joined(separator: "\n")
    }

    /// True for a frame of a stack trace without a name, or in a library of the system.
    private static func isEmptyFrame(_ line: Substring) -> Bool {
        line.wholeMatch(of: /\d+ +(?:\S+ +0x… <unavailable>|lib(?:swift\w*|dispatch|c|pthread)\.so\S* ).*/) != nil
    }
}
