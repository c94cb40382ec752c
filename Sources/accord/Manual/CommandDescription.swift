import AccordJSON
import ArgumentParser

/// A command as the command line describes itself: what `--experimental-dump-help` prints.
struct CommandDescription {
    struct ArgumentDescription {
        /// `--output <folder>`, `<paths> ...`
        var usage: String
        /// `--output`, `-o`; of a positional none.
        var names: [String]
        /// What it takes, where that is one of a few words.
        var values: [String]
        var abstract: String
        var defaultValue: String?
        var section: String?
        var isPositional: Bool
    }

    /// `accord report merge`
    var name: String
    var abstract: String
    /// Paragraphs; one whose lines are indented is shown as it is.
    var discussion: [String]
    var arguments: [ArgumentDescription]
    var subcommands: [CommandDescription]

    /// - Throws: where the description isn't the JSON that it is meant to be.
    init(dump: String) throws {
        let root = try JSONDocument(parsing: dump).root
        guard let command = root["command"] else { throw ExitStatus.usage.because("the description has no command") }
        self.init(command, after: nil)
    }

    private init(_ command: JSONValue, after parent: String?) {
        let own = command["commandName"]?.string ?? ""
        name = parent.map { "\($0) \(own)" } ?? own
        abstract = command["abstract"]?.string ?? ""
        let text = command["discussion"]?.string ?? ""
        discussion = text.split(separator: "\n\n").map(String.init)
        arguments = Self.elements(command["arguments"]).filter { $0["shouldDisplay"]?.bool != false }
            .map(ArgumentDescription.init)
        let name = name
        subcommands = Self.elements(command["subcommands"])
            .filter { $0["shouldDisplay"]?.bool != false && $0["commandName"]?.string != "help" }
            .map { CommandDescription($0, after: name) }
    }

    fileprivate static func elements(_ value: JSONValue?) -> [JSONValue] { value.map { Array($0.elements) } ?? [] }

    /// The command and those below it, from top to bottom.
    var all: [CommandDescription] { [self] + subcommands.flatMap(\.all) }
}

extension CommandDescription.ArgumentDescription {
    fileprivate init(_ argument: JSONValue) {
        let kind = argument["kind"]?.string
        let value = "<\(argument["valueName"]?.string ?? "value")>"
        names = CommandDescription.elements(argument["names"]).map { name in
            (name["kind"]?.string == "short" ? "-" : "--") + (name["name"]?.string ?? "")
        }
        values = CommandDescription.elements(argument["allValues"]).compactMap(\.string)
        isPositional = kind == "positional"
        let spelled = names.sorted { $0.count < $1.count }.joined(separator: ", ")
        let repeats = argument["isRepeating"]?.bool == true ? " ..." : ""
        usage = isPositional ? value + repeats : kind == "option" ? "\(spelled) \(value)" : spelled
        abstract = argument["abstract"]?.string ?? ""
        defaultValue = argument["defaultValue"]?.string
        section = argument["sectionTitle"]?.string
    }

    /// What it does, what it takes, and its default.
    var text: String {
        var sentences = [abstract]
        if !values.allSatisfy(abstract.contains) { sentences.append("Values: \(values.joined(separator: ", ")).") }
        if let defaultValue { sentences.append("Default: \(defaultValue).") }
        return sentences.joined(separator: " ")
    }
}
