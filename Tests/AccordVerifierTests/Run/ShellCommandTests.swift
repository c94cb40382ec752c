// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordVerifier

@Suite("Shell commands", .timeLimit(.minutes(20)))
struct ShellCommandTests {
    @Test("a command gets its input, and returns its output and status")
    func runs() {
        let result = ShellCommand(line: "cat; echo oops >&2; exit 3", input: Array("hello".utf8)).run()
        #expect(result == CommandResult(status: 3, output: Array("hello".utf8), errors: Array("oops\n".utf8)))
    }

    @Test("a command has the environment and the additional variables")
    func environment() {
        let result = ShellCommand(
            line: "printf '%s' \"$ACCORD_STATE${PATH:+ and more}\"", environment: ["ACCORD_STATE=a b"]
        )
        .run()
        #expect(String(decoding: result.output, as: UTF8.self) == "a b and more")
    }

    @Test("a command may ignore its input and print a lot of output")
    func muchOfBoth() {
        let input = [UInt8](repeating: 97, count: 1_000_000)
        #expect(ShellCommand(line: "exit 0", input: input).run().status == 0)
        #expect(ShellCommand(line: "cat", input: input).run().output == input)
    }

    @Test("a command is ended at its time limit")
    func timeLimit() {
        let result = ShellCommand(line: "sleep 60", timeLimit: 0.05).run()
        #expect(result.status == 128 + 9)
        #expect(String(decoding: result.errors, as: UTF8.self).contains("0.05 s"))
    }

    @Test("a missing command is an error")
    func missing() {
        #expect(ShellCommand(line: "accord-no-such-command").run().status == 127)
    }
}
