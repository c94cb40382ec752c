// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordCore
@testable import AccordRendering

@Suite("Terminal")
struct TerminalTests {
    private static func terminal(
        isTerminal: Bool, columns: Int? = 80, color: ColorChoice = .auto, _ variables: [String: String]
    ) -> Terminal {
        Terminal(isTerminal: isTerminal, columns: columns, color: color) { variables[$0] }
    }

    @Test(
        "colors follow --color, the environment and the terminal",
        arguments: [
            (true, [:], true), (true, ["NO_COLOR": ""], true), (true, ["NO_COLOR": "1"], false),
            (true, ["TERM": "dumb"], false), (true, ["CLICOLOR": "0"], false), (false, [:], false),
            (false, ["CLICOLOR_FORCE": "1"], true), (false, ["CLICOLOR_FORCE": "0"], false),
            (false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false), (true, ["CI": "true"], true),
        ] as [(Bool, [String: String], Bool)])
    func style(isTerminal: Bool, variables: [String: String], isColored: Bool) {
        #expect(Self.terminal(isTerminal: isTerminal, variables).style == (isColored ? .colored : .plain))
        #expect(Self.terminal(isTerminal: isTerminal, color: .always, variables).style == .colored)
        #expect(Self.terminal(isTerminal: isTerminal, color: .never, variables).style == .plain)
    }

    @Test("a terminal is interactive if it can move the cursor and isn't in a build")
    func interactive() {
        #expect(Self.terminal(isTerminal: true, columns: 0, [:]).columns == 80)
        #expect(Self.terminal(isTerminal: true, ["NO_COLOR": "1"]).isInteractive)
        for variables in [["TERM": "dumb"], ["CI": "true"], ["GITHUB_ACTIONS": "true"], ["BUILDKITE": "true"]] {
            #expect(!Self.terminal(isTerminal: true, variables).isInteractive)
        }
        #expect(Self.terminal(isTerminal: true, ["CI": "false"]).isInteractive)
        #expect(!Self.terminal(isTerminal: false, [:]).isInteractive)
    }

    @Test("only Accord's own commands reach a build service")
    func disarmed() {
        for text in ["::error::x", "  ::error::x", "a ##[error]x", "##vso[x]y", "a##teamcity[b]", "###[x]"] {
            let line = TerminalText.disarmed(text)
            #expect(!line.drop(while: \.isWhitespace).hasPrefix("::") && !line.contains(/##[a-z]*\[/), "\(line)")
        }
        for text in ["a::b", "a ## b [c]", "#[x]", "## [x]", "std::vector"] {
            #expect(TerminalText.disarmed(text) == text)
        }
    }

    @Test("each build service folds groups in its syntax")
    func groups() {
        func group(_ service: LogService) -> String { service.group("a\n::b [c]", "x\n", at: 7) }
        #expect(group(.github) == "::group::a\\n::b [c]\nx\n::endgroup::\n")
        #expect(
            group(.gitlab) == "\u{1B}[0Ksection_start:7:accord_a_n__b__c_[collapsed=true]\r\u{1B}[0Ka\\n::b [c]\nx\n"
                + "\u{1B}[0Ksection_end:7:accord_a_n__b__c_\r\u{1B}[0K\n")
        #expect(group(.azure) == "##[group]a\\n::b [c]\nx\n##[endgroup]\n")
        #expect(
            group(.teamCity)
                == "##teamcity[blockOpened name='a\\n::b |[c|]']\nx\n##teamcity[blockClosed name='a\\n::b |[c|]']\n")
        #expect(group(.buildkite) == "--- a\\n::b [c]\nx\n+++ accord\n")
        #expect(LogService.github.group("a", "", at: 0).isEmpty)
    }

    @Test("a problem is printed once, with its count and two more cases")
    func manyFailures() {
        let report = Self.report(800)
        let text = TerminalRenderer().render(report)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("✗ GET /login") } == 1)
        #expect(
            text.hasPrefix(
                """
                ✗ GET /login → 500 · the status is 500, documented is 401
                  login/refuses a wrong password 0 and 799 more cases (Specs/awesome-todos.json:44:9)

                """))
        let others = "login/refuses a wrong password 1, login/refuses a wrong password 2 and 797 more cases"
        #expect(text.contains("    also in   \(others); see --verbose or the reports\n"))
        #expect(text.split(separator: "\n").count < 30)
    }

    @Test("--verbose prints every case")
    func verbose() {
        let text = TerminalRenderer(isVerbose: true).render(Self.report(800))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("✗ login/") } == 800)
    }

    @Test("after the first problems, each has a heading and a command, and the rest is counted")
    func manyProblems() {
        var report = Self.report(200)
        for index in report.cases.indices {
            report.cases[index].findings[0].actual = String(500 + index)
        }
        let lines = TerminalRenderer().render(report).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("✗ GET /login") } == 12)
        #expect(lines.count { $0.hasPrefix("    curl ") } == 10)
        #expect(lines.contains("… and 188 more problems; see --verbose or the reports"))
        #expect(lines.count < 60)
    }

    @Test("a long response body is printed in part")
    func details() {
        var report = Self.report(1)
        report.cases[0].findings[0].details = ["response body: <html>\n1\n2\n3\n4"]
        let short = "    response body: <html>\n    1\n    2\n    …\n"
        #expect(TerminalRenderer().render(report).contains(short))
        #expect(TerminalRenderer(isVerbose: true).render(report).contains("    3\n    4\n"))
    }

    @Test("a skipped case is printed once, with the parts that weren't tested")
    func skipped() {
        var report = SampleReport.report
        report.cases = [SampleReport.passing, SampleReport.skipped]
        report.extent = RunExtent(report.cases, unasked: [], generated: [])
        let name = "items/lists 10,000 items"
        #expect(TerminalRenderer().render(report).ranges(of: name).count == 1)
        #expect(TerminalRenderer(isVerbose: true).render(report).contains("- skipped  \(name)"))
    }

    @Test("undocumented status codes are one line")
    func undocumented() {
        var report = SampleReport.report
        report.coverage[1].undocumentedStatuses = [404, 500]
        let line = "undocumented status codes: 404 of addItem, 500 of 2 operations\n"
        #expect(TerminalRenderer().render(report).contains(line))
    }

    @Test("cases without a result are printed once per reason")
    func idle() {
        var report = SampleReport.report
        report.coverage = []
        report.cases = (1...30).map { number in
            SampleReport.result("case \(number)", .blocked, line: number, reason: "blocked by login/signs in")
        }
        let line = "- blocked  login/case 1 and 29 more cases: blocked by login/signs in"
        #expect(TerminalRenderer().render(report).split(separator: "\n").first.map(String.init) == line)
        let verbose = TerminalRenderer(isVerbose: true).render(report).split(separator: "\n")
        #expect(verbose.count { $0.hasPrefix("- blocked  login/case") } == 30)
    }

    private static func report(_ count: Int) -> RunReport {
        var report = SampleReport.report
        report.cases = (0..<count).map { number in
            var result = SampleReport.wrongStatus
            result.id += " \(number)"
            return result
        }
        return report
    }

    @Test("the summary of runs with each result")
    func headlines() {
        func line(_ cases: [CaseResult], isInterrupted: Bool = false, shard: RunReport.Shard? = nil) -> String {
            var report = SampleReport.report
            report.isInterrupted = isInterrupted
            return TerminalRenderer().summary(
                RunReport(
                    tool: report.tool, kind: .verify, started: report.started, duration: 1, contracts: [], cases: cases,
                    isInterrupted: isInterrupted, shard: shard))
        }
        let (passed, failed) = (SampleReport.passing, SampleReport.wrongStatus)
        #expect(line([]) == "✗ No cases ran: 0 failed, 0 passed")
        #expect(line([passed]) == "✓ 1 case passed: 0 failed, 1 passed")
        #expect(line([passed, passed]) == "✓ 2 cases passed: 0 failed, 2 passed")
        #expect(line([passed, failed]) == "✗ 1 problem in 1 of 1 operation: 1 of 2 cases failed, 1 passed")
        #expect(line([failed, failed]) == "✗ 1 problem in 1 of 1 operation: 2 of 2 cases failed, 0 passed")
        #expect(
            line([passed, SampleReport.skipped]) == "✓ 1 of 2 cases passed, none failed: 0 failed, 1 passed, 1 skipped")
        #expect(line([SampleReport.skipped]) == "✗ None of 1 case ran: 0 failed, 0 passed, 1 skipped")
        #expect(
            line([passed, SampleReport.blocked]) == "✗ 1 of 2 cases couldn't run: 0 failed, 1 blocked, 1 passed")
        #expect(line([SampleReport.pending]) == "✗ None of 1 case could fail the run: 0 failed, 0 passed, 1 pending")
        var accepted = SampleReport.pending
        accepted.reason = CaseResult.acceptance + "2026-12-21: found on 2026-11-21"
        #expect(line([accepted]) == "✓ 0 of 1 case passed, none failed: 0 failed, 0 passed, 1 pending")
        let shard = RunReport.Shard(index: 7, count: 8, whole: .init(cases: 5, digest: "0"))
        #expect(line([], shard: shard) == "- Shard 7/8 has none of the 5 cases: 0 failed, 0 passed")
        #expect(line([SampleReport.blocked], shard: shard) == "✗ None of 1 case ran: 0 failed, 1 blocked, 0 passed")
        #expect(line([SampleReport.blocked]) == "✗ None of 1 case ran: 0 failed, 1 blocked, 0 passed")
        #expect(line([passed], isInterrupted: true) == "✗ Interrupted after 1 of 1 case: 0 failed, 1 passed")
        #expect(
            line([passed, SampleReport.skipped], isInterrupted: true)
                == "✗ Interrupted after 1 of 2 cases: 0 failed, 1 passed, 1 skipped")
        #expect(
            line([passed, failed], isInterrupted: true)
                == "✗ 1 problem in 1 of 1 operation; the run was interrupted: 1 of 2 cases failed, 1 passed")
    }
}

@Suite("Progress")
struct ProgressDisplayTests {
    private static let watched = Terminal(isTerminal: true, columns: 60) { ["NO_COLOR": "1"][$0] }
    private static let logged = Terminal(isTerminal: false, columns: nil) { _ in nil }

    @Test("the line is updated, and removed at the end")
    func line() {
        var display = ProgressDisplay(total: 4, terminal: Self.watched)
        #expect(
            display.ended(SampleReport.passing, at: .zero)
                == "\r\u{1B}[2K██████░░░░░░░░░░░░░░░░░░ 1/4  login/creates a token")
        #expect(
            display.ended(SampleReport.wrongStatus, at: .milliseconds(900))
                == "\r\u{1B}[2K████████████░░░░░░░░░░░░ 2/4  1 failed  login/refuses a w…")
        #expect(display.finish() == "\r\u{1B}[2K")
        #expect(display.finish() == "")
    }

    @Test("the line shows the rate and the remaining time")
    func pace() {
        let wide = Terminal(isTerminal: true, columns: 100) { ["NO_COLOR": "1"][$0] }
        func shown(_ total: Int, _ elapsed: Duration) -> String {
            var display = ProgressDisplay(total: total, terminal: wide)
            return display.ended(SampleReport.passing, at: elapsed)
        }
        #expect(!shown(100, .milliseconds(999)).contains("left"))
        #expect(shown(100, .seconds(2)).contains(" 1/100  0.5/s  3:18 left  login/creates a token"))
        #expect(shown(8000, .seconds(1)).contains(" 1.0/s  2:13:19 left"))
        #expect(shown(1, .seconds(1)).hasSuffix(" 1/1  1.0/s  login/creates a token"))
    }

    @Test("the line is updated at most every 80 ms, and at the end")
    func redrawing() {
        var display = ProgressDisplay(total: 3, terminal: Self.watched)
        #expect(display.ended(SampleReport.passing, at: .milliseconds(0)) != "")
        #expect(display.ended(SampleReport.passing, at: .milliseconds(79)) == "")
        #expect(display.ended(SampleReport.passing, at: .milliseconds(79)).contains("3/3"))
    }

    @Test("the line is shorter than the terminal", arguments: 0...120)
    func width(columns: Int) {
        let terminal = Terminal(isTerminal: true, columns: max(1, columns)) { ["NO_COLOR": "1"][$0] }
        var display = ProgressDisplay(total: 20_000, terminal: terminal)
        var result = SampleReport.wrongStatus
        result.id = "login/名前が日本語の\u{1B}[2Jケース"
        let drawn = display.ended(result, at: .zero).dropFirst("\r\u{1B}[2K".count)
        let width = drawn.reduce(0) { $0 + ($1.isASCII || "█░…".contains($1) ? 1 : 2) }
        #expect(width < max(1, columns))
        #expect(!drawn.contains("\u{1B}"))
    }

    @Test("a log has at most ten lines of progress, the same in each run")
    func log() {
        var display = ProgressDisplay(total: 95, terminal: Self.logged)
        let text = (0..<95).map { _ in display.ended(SampleReport.wrongStatus, at: .zero) }.joined() + display.finish()
        #expect(
            text.split(separator: "\n") == [
                "10 of 95 cases", "20 of 95 cases", "30 of 95 cases", "40 of 95 cases", "50 of 95 cases",
                "60 of 95 cases", "70 of 95 cases", "80 of 95 cases", "90 of 95 cases", "95 of 95 cases",
            ])
    }
}

@Suite("Untested parts")
struct ExtentTests {
    private static func report(unasked: [Omission]) -> RunReport {
        var generated = RunExtent.Generated(file: "a.json", operation: "list")
        generated.add(200, count: 2)
        generated.add(404)
        var report = SampleReport.report
        report.extent = RunExtent(asked: 3, unasked: unasked, generated: [generated])
        return report
    }

    private static let line = "list: 2 of 3 fuzz-generated requests got a success status (404: 1)"

    @Test("untested parts have a heading, separate from generated requests")
    func unasked() throws {
        let reason = "it has no parameter"
        let report = Self.report(
            unasked: [.init(file: "a.json", operation: "ping", what: "fuzz", reason: reason)])
        let summary = try MarkdownReport.render(report).replacing("\\", with: "")
        let parts = summary.split(separator: "### Not tested")
        try #require(parts.count == 2)
        #expect(parts[0].contains("Not tested: 1 of 4") && parts[0].contains(Self.line))
        #expect(parts[1].contains("- ping (generated requests): \(reason)") && !parts[1].contains("fuzz-generated"))
        #expect(
            report.extent?.lines == [
                "not tested: 1 of 4 possible checks (75 % tested)", "  ping (generated requests): \(reason)", Self.line,
            ])
    }

    @Test("there is no heading if everything was tested")
    func everything() throws {
        let summary = try MarkdownReport.render(Self.report(unasked: [])).replacing("\\", with: "")
        #expect(!summary.contains("ot asked") && summary.contains("- \(Self.line)"))
    }
}
