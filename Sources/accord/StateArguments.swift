import AccordVerifier
import ArgumentParser

/// Who puts the server into the states that cases have in `given`.
struct StateArguments: ParsableArguments {
    @Option(
        name: .customLong("state-url"),
        help: ArgumentHelp(
            "Asked by POST to set states up and tear them down, as Pact's verifiers do.", valueName: "url"))
    var url: String?

    @Option(
        name: .customLong("state-command"),
        help: ArgumentHelp(
            "A line for the shell that does so: ACCORD_STATE, ACCORD_STATE_ACTION, and JSON on its standard input.",
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
