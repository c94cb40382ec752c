import AccordVerifier
import ArgumentParser

/// Who puts the server into the states that cases have in `given`.
struct StateArguments: ParsableArguments {
    @Option(
        name: .customLong("state-url"),
        help: ArgumentHelp(
            "Set states up and tear them down by POST to this URL, as Pact's verifiers do.", valueName: "url"))
    var url: String?

    @Option(
        name: .customLong("state-command"),
        help: ArgumentHelp(
            "Set states up and tear them down by this shell command, which gets ACCORD_STATE, ACCORD_STATE_ACTION and "
                + "JSON on its standard input.",
            valueName: "command"))
    var command: String?

    var handler: StateHandler? {
        url.map { .url($0) } ?? command.map { .command($0) }
    }

    func validate() throws {
        guard url == nil || command == nil else {
            throw ValidationError("give --state-url or --state-command, not both")
        }
    }
}
