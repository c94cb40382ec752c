// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation

/// The arguments of a command. The command line takes precedence over environment variables, which take precedence over
/// the configuration file.
struct EffectiveArguments {
    /// The values of an option, and the place that sets them: the command line, an environment variable or the
    /// configuration file.
    struct Source {
        var key: String
        var values: [String]
        var origin: String
    }

    /// The complete command line, including the options from variables and the configuration file.
    private(set) var arguments: [String]
    private(set) var sources: [Source] = []
    /// The command that the arguments name, or `nil` if they name no command with options.
    private(set) var command: CommandDescription?

    /// The name of `accord config`, which prints the options of the other commands.
    static let printing = "config"
    private static let commandLine = "the command line"
    /// The beginning of an argument such as `--no-refusals`, which resets the option of a variable or of the file.
    private static let reset = "--no-"
    /// Sets of options that exclude each other. For example, if the command line contains `--server`, Accord ignores
    /// `base-url` in the configuration file.
    private static let exclusive: [Set<String>] = [["base-url", "server"], ["state-url", "state-command"]]
    /// Options that have no meaning without one of other options. Accord ignores such an option of a variable or of the
    /// file if no place sets another option, for example after `--no-fuzz`.
    private static let requirements: [String: Set<String>] = [
        "seed": ["fuzz"], "refusal-status": ["refusals", "fuzz"],
    ]
    /// The options that no environment variable sets. Client tests use the variables with these names, such as
    /// `ACCORD_CASE`, for a different purpose.
    private static let reserved: Set<String> = ["case", "report", "documents"]

    /// Returns whether an environment variable or a configuration file may set an option. If not, the process doesn't
    /// read the command's help, which would take some milliseconds.
    static func areNeeded(_ given: [String]) -> Bool {
        given.contains { word in ["--config", "--environment", reset].contains { word.hasPrefix($0) } }
            || ConfigurationFile.names.contains(where: Environment.hasFile)
            || ProcessInfo.processInfo.environment.keys.contains { $0.hasPrefix("ACCORD_") }
    }

    /// Combines the options of the command line, the environment variables and the configuration file.
    ///
    /// - Throws: `ExitStatus.usage` if the configuration file can't be used.
    init(_ given: [String], _ description: CommandDescription) throws {
        arguments = given
        let (command, commandArguments) = description.named(by: given[...])
        guard command.subcommands.isEmpty, command.shortName != Self.printing else { return }
        self.command = command
        let resets = commandArguments.filter {
            $0.hasPrefix(Self.reset) && command.option(String($0.dropFirst(2))) == nil
        }.map { String($0.dropFirst(Self.reset.count)) }.filter { command.option($0) != nil }
        arguments.removeAll { word in resets.contains { word == Self.reset + $0 } }
        let line = Self.scan(commandArguments, command)
        guard line["help"] == nil, line["version"] == nil, line["h"] == nil else { return }
        sources = line.sorted { $0.key < $1.key }
            .map { Source(key: $0.key, values: $0.value, origin: Self.commandLine) }
        let file = try ConfigurationFile(path: line["config"]?.last, description)
        var variables: [Source] = []
        for (key, option) in command.settable where !Self.reserved.contains(key) && !option.names.isEmpty {
            let name = "ACCORD_\(key.uppercased().replacing("-", with: "_"))"
            if let value = Environment.value(name) { variables.append(Source(key: key, values: [value], origin: name)) }
        }
        // Other commands have an option of this name for the environments of a broker.
        let choices = command.shortName == ConfigurationFile.main ? sources + variables : []
        let environment = choices.first { $0.key == "environment" }?.values.last ?? file?.environment
        if let environment, file == nil {
            throw ExitStatus.usage.because("--environment \(environment): no accord.yaml describes the environment")
        }
        var weaker = variables
        // The last setting of an option in the file takes precedence. Reverse the settings, because the first setting
        // in `weaker` is used.
        weaker += try (file?.settings(command, environment: environment) ?? []).reversed()
        let set = Set((sources + weaker).map(\.key)).subtracting(resets)
        for source in weaker where !resets.contains(source.key) {
            let alternatives = Self.exclusive.first { $0.contains(source.key) } ?? [source.key]
            guard !sources.contains(where: { alternatives.contains($0.key) }) else { continue }
            guard Self.requirements[source.key].map({ !$0.isDisjoint(with: set) }) ?? true,
                let option = command.option(source.key)
            else { continue }
            sources.append(source)
            if option.names.isEmpty {
                arguments += source.values
            } else if option.isFlag {
                if ["true", "1", "yes"].contains(source.values.last?.lowercased()) {
                    arguments.append("--\(source.key)")
                }
            } else {
                arguments += source.values.map { "--\(source.key)=\($0)" }
            }
        }
    }

    /// Returns the message about an invalid value. The message names the environment variable or the line of the file
    /// that sets the value.
    func message(for problem: String) -> String {
        let source = sources.first { $0.origin != Self.commandLine && problem.contains("--\($0.key)") }
        return source.map { "\($0.origin): \(problem)" } ?? problem
    }

    /// Returns the options and positional arguments on a command line, each with its key and values.
    private static func scan(_ line: ArraySlice<String>, _ command: CommandDescription) -> [String: [String]] {
        var valuesByKey: [String: [String]] = [:]
        let documents = command.settable.first { $0.argument.names.isEmpty }?.key
        for word in command.words(in: line) {
            let key = word.name.map { name in word.option?.key ?? String(name.drop { $0 == "-" }) }
            guard let key = key ?? documents else { continue }
            valuesByKey[key, default: []].append(word.value ?? (word.option?.isFlag == false ? "" : "true"))
        }
        return valuesByKey
    }
}
