import AccordContract
import ArgumentParser

/// A mistyped subcommand: `accord lnt`, `accord report mrege`.
enum UnknownSubcommand {
    /// What to say about the first word that is none; nil where each is known.
    static func message(_ arguments: some Sequence<String>) -> String? {
        var command: any ParsableCommand.Type = Accord.self
        var path = "accord"
        for argument in arguments {
            // Before a subcommand there may be a flag such as --help, which is dealt with elsewhere.
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !argument.hasPrefix("-") else { return nil }
            if argument == "help" { continue }
            guard let next = subcommands.first(where: { name(of: $0) == argument }) else {
                let names = subcommands.filter { $0.configuration.shouldDisplay }.map(name)
                return text(argument, path, names)
            }
            command = next
            path += " \(argument)"
        }
        return nil
    }

    private static func text(_ word: String, _ path: String, _ names: [String]) -> String {
        let problem = "there is no “\(path) \(VisibleText.name(word))”"
        guard let nearest = Suggestion.nearest(to: word, in: names) else {
            return "\(problem); there are \(names.joined(separator: ", ")). See “\(path) --help”"
        }
        return "\(problem); did you mean “\(path) \(nearest)”?"
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? String(describing: command).lowercased()
    }
}
