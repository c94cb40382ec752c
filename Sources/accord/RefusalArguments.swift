import AccordMatching
import ArgumentParser

/// Requests that a server must refuse, derived from the schemas.
struct RefusalArguments: ParsableArguments {
    @Flag(
        help: "Also what the server must refuse: parameters missing or out of range, wrong bodies, no credentials.")
    var refusals = false

    @Flag(help: "Refusals of unsafe methods too: a server that fails to refuse carries them out.")
    var allowUnsafe = false

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("A status that refuses anything, documented or not. Repeatable.", valueName: "status"))
    var refusalStatus: [Int] = []

    func validate() throws {
        guard refusals || (!allowUnsafe && refusalStatus.isEmpty) else {
            throw ValidationError("--allow-unsafe and --refusal-status say more of --refusals, which isn't given")
        }
        guard refusalStatus.allSatisfy((400...499).contains) else {
            throw ValidationError("--refusal-status takes a status from 400 to 499")
        }
    }

    var options: RefusalOptions? {
        refusals ? RefusalOptions(allowsUnsafe: allowUnsafe, statuses: Set(refusalStatus)) : nil
    }
}
