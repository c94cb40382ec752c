// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import AccordVerifier
import ArgumentParser

/// The command `accord config`, which prints the values of a command's options and the origin of each value.
struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: EffectiveArguments.printing,
        abstract: "Print the options of a command with their values, and the origin of each value.",
        discussion: """
            A value on the command line takes precedence over an environment variable such as ACCORD_BASE_URL. \
            An environment variable takes precedence over accord.yaml or accord.json in the current folder. \
            With --schema, the command prints the JSON Schema of the configuration file.
            """)

    @Flag(help: "Print the JSON Schema of the configuration file.")
    var schema = false

    @Argument(
        parsing: .captureForPassthrough,
        help: .value("command", "The command, followed by its options; default: verify."))
    var line: [String] = []

    func run() throws {
        if ["--help", "-h"].contains(line.first) { throw CleanExit.helpRequest(self) }
        let description = CommandDescription(Accord.self)
        if schema || line.first == "--schema" {
            return Output.text(ConfigurationSchema(description).json.pretty + "\n")
        }
        let effective = try EffectiveArguments(line.isEmpty ? [ConfigurationFile.main] : line, description)
        guard let command = effective.command else {
            let unknown = "accord has no command “\(line.joined(separator: " "))” with options"
            throw ExitStatus.usage.because(description.mistake(in: line) ?? unknown)
        }
        do {
            _ = try Accord.parseAsRoot(effective.arguments)
        } catch {
            let problem = Accord.problem(effective.arguments, error, description)
            throw ExitStatus.usage.because(effective.message(for: problem))
        }
        let secrets = try Self.secrets(in: effective.sources)
        var rows: [[String]] = []
        for (key, option) in command.settable {
            if let source = effective.sources.first(where: { $0.key == key }) {
                let values = source.values.map { Self.shown($0, of: key, secrets) }
                rows.append([key, values.joined(separator: ", "), source.origin])
            } else if let value = option.defaultValue {
                rows.append([key, value, "default"])
            }
        }
        let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let padded = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count)
            }
            Output.line("\(padded.joined(separator: "  "))  \(row[2])")
        }
    }

    /// Returns the value of an option without its secrets. Unlike a line that repeats a request, the value names no
    /// variable in place of a literal secret. Also masks short secrets, which text in general could contain by chance.
    private static func shown(_ value: String, of key: String, _ secrets: Secrets) -> String {
        if key == "auth", let equals = value.firstIndex(of: "=") {
            let literal = value[equals...].dropFirst().replacing(/\$\{env\.[^}]*\}/, with: "")
            if literal.contains(where: { $0.isLetter || $0.isNumber }) { return value[...equals] + Masking.mark }
        }
        let isURL = value.contains("://")
        var parts = URLParts(isURL ? value : "http://\(value)")
        guard isURL || key == "proxy", parts.host != nil else { return secrets.shown(value) }
        parts.userInfo = parts.userInfo.map { user in
            "\(user.firstIndex(of: ":").map { user[...$0] } ?? "")\(Masking.mark)"
        }
        parts.query = parts.query.map(RemoteDocument.masked)
        return isURL ? parts.description : String(parts.description.dropFirst(7))
    }

    /// Returns the secrets in the values of options, such as passwords. Reports mask these secrets.
    ///
    /// - Throws: `ExitStatus.usage` if credentials are malformed.
    private static func secrets(in sources: [EffectiveArguments.Source]) throws -> Secrets {
        func values(_ key: String) -> [String] { sources.first { $0.key == key }?.values ?? [] }
        let given = try ExitStatus.usageOnError {
            try GivenCredentials(auth: values("auth"), headers: values("header"), logins: values("login"))
        }
        var secrets = Secrets(options: given)
        for token in values("broker-token") { secrets.add(token) }
        for user in values("broker-user") { secrets.add(String(user.drop { $0 != ":" }.dropFirst())) }
        return secrets
    }
}

/// The JSON Schema of the configuration file: `Resources/configuration.schema.json` with the options of the commands.
struct ConfigurationSchema {
    private let commands: [CommandDescription]
    private let template =
        (try? JSON(parsing: String(decoding: PackageResources.configuration_schema_json, as: UTF8.self))) ?? [:]

    init(_ description: CommandDescription) { commands = description.all.filter(\.subcommands.isEmpty) }

    var json: JSON {
        let main = commands.first { $0.shortName == ConfigurationFile.main }
        let verify = main.map(properties) ?? [:]
        var schema = template
        schema["properties"]?[ConfigurationFile.environments]?["additionalProperties"]?["properties"] = .object(verify)
        var members = verify
        let left = [ConfigurationFile.main, EffectiveArguments.printing]
        for command in commands where !left.contains(command.shortName) {
            let section: JSON = [
                "description": .string(command.abstract), "type": "object",
                "properties": .object(properties(command)), "additionalProperties": false,
            ]
            // A key can be the name of both a command and an option, such as “report”.
            members[command.shortName] = members[command.shortName].map { ["anyOf": [$0, section]] } ?? section
        }
        for (key, value) in schema["properties"]?.object ?? [:] { members[key] = members[key] ?? value }
        schema["properties"] = .object(members)
        return schema
    }

    private func properties(_ command: CommandDescription) -> JSONObject {
        var object = JSONObject()
        for (key, option) in command.settable {
            var schema = template["properties"]?[key]?.object ?? Self.value(option)
            schema["description"] = .string(option.abstract)
            object[key] = .object(schema)
        }
        return object
    }

    private static func value(_ option: CommandDescription.Argument) -> JSONObject {
        if option.isFlag { return ["type": "boolean"] }
        let scalar: JSON = ["type": ["string", "number", "boolean"]]
        guard option.isRepeating else {
            let isClosed = !option.values.isEmpty && option.names != ["--format"]
            return isClosed ? ["enum": .array(option.values.map { .string($0) })] : ["type": ["string", "number"]]
        }
        return [
            "anyOf": [scalar, ["type": "array", "items": scalar], ["type": "object", "additionalProperties": scalar]]
        ]
    }
}
