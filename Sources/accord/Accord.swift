import AccordCore
import ArgumentParser

/// The command line: parses, wires and prints.
@main
struct Accord: ParsableCommand {
    static let configuration = CommandConfiguration(
        // Said of each command: the parser takes its time to make one of a type's name.
        commandName: "accord",
        abstract: "Hold servers and clients to the contract between them.",
        discussion: """
            A contract is one JSON file: the API's documentation, the client's test suite, the mock server's script \
            and the server's acceptance test.

              accord lint Specs                                      check the contracts
              accord mock Specs                                      serve them
              accord verify --base-url http://localhost:8080 Specs   verify a server against them

            Exit status: 0 passed, 1 a contract is broken, 2 wrong usage, 3 a contract is invalid, \
            4 the server can't be reached, 130 interrupted.
            """,
        version: Self.version,
        subcommands: [
            Verify.self, Mock.self, Record.self, Lint.self, Docs.self, Cases.self, Explain.self, Init.self,
            Generate.self, Report.self, Needs.self, Convert.self, PrintManual.self,
        ]
    )

    static let version = RunReport.Tool.current.version

    static func main() {
        IgnoredSignals.ignore()
        if let problem = UnknownSubcommand.message(CommandLine.arguments.dropFirst()) {
            ExitStatus.usage.because(problem).exit()
        }
        do {
            var command = try parseAsRoot()
            try command.run()
            ExitStatus.passed.exit()
        } catch let status as ExitStatus {
            status.exit()
        } catch {
            let text = fullMessage(for: error)
            guard exitCode(for: error) != .success else {
                if !text.isEmpty { Output.line(text) }
                ExitStatus.passed.exit()
            }
            if let problem = UnknownValue.message(CommandLine.arguments.dropFirst()) {
                ExitStatus.usage.because(problem).exit()
            }
            StandardError.write(text)
            ExitStatus.usage.exit()
        }
    }
}
