import AccordContract
import AccordRendering
import ArgumentParser

/// A value that is none of the few that an option takes: `--format junti`, `--color nevr`.
enum UnknownValue {
    /// What to say about the first of them, on a command line that wasn't understood; nil where there is none.
    static func message(_ arguments: some Collection<String>) -> String? {
        guard var command = try? CommandDescription(dump: Accord._dumpHelp()) else { return nil }
        var rest = arguments[...]
        while let word = rest.first {
            let name = "\(command.name) \(word)"
            guard let next = command.subcommands.first(where: { $0.name == name }) else { break }
            command = next
            rest = rest.dropFirst()
        }
        while let argument = rest.popFirst(), argument != "--" {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard let name = parts.first, let option = command.arguments.first(where: { $0.names.contains(name) }),
                !option.values.isEmpty, let value = parts.count > 1 ? parts[1] : rest.popFirst()
            else { continue }
            let words = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard let unknown = words.first(where: { !option.values.contains($0) }) else { continue }
            return text(unknown, of: name, option.values)
        }
        return nil
    }

    private static func text(_ value: String, of option: String, _ known: [String]) -> String {
        let problem = "\(option) doesn't take “\(VisibleText.name(value))”"
        guard let nearest = Suggestion.nearest(to: value, in: known) else {
            return "\(problem); it takes \(known.joined(separator: ", "))"
        }
        return "\(problem); did you mean “\(nearest)”?"
    }
}
