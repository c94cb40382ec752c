// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordVerifier
import ArgumentParser

/// The options of `verify` for credentials.
struct SecurityArguments: ParsableArguments {
    @Option(help: .value("file", "Read variables from a file with NAME=value lines."))
    var envFile: String?

    @Option(
        name: .customLong("token-url"),
        help: .hidden("url", "Request OAuth 2 access tokens from this URL instead of tokenUrl."))
    var tokenURL: String?

    @Option(help: .hidden("command", "Sign each request with this shell command."))
    var signCommand: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: .value(
            "name=value", "A security scheme's value: 'bearerAuth=${env.TOKEN}'; for a second user: 'bearerAuth@bob=…'."
        ))
    var auth: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: .hidden(
            "name=json",
            """
            Get the token of a security scheme with a login request: \
            'bearerAuth={"operation": "login", "body": {"name": "${env.USER}"}, "token": "/token"}'. Repeatable.
            """))
    var login: [String] = []

    @Option(
        name: .customLong("header"), parsing: .unconditionalSingleValue,
        help: .value("header", "Add a header field to every request: 'Name: value'."))
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
            return { name in file.values[name].flatMap { $0.isEmpty ? nil : $0 } ?? Environment.value(name) }
        } catch let mistake as EnvironmentFile.Mistake {
            throw ExitStatus.usage.because("\(envFile):\(mistake.line): \(mistake.reason)")
        } catch {
            throw ExitStatus.usage.because("--env-file \(envFile): \(error)")
        }
    }
}
