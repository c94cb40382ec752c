import AccordContract
import AccordJudging
import Testing

@testable import AccordTesting

@Suite("How a child process ended") struct ChildDeathTests {
    @Test(
        "is said in words",
        arguments: [
            (".signal(SIGABRT → 6)", "signal SIGABRT (6)"),
            (".exitCode(EXIT_FAILURE → 1)", "exit code EXIT_FAILURE (1)"),
            (".exitCode(3)", "exit code 3"), (".signal(99)", "signal 99"), ("no file", "no file"),
        ])
    func words(end: String, text: String) {
        #expect(ChildDeath.plain(end) == text)
    }

    static func actual(_ standardError: String) -> String? {
        ChildDeath(end: ".signal(SIGABRT → 6)", standardError: Array(standardError.utf8))
            .finding(at: SourceLocation(file: "a.json", line: 1, column: 1), caseID: "a").actual
    }

    @Test("is the same of two runs: without addresses, registers and times")
    func same() {
        func text(_ address: String) -> String {
            """
            accord: trying a
            *** Signal 6: Backtracing from 0x\(address)... done ***
            *** Program crashed: Aborted at 0x\(address) ***
            0 0x\(address) in free() in libc.so.6

            Registers:
            rax 0x\(address) 48 \(address)
            Backtrace took 0.\(address)s
            """
        }
        let first = Self.actual(text("7f01"))
        #expect(first == Self.actual(text("7f02")))
        #expect(
            first?.hasPrefix("signal SIGABRT (6)\n*** Program crashed: Aborted at 0x… ***\n0 0x… in free()") == true)
        #expect(Self.actual("free(): invalid pointer 0x7f01") == "signal SIGABRT (6)\nfree(): invalid pointer 0x…")
        #expect(Self.actual("a.swift:1: Fatal error: x") != Self.actual("a.swift:1: Fatal error: y"))
    }
}
