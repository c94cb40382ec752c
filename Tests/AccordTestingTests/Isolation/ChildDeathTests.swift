// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordTesting

@Suite("The end of a child process") struct ChildDeathTests {
    @Test(
        "is described in words",
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

    @Test("has the same description in each run, without addresses, registers and times")
    func same() {
        func text(_ address: String) -> String {
            """
            accord: running a
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

    private static func finding(_ end: String?, _ standardError: String) -> Finding {
        ChildDeath(end: end, standardError: Array(standardError.utf8))
            .finding(at: SourceLocation(file: "a.json", line: 1, column: 1), caseID: "a")
    }

    @Test("names the line of the client, and omits stack frames without a name")
    func source() {
        let stack = """
            Current stack trace:
            0    libswiftCore.so                    0x7f01 swift_reportError + 33
            1    ShopTests.xctest                   0x7f02 <unavailable> + 8884574
            2    libdispatch.so                     0x7f03 <unavailable> + 180360
            3    libc.so.6                          0x7f04 __libc_start_main + 12

            """
        let own = Self.finding(
            ".signal(SIGILL → 4)", "accord: running a\nShop/Client.swift:144: Fatal error: no\n\(stack)")
        #expect(own.message == "the client crashed at Shop/Client.swift:144")
        #expect(own.place?.name == "Shop/Client.swift:144")
        #expect(own.advice?.contains("throw an error at that line") == true)
        #expect(own.actual == "signal SIGILL (4)\nShop/Client.swift:144: Fatal error: no")
        let named = stack.replacing("<unavailable> + 8884574", with: "Shop.Client.read() + 12")
        let told = Self.finding(nil, "Shop/Client.swift:9: Precondition failed: x\n\(named)")
        #expect(told.message == "the client crashed at Shop/Client.swift:9")
        #expect(told.actual?.contains("Current stack trace:\n1    ShopTests.xctest") == true, "\(told.actual ?? "")")
        // Where Swift's own library checks, the client's line isn't known.
        let index = Self.finding(
            nil, "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range\n\(stack)")
        #expect(index.message == "the client crashed" && index.place?.name == nil)
        #expect(index.actual?.hasSuffix("Fatal error: Index out of range") == true)
    }

    @Test(
        "has advice for its cause",
        arguments: [
            (".signal(SIGILL → 4)", "", "the client crashed", "try!"),
            (".signal(SIGSEGV → 11)", "", "the client crashed", "unsafe pointers"),
            (".signal(SIGKILL → 9)", "", "the client crashed", "it ran out of memory"),
            (".exitCode(3)", "", "the client ended the process", "throw an error instead of calling exit"),
            (
                ".exitCode(1)", "x\n\(ChildDeath.exitMark)", "the client ended the process",
                "throw an error instead of calling exit"
            ),
        ])
    func advice(end: String, standardError: String, message: String, advice: String) {
        let finding = Self.finding(end, standardError)
        #expect(finding.message == message)
        #expect(finding.advice?.contains(advice) == true)
        if !standardError.isEmpty { #expect(finding.actual == "the client called exit\nx") }
    }
}
