import AccordCases
import ArgumentParser

/// Requests that nobody wrote down, made of the schemas: what a server must refuse, and what chance makes.
struct DerivedArguments: ParsableArguments {
    @Flag(
        help: "Also what the server must refuse: parameters missing or out of range, wrong bodies, no credentials.")
    var refusals = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Also so many requests made from the schemas by chance.", valueName: "number"))
    var fuzz: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What --fuzz makes: the same for the same seed; 1 unless given.", valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Both of unsafe methods too: a server that doesn't refuse carries them out.")
    var allowUnsafe = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A status that refuses anything, documented or not. Repeatable.", valueName: "status"))
    var refusalStatus: [Int] = []

    func validate() throws {
        guard refusals || fuzz != nil || (!allowUnsafe && refusalStatus.isEmpty) else {
            throw ValidationError(
                "--allow-unsafe and --refusal-status say more of --refusals or --fuzz; neither is given")
        }
        guard fuzz != nil || seed == nil else {
            throw ValidationError("--seed says more of --fuzz, which isn't given")
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
        let isNamed = !refusals && ids.contains { $0.contains("~refuse.") }
        guard refusals || isNamed else { return nil }
        return RefusalOptions(allowsUnsafe: allowUnsafe || isNamed, statuses: Set(refusalStatus))
    }
}
