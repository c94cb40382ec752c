// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordVerifier
import ArgumentParser

/// The options of `verify` for credentials.
struct SecurityArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Read variables from a file with NAME=value lines.", valueName: "file"))
    var envFile: String?

    @Option(
        name: .customLong("token-url"),
        help: ArgumentHelp(
            "Request OAuth 2 access tokens from this URL instead of tokenUrl.", valueName: "url", visibility: .hidden))
    var tokenURL: String?

    @Option(help: ArgumentHelp("Sign each request with this shell command.", valueName: "command", visibility: .hidden))
    var signCommand: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A security scheme's value: 'bearerAuth=${env.TOKEN}'; for a second user: 'bearerAuth@bob=…'.",
            valueName: "name=value"))
    var auth: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Get the token of a security scheme with a login request: \
            'bearerAuth={"operation": "login", "body": {"name": "${env.USER}"}, "token": "/token"}'. Repeatable.
            """, valueName: "name=json", visibility: .hidden))
    var login: [String] = []

    @Option(
        name: .customLong("header"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Add a header field to every request: 'Name: value'.", valueName: "header"))
    var headers: [String] = []

    /// Returns the credentials and header fields that the options specify.
    ///
    /// - Throws: `ExitStatus.usage` if a value is malformed.
    func given() throws -> GivenCredentials {
        try ExitStatus.usageOnError { try GivenCredentials(auth: auth, headers: headers, logins: login) }
    }

    /// Returns the command-line options that specify these credentials, with secrets masked.
    ///
    /// - Throws: `ExitStatus.usage` if a value is malformed.
    func shownOptions() throws -> [String] {
        let secrets = Secrets(options: try given())
        return [("--auth", auth), ("--login", login), ("--header", headers)].flatMap { option, values in
            values.map { "\(option) \(CurlCommand.quoted(secrets.shown($0)))" }
        }
    }

    /// Returns the variables of `--env-file`. These variables take precedence over the environment variables of the
    /// process.
    ///
    /// - Throws: `ExitStatus.usage` if the file can't be read. The error message doesn't contain the file's lines,
    ///   because they may contain secrets.
    func environment() throws -> Scope.Environment {
        guard let envFile else { return Environment.value }
        do {
            let file = try EnvironmentFile(String(decoding: DiskFiles().read(envFile), as: UTF8.self))
            return { name in
                file.values[name].flatMap { $0.isEmpty ? nil : $0 } ?? Environment.value(name)
            }
        } catch let mistake as EnvironmentFile.Mistake {
            throw ExitStatus.usage.because("\(envFile):\(mistake.line): \(mistake.reason)")
        } catch {
            throw ExitStatus.usage.because("--env-file \(envFile): \(error)")
        }
    }
}

/// The options for provider states. A case lists its states in `given`.
struct StateArguments: ParsableArguments {
    @Option(
        name: .customLong("state-url"),
        help: ArgumentHelp(
            "Set up and tear down provider states with POST requests to this URL, like Pact.", valueName: "url"))
    var url: String?

    @Option(
        name: .customLong("state-command"),
        help: ArgumentHelp("Set up and tear down provider states with this shell command.", valueName: "command"))
    var command: String?

    var handler: StateHandler? {
        url.map { .url($0) } ?? command.map { .command($0) }
    }

    func validate() throws {
        guard url == nil || command == nil else {
            throw ValidationError("--state-url and --state-command are mutually exclusive")
        }
    }
}
