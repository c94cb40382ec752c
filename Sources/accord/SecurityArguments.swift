import AccordContract
import AccordCore
import AccordVerifier
import ArgumentParser

/// The credentials of requests.
struct SecurityArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read variables for ${env.NAME} from a file of NAME=value lines, before the environment.", valueName: "file"
        ))
    var envFile: String?

    @Option(
        name: .customLong("token-url"),
        help: ArgumentHelp("Request OAuth 2 access tokens from this URL instead of tokenUrl.", valueName: "url"))
    var tokenURL: String?

    @Option(
        help: ArgumentHelp(
            "Sign each request by this shell command: it reads the request as JSON, and prints headers to add as JSON.",
            valueName: "command"))
    var signCommand: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The value of a security scheme that the document names: '${env.TOKEN}', '${env.USER}:${env.PASSWORD}'. Repeatable.",
            valueName: "name=value"))
    var auth: [String] = []

    @Option(
        name: .customLong("header"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A header of every request, 'Name: value', where it has none of that name. Repeatable.", valueName: "header"
        ))
    var headers: [String] = []

    /// - Throws: `ExitStatus.usage` for a text of another form.
    func given() throws -> GivenCredentials {
        do {
            return try GivenCredentials(auth: auth, headers: headers)
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }

    /// - Throws: `ExitStatus.usage` where the file can't be read; its lines, which may be secrets, aren't shown.
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
