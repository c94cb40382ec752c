import Testing

@testable import AccordVerifier

@Suite("Lines for the shell")
struct ShellCommandTests {
    @Test("reads the input, and says what the line said, with its status")
    func runs() {
        let result = ShellCommand(line: "cat; echo oops >&2; exit 3", input: Array("hello".utf8)).run()
        #expect(result == CommandResult(status: 3, output: Array("hello".utf8), errors: Array("oops\n".utf8)))
    }

    @Test("has the environment, with what is added")
    func environment() {
        let result = ShellCommand(
            line: "printf '%s' \"$ACCORD_STATE${PATH:+ and more}\"", environment: ["ACCORD_STATE=a b"]
        )
        .run()
        #expect(String(decoding: result.output, as: UTF8.self) == "a b and more")
    }

    @Test("takes no harm from a line that reads nothing, and passes on much output")
    func muchOfBoth() {
        let input = [UInt8](repeating: 97, count: 1_000_000)
        #expect(ShellCommand(line: "exit 0", input: input).run().status == 0)
        #expect(ShellCommand(line: "cat", input: input).run().output == input)
    }

    @Test("ends a line that takes too long")
    func timeLimit() {
        let result = ShellCommand(line: "sleep 60", timeLimit: 0.05).run()
        #expect(result.status == 128 + 9)
        #expect(String(decoding: result.errors, as: UTF8.self).contains("0.05 s"))
    }

    @Test("says that a command isn't there")
    func missing() {
        #expect(ShellCommand(line: "accord-no-such-command").run().status == 127)
    }
}
