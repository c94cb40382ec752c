import AccordCore
import AccordVerifier
import ArgumentParser

/// Requests that are derived from the schemas: those that a server must refuse, and fuzz-generated ones.
struct DerivedArguments: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Send also what the server must refuse: parameters missing or out of range, wrong bodies, no credentials. "
                + "And what HTTP itself asks: HEAD as GET, 304 for an ETag that is sent back.")
    )
    var refusals = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Send also this many requests that are generated at random from the schemas.", valueName: "number"))
    var fuzz: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seed the generator of --fuzz: the same seed gives the same requests. Default: 1.", valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Send those of unsafe methods too: a server that doesn't refuse them carries them out.")
    var allowUnsafe = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Accept this status as a refusal, documented or not. Repeatable.", valueName: "status"))
    var refusalStatus: [Int] = []

    func validate() throws {
        guard refusals || fuzz != nil || (!allowUnsafe && refusalStatus.isEmpty) else {
            throw ValidationError(
                "--allow-unsafe and --refusal-status need --refusals or --fuzz; neither is given")
        }
        guard fuzz != nil || seed == nil else {
            throw ValidationError("--seed needs --fuzz, which isn't given")
        }
        guard fuzz.map({ (1...Self.mostFuzz).contains($0) }) ?? true else {
            throw ValidationError("--fuzz takes a number from 1 to \(Self.mostFuzz)")
        }
        guard refusalStatus.allSatisfy((400...499).contains) else {
            throw ValidationError("--refusal-status takes a status from 400 to 499")
        }
    }

    private static let mostFuzz = 1_000_000

    var fuzzOptions: FuzzOptions {
        FuzzOptions(
            count: fuzz ?? 0, seed: seed ?? 1, allowsUnsafe: allowUnsafe, statuses: Set(refusalStatus))
    }

    /// What is to be refused; cases that are named by their ids need no flag.
    func refusalOptions(naming ids: [String]) -> RefusalOptions? {
        let isNamed = !refusals && ids.contains { $0.contains("~refuse.") || $0.contains("~http.") }
        guard refusals || isNamed else { return nil }
        return RefusalOptions(allowsUnsafe: allowUnsafe || isNamed, statuses: Set(refusalStatus))
    }
}
