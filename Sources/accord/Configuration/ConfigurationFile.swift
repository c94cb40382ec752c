// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordOpenAPI
import AccordRendering

/// The file `accord.yaml` or `accord.json`, which sets options of commands. Each key is the name of an option without
/// its dashes.
///
/// The top level contains the options of `accord verify`, a section for each other command, and `environments`. Options
/// about documents apply to every command.
struct ConfigurationFile {
    static let names = ["accord.yaml", "accord.yml", "accord.json"]
    /// The keys that occur only in the `accord.json` of a test target.
    private static let ofTestTargets = [
        "contracts", "overlays", "operations", "level", "isolated", "inputs", "framework",
    ]
    static let environments = "environments"
    static let main = "verify"
    /// The options at the top level that apply to every command.
    static let common: Set<String> = ["documents", "overlay", "ref", "ref-root", "strict", "color"]

    private let root: JSONValue
    private let commands: [CommandDescription]

    /// Reads the file at `path`, or else `accord.yaml` or `accord.json` in the current folder. Returns `nil` if no file
    /// exists.
    ///
    /// - Throws: `ExitStatus.usage` if the file can't be read, or contains an unknown key.
    init?(path: String?, _ description: CommandDescription) throws {
        guard let file = path ?? Self.names.first(where: Environment.hasFile) else { return nil }
        let root = try ExitStatus.usageOnError("can't read \(VisibleText.name(file)): ") {
            let bytes = try DiskFiles().read(file)
            let isEmpty = bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
                line.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "#") } ?? true
            }
            return try YAMLDocuments().read(isEmpty ? Array("{}".utf8) : bytes, file, file: file)
        }.root
        // Ignores the `accord.json` of a test target. This file has a different format, which only `accord init` and
        // the plugin read.
        if path == nil, Self.ofTestTargets.contains(where: { root[$0] != nil }) { return nil }
        self.root = root
        commands = description.all
        try check()
    }

    /// Returns the settings of a command such as `report merge`. Later settings override earlier settings.
    func settings(_ command: CommandDescription, environment: String?) throws -> [EffectiveArguments.Source] {
        let word = command.shortName
        let isMain = word == Self.main
        var settings = try Self.settings(root, command) { isMain || Self.common.contains($0) }
        if let environment {
            guard let values = root[Self.environments]?[environment] else {
                let names = root[Self.environments]?.members.map(\.key) ?? []
                throw Self.failure(root, "unknown environment “\(environment)”", among: names, for: environment)
            }
            if isMain { settings += try Self.settings(values, command) { _ in true } }
        }
        guard !isMain, let section = root[word], section.kind == .object else { return settings }
        return try settings + Self.settings(section, command) { _ in true }
    }

    /// The name of the environment that the file selects with the key `environment`.
    var environment: String? { root["environment"]?.string }

    private static func settings(
        _ object: JSONValue, _ command: CommandDescription, where isIncluded: (String) -> Bool
    ) throws -> [EffectiveArguments.Source] {
        try object.members.compactMap { member in
            guard isIncluded(member.key), let option = command.option(member.key) else { return nil }
            // A key can be the name of both a command and an option, such as “report”.
            if member.value.kind == .object, !option.isRepeating { return nil }
            let origin = "\(member.value.document.file):\(member.value.position.line)"
            return .init(key: member.key, values: try values(member.value, option), origin: origin)
        }
    }

    /// Converts a value to command-line values. A mapping becomes a list of pairs, such as `bearerAuth=…`.
    private static func values(_ value: JSONValue, _ option: CommandDescription.Argument) throws -> [String] {
        func text(_ value: JSONValue) throws -> String {
            if let string = value.string { return string }
            guard value.kind != .object, value.kind != .array, value.kind != .null else {
                throw failure(value, "expected a string or a number")
            }
            return JSON(value).compact
        }
        switch value.kind {
        case .array where option.isRepeating: return try value.elements.map(text)
        case .object where option.isRepeating:
            let separator = option.names.contains("--header") ? ": " : "="
            let isLogin = option.names.contains("--login")
            return try value.members.map { member in
                "\(member.key)\(separator)\(isLogin ? JSON(member.value).compact : try text(member.value))"
            }
        case .object, .array: throw failure(value, "expected one value")
        case .null: return []
        case .string, .number, .bool: break
        }
        guard option.isFlag else { return [try text(value)] }
        guard let isSet = value.bool else { throw failure(value, "expected true or false") }
        return [isSet ? "true" : "false"]
    }

    // MARK: Checks

    private func check() throws {
        guard root.kind == .object else { throw Self.failure(root, "expected an object with options of accord") }
        let main = commands.first { $0.shortName == Self.main }
        let sections = commands.filter { $0.subcommands.isEmpty && $0.shortName != Self.main }
        let topLevelKeys = [Self.environments, "environment", "$schema"]
        try check(root, main, others: topLevelKeys + sections.map(\.shortName) + Self.common.sorted())
        for section in sections {
            guard let value = root[section.shortName], value.kind == .object else { continue }
            try check(value, section, others: [])
        }
        guard let environments = root[Self.environments] else { return }
        for environment in environments.members { try check(environment.value, main, others: []) }
    }

    private func check(_ object: JSONValue, _ command: CommandDescription?, others: [String]) throws {
        let known = (command?.settable.map(\.key) ?? []) + others
        for member in object.members where !known.contains(member.key) {
            throw Self.failure(member.value, "unknown key “\(member.key)”", among: known, for: member.key)
        }
    }

    /// - Parameters:
    ///   - names: The known names, of which the message suggests the most similar one.
    ///   - name: The unknown name, or an empty string if the mistake isn't an unknown name.
    private static func failure(
        _ value: JSONValue, _ reason: String, among names: [String] = [], for name: String = ""
    ) -> ExitStatus {
        ExitStatus.usage.because("\(SourceLocation(value)): \(reason)\(Suggestion.hint(for: name, in: names))")
    }
}

extension CommandDescription {
    /// The command's name without `accord`, such as `report merge`.
    var shortName: String { name.split(separator: " ").dropFirst().joined(separator: " ") }

    /// The arguments that a configuration file can set: all except `--config`, `--help` and `--version`.
    var settable: [(key: String, argument: Argument)] {
        arguments.compactMap { argument in
            guard let key = argument.key, !["config", "help", "version"].contains(key) else { return nil }
            return (key, argument)
        }
    }

    func option(_ key: String) -> Argument? { settable.first { $0.key == key }?.argument }
}

extension CommandDescription.Argument {
    /// The argument's key in a configuration file: an option's long name without dashes, or a positional argument's
    /// plural name.
    var key: String? {
        guard !names.isEmpty else { return isRepeating ? "\(valueName)s" : nil }
        return names.first { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    }
}
