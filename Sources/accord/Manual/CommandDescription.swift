// SPDX-License-Identifier: Apache-2.0
import AccordContract
import ArgumentParser

/// The name, options and subcommands of a command.
///
/// The argument parser takes long to describe options in debug builds, so each command reads its own when needed.
final class CommandDescription {
    struct Argument {
        /// The syntax of the argument, such as `--output <folder>` or `<paths> ...`.
        var usage: String
        /// The names of the option, such as `--output` and `-o`. The array is empty for a positional argument.
        var names: [String]
        /// The values that the argument accepts, if the argument parser lists them.
        var values: [String]
        var abstract: String
        var defaultValue: String?
        var section: String?
        /// The name of the option's value, such as `url`.
        var valueName: String
        var isRepeating: Bool
        var isFlag: Bool
        /// Whether `--help` doesn't show the option. `--help-hidden` and the manual show all options.
        var isHidden: Bool
    }

    /// The full name of the command, such as `accord report merge`.
    let name: String
    let abstract: String
    /// The paragraphs of the command's discussion. Indented lines are preformatted.
    let discussion: [String]
    /// Examples of complete command lines.
    let examples: [String]
    let subcommands: [CommandDescription]
    private let type: any ParsableCommand.Type

    init(_ type: any ParsableCommand.Type, after parent: String? = nil) {
        let (configuration, word) = (type.configuration, type._commandName)
        let name = parent.map { "\($0) \(word)" } ?? word
        self.name = name
        self.type = type
        abstract = configuration.abstract
        discussion = configuration.discussion.split(separator: "\n\n").map(String.init)
        examples = Self.allExamples[name.split(separator: " ").dropFirst().joined(separator: " ")] ?? []
        subcommands = configuration.subcommands.map { CommandDescription($0, after: name) }
    }

    /// The examples of `Resources/examples.txt`. The key is the command's name without `accord`, in brackets in the
    /// file.
    private static let allExamples: [String: [String]] = {
        var examples: [String: [String]] = [:]
        var command = ""
        for line in String(decoding: PackageResources.examples_txt, as: UTF8.self).lines where !line.isEmpty {
            if line.hasPrefix("[") {
                command = String(line.dropFirst().dropLast())
            } else {
                examples[command, default: []].append(String(line))
            }
        }
        return examples
    }()

    /// The arguments, also those that `--help` hides, read from the output of `--experimental-dump-help`. A command with
    /// subcommands has none.
    private(set) lazy var arguments: [Argument] = {
        guard subcommands.isEmpty else { return [] }
        let root = try? JSONDocument(parsing: type._dumpHelp()).root
        return Self.elements(root?["command"]?["arguments"]).map(Argument.init)
    }()

    /// The examples and notes at the end of the command's help. The command `Accord` prints this text, because the
    /// argument parser doesn't print it.
    var footer: String {
        var text = ""
        if arguments.contains(where: { $0.isHidden && $0.names != ["-h", "--help"] }) {
            text += "`\(name) --help-hidden` and `accord manual` describe all options.\n\n"
        }
        return text + "EXAMPLES:\n" + examples.map { "  \($0)\n" }.joined()
    }

    /// Returns the command that the first words name, and the remaining words.
    func named(by words: ArraySlice<String>) -> (command: CommandDescription, rest: ArraySlice<String>) {
        guard let word = words.first, let next = subcommands.first(where: { $0.name == "\(name) \(word)" }) else {
            return (self, words)
        }
        return next.named(by: words.dropFirst())
    }

    fileprivate static func elements(_ value: JSONValue?) -> [JSONValue] { value.map { Array($0.elements) } ?? [] }

    /// The command and all its subcommands at any depth.
    var all: [CommandDescription] { [self] + subcommands.flatMap(\.all) }
}

extension CommandDescription.Argument {
    fileprivate init(_ argument: JSONValue) {
        let kind = argument["kind"]?.string
        valueName = argument["valueName"]?.string ?? "value"
        isRepeating = argument["isRepeating"]?.bool == true
        isFlag = kind == "flag"
        isHidden = argument["shouldDisplay"]?.bool == false
        let value = "<\(valueName)>"
        names = CommandDescription.elements(argument["names"]).map { name in
            (name["kind"]?.string == "short" ? "-" : "--") + (name["name"]?.string ?? "")
        }
        values = CommandDescription.elements(argument["allValues"]).compactMap(\.string)
        let spelled = names.sorted { $0.count < $1.count }.joined(separator: ", ")
        let repeats = isRepeating ? " ..." : ""
        usage = kind == "positional" ? value + repeats : kind == "option" ? "\(spelled) \(value)" : spelled
        abstract = argument["abstract"]?.string ?? ""
        defaultValue = argument["defaultValue"]?.string
        section = argument["sectionTitle"]?.string
    }

    /// The description of the argument, with its possible values and its default value.
    var text: String {
        var sentences = [abstract]
        if !values.allSatisfy(abstract.contains) { sentences.append("Values: \(values.joined(separator: ", ")).") }
        if let defaultValue { sentences.append("Default: \(defaultValue).") }
        return sentences.joined(separator: " ")
    }
}

extension CommandDescription {
    /// Returns a message about the first unknown subcommand or option value in `arguments`, or `nil` if all are known.
    func mistake(in arguments: [String]) -> String? {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        let (command, rest) = named(by: words)
        guard !command.subcommands.isEmpty, let word = rest.first else { return command.mistake(inOptions: rest) }
        guard !word.hasPrefix("-") else { return command.unknown(word, among: ["--version", "--help"]) }
        let names = command.subcommands.map { String($0.name.dropFirst(command.name.count + 1)) }
        return "unknown command “\(command.name) \(VisibleText.name(word))”; "
            + Self.hint(for: word, in: names, prefix: "\(command.name) ", list: "the commands are")
    }

    /// An option on a command line with its value, or a positional argument, which has no name.
    struct Word {
        var name: String?
        var value: String?
        /// The description of the option, or `nil` if the command doesn't have the option.
        var option: Argument?
    }

    /// Returns the options and positional arguments on the command's line.
    func words(in line: ArraySlice<String>) -> [Word] {
        var words: [Word] = []
        var line = line
        while let word = line.popFirst() {
            guard word != "--" else { return words + line.map { Word(value: $0) } }
            guard word.hasPrefix("-"), word != "-" else {
                words.append(Word(value: word))
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let option = arguments.first { $0.names.contains(parts[0]) }
            let value = parts.count > 1 ? parts[1] : option?.isFlag == false ? line.popFirst() : nil
            words.append(Word(name: parts[0], value: value, option: option))
        }
        return words
    }

    private func mistake(inOptions arguments: ArraySlice<String>) -> String? {
        for word in words(in: arguments) {
            guard let name = word.name else { continue }
            guard let option = word.option else {
                if let unknown = unknown(name, among: self.arguments.flatMap(\.names)) { return unknown }
                continue
            }
            guard !option.isFlag, let value = word.value, !option.values.isEmpty else { continue }
            let words = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard let unknown = words.first(where: { !option.values.contains($0) }) else { continue }
            return "\(name): unknown value “\(VisibleText.name(unknown))”; "
                + Self.hint(for: unknown, in: option.values, list: "the values are")
        }
        return nil
    }

    /// Returns a message about an invalid value with the option's description, which the argument parser omits for
    /// options that `--help` hides.
    func describing(_ problem: String) -> String {
        guard !problem.contains("\nHelp: "), let match = problem.firstMatch(of: /is invalid for “(--[a-z-]+)/),
            let option = arguments.first(where: { $0.names.contains(String(match.output.1)) })
        else { return problem }
        return "\(problem)\nHelp:  \(option.usage)  \(option.text)"
    }

    /// Returns a message about an unknown option, or `nil` if the argument parser may know it.
    private func unknown(_ name: String, among known: [String]) -> String? {
        guard name.hasPrefix("-"), name.count > 2, !known.contains(name),
            !["--help", "--version", "--experimental", "--generate"].contains(where: name.hasPrefix)
        else { return nil }
        let hint = Suggestion.hint(for: name, in: known.filter { $0.count > 2 })
        return "unknown option “\(VisibleText.name(name))”\(hint)"
    }

    private static func hint(for word: String, in known: [String], prefix: String = "", list: String) -> String {
        guard let nearest = Suggestion.nearest(to: word, in: known) else {
            return "\(list) \(known.joined(separator: ", "))"
        }
        return "did you mean “\(prefix)\(nearest)”?"
    }
}
