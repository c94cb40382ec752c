// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ArgumentParser

/// The root command, `accord`, which contains all other commands.
@main
struct Accord: ParsableCommand {
    static let configuration = CommandConfiguration(
        // Sets the name explicitly, because the argument parser is slow to derive a name from the type's name.
        commandName: "accord", abstract: "Test servers and clients against the API's documentation.",
        discussion: """
            A contract is a JSON file that documents an API. \
            Accord tests clients and servers against contracts, and serves contracts as a mock. \
            Accord also reads OpenAPI documents.

            Exit status: 0 passed; 1 contract violated; 2 wrong usage, or a missing file, folder or revision; \
            3 invalid document; 4 server unreachable; 130 interrupted.
            """, version: Self.version,
        subcommands: [
            Verify.self, Mock.self, Record.self, Lint.self, Docs.self, Cases.self, Explain.self, Init.self,
            Generate.self, Report.self, Needs.self, Diff.self, CanDeploy.self, PactCommand.self, Convert.self,
            Config.self, PrintManual.self, Completions.self,
        ]
    )

    static let version = RunReport.Tool.current.version

    static func main() {
        StopSignals.ignoreWriteSignals()
        run(Array(CommandLine.arguments.dropFirst())).exit()
    }

    /// Runs the command that the arguments name, prints its errors, and returns its exit status.
    static func run(_ given: [String]) -> ExitStatus {
        SafeText.escape(given)
        var arguments = given
        if arguments == ["-V"] || arguments == ["version"] { arguments = ["--version"] }
        let description = CommandDescription(Self.self)
        var effective: EffectiveArguments?
        // Names the help of the command in the arguments.
        func seeHelp() { StandardError.write("See \(description.named(by: arguments[...]).command.name) --help") }
        do {
            if EffectiveArguments.areNeeded(arguments) {
                effective = try EffectiveArguments(arguments, description)
                arguments = effective?.arguments ?? arguments
            }
            var command = try parseAsRoot(arguments)
            // Reports a misspelled command, such as `accord help mok`. The argument parser would print the help of
            // `accord` and no error.
            if arguments.first == "help", let problem = description.mistake(in: arguments) {
                throw ExitStatus.usage.because(problem)
            }
            try command.run()
            return .passed
        } catch let status as ExitStatus {
            if status == .usage { seeHelp() }
            return status
        } catch {
            let text = fullMessage(for: error)
            guard exitCode(for: error) != .success else {
                if !text.isEmpty { Output.line(text) }
                if text.hasPrefix("OVERVIEW:") {
                    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
                    Output.text(description.named(by: words).command.footer)
                }
                return .passed
            }
            let problem = problem(arguments, error, description)
            let status = ExitStatus.usage.because(effective?.message(for: problem) ?? problem)
            seeHelp()
            return status
        }
    }

    /// Returns the message about arguments that the argument parser rejects.
    static func problem(_ arguments: [String], _ error: any Error, _ description: CommandDescription) -> String {
        description.mistake(in: arguments)
            ?? description.named(by: arguments[...]).command.describing(sentence(fullMessage(for: error)))
    }

    /// Returns the message of the argument parser without its first word “Error: ” and its usage, as the end of a line.
    private static func sentence(_ text: String) -> String {
        let usage = text.firstRange(of: "\nUsage:")?.lowerBound ?? text.endIndex
        let message = text[..<usage].trimmingPrefix("Error: ").replacing(#/ '([^']*)'/#) { " “\($0.output.1)”" }
            .replacing(" Please provide one of ", with: " The values are ")
        let starts = ["Missing ", "Unknown ", "Unexpected ", "The value "]
        return starts.contains(where: message.hasPrefix)
            ? message.prefix(1).lowercased() + message.dropFirst() : String(message)
    }
}

extension ArgumentHelp {
    /// Returns the help of an argument whose value `--help` shows under the name `name`, such as `<file>`.
    static func value(_ name: String, _ abstract: String) -> ArgumentHelp { ArgumentHelp(abstract, valueName: name) }

    /// Returns the help of an option that only `--help-hidden` shows.
    static func hidden(_ abstract: String) -> ArgumentHelp { ArgumentHelp(abstract, visibility: .hidden) }

    /// Returns the help of an option with a value that only `--help-hidden` shows.
    static func hidden(_ name: String, _ abstract: String) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: name, visibility: .hidden)
    }
}
