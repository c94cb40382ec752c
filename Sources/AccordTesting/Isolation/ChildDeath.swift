// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The end of a child process that crashed or exited, and what the process wrote before.
struct ChildDeath {
    /// The signal or the exit status that ended the process, or `nil` if neither is known.
    var end: String?
    var standardError: [UInt8]

    /// The line that a child process writes to its standard error before each case.
    static func mark(_ id: String) -> String { "accord: running \(id)\n" }

    /// The line that a child process writes when the client calls `exit`.
    ///
    /// The exit status doesn't show this call, because an exit handler replaces the client's exit status.
    static let exitMark = "accord: exit was called\n"

    /// Returns the finding that the process died in a case after other cases, but survived when this case ran alone in
    /// a new process. If `isLate` is `true`, the process died after the case had ended and before the next case began.
    func finding(
        at location: SourceLocation, caseID: String, operation: String, after earlier: [String], isLate: Bool = false
    ) -> Finding {
        finding(
            isLate
                ? " after the case had ended"
                : " after other cases in the same process, but not when the case runs alone",
            at: location, caseID: caseID, details: Self.listed(earlier),
            advice: "Look in the client for a callback that runs late, or for "
                + (isLate ? "a task that isn’t awaited. " : "state that several instances share. ")
                + "To run the same cases: ACCORD_CASE='\(operation)' swift test")
    }

    /// Returns the finding that the process died before its first case began.
    func earlyFinding(at location: SourceLocation) -> Finding {
        var finding = finding(
            at: location, caseID: nil,
            advice: "Look for the crash in the bindings and in initial values of global variables.")
        finding.message = "the process ended before its first case"
        return finding
    }

    /// Returns the finding that the process died.
    ///
    /// - Parameter when: The end of the message, which says when the client crashed, such as “after the case had
    ///   ended”.
    func finding(
        _ when: String = "", at location: SourceLocation, caseID: String?, details: [String] = [], advice: String? = nil
    ) -> Finding {
        let written = written(of: caseID)
        let source = Self.source(written)
        let what = cause == .exit ? "ended the process" : "crashed\(source.map { " at \($0)" } ?? "")"
        let endText = hasCalledExit ? "the client called exit" : end.map(Self.plain) ?? "the process died"
        let actual = [endText, written].filter { !$0.isEmpty }.joined(separator: "\n")
        return Finding(
            rule: .outcomeCrash, blame: .client, "the client \(what)\(when)", contract: location,
            place: .init(.outcome, source), expected: "a value or an error", actual: actual,
            advice: advice ?? Self.advice(cause, at: source), details: details)
    }

    private enum Cause {
        /// A failed runtime check of Swift such as a forced unwrap of `nil`, or a call of `abort`.
        case trap
        case memory
        /// A signal from the system or from a different process.
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
        case .trap where source != nil:
            "In the client, throw an error at that line: a response must not end the process."
        case .trap:
            "In the client, look for try!, a forced unwrap or an invalid index in the code that reads the response."
        case .memory: "In the client, look for unsafe pointers, unowned references, data races and infinite recursion."
        case .killed: "Find out who sent the signal: the client, or the system because it ran out of memory."
        case .exit: "In the client, throw an error instead of calling exit."
        }
    }

    private var hasCalledExit: Bool {
        String(decoding: standardError.suffix(Self.exitMark.utf8.count), as: UTF8.self) == Self.exitMark
    }

    /// Returns the ids of the last ten cases before a crash, such as `before: login/creates a token`. If there are more
    /// cases, the first line is their number, such as `before: 5 more`.
    static func listed(_ ids: [String]) -> [String] {
        let shown = ids.suffix(10)
        let more = ids.count - shown.count
        return (more > 0 ? ["before: \(more) more"] : []) + shown.map { "before: \($0)" }
    }

    /// Returns the end of a process in words: `signal SIGABRT (6)` for the text `.signal(SIGABRT → 6)` of Swift
    /// Testing.
    static func plain(_ end: String) -> String {
        guard let parts = end.wholeMatch(of: /\.(signal|exitCode)\((?:(\w+) → )?(-?\d+)\)/)?.output else { return end }
        let kind = parts.1 == "signal" ? "signal" : "exit code"
        return parts.2.map { "\(kind) \($0) (\(parts.3))" } ?? "\(kind) \(parts.3)"
    }

    /// Returns the source line of a failed check, such as `MyApp/Client.swift:12`, or `nil` if the check is in the
    /// standard library.
    private static func source(_ written: String) -> String? {
        guard
            let match = written.firstMatch(
                of: /([^\s:]+\.swift:\d+): (?:Fatal error|Precondition failed|Assertion failed)/)
        else { return nil }
        return match.1.hasPrefix("Swift/") ? nil : String(match.1)
    }

    /// Returns the end of the standard error output, starting at the fatal error if there is one.
    ///
    /// The result omits addresses and registers, which differ in each run, and stack frames without a name.
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
        let lines = plain.lines.filter { !isEmptyFrame($0) }
        var kept = lines.indices.filter { index in
            let isHead = lines[index] == "Current stack trace:"
            return !isHead || lines[(index + 1)...].contains { $0.first?.isNumber == true }
        }.map { lines[$0] }
        while kept.last?.allSatisfy(\.isWhitespace) == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }

    /// Returns whether a line is a stack frame that has no name or belongs to a system library.
    private static func isEmptyFrame(_ line: String) -> Bool {
        line.wholeMatch(of: /\d+ +(?:\S+ +0x… <unavailable>|lib(?:swift\w*|dispatch|c|pthread)\.so\S* ).*/) != nil
    }
}
