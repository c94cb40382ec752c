// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordVerifier
import ArgumentParser

/// The options that select cases. A run also includes the cases that a selected case depends on.
struct SelectionArguments: ParsableArguments {
    @Option(parsing: .singleValue, help: .value("text", "Run cases whose id contains this text; * is any text."))
    var filter: [String] = []

    @Option(parsing: .singleValue, help: .value("id", "Run the cases of an operation. Repeatable."))
    var operation: [String] = []

    @Option(
        name: .customLong("case"), parsing: .singleValue, help: .value("id", "Run the case with this id. Repeatable."))
    var cases: [String] = []

    @Option(parsing: .singleValue, help: .value("tag", "Run cases and operations with this tag. Repeatable."))
    var tag: [String] = []

    @Option(parsing: .singleValue, help: .value("text", "Skip the cases whose id contains this text."))
    var exclude: [String] = []

    @Option(parsing: .singleValue, help: .hidden("id", "Skip the cases of an operation. Repeatable."))
    var excludeOperation: [String] = []

    @Option(parsing: .singleValue, help: .hidden("id", "Skip the case with this id. Repeatable."))
    var excludeCase: [String] = []

    @Option(parsing: .singleValue, help: .hidden("tag", "Skip the cases with this tag. Repeatable."))
    var excludeTag: [String] = []

    @Flag(help: "Run the cases that failed in the last run's report.")
    var lastFailed = false

    /// Returns the selected cases. With `--last-failed`, adds the cases that failed in the last report in `folder`.
    ///
    /// - Throws: `ExitStatus.usage` if the report can't be read, or if it is about different contracts.
    func selection(lastReportIn folder: String, of contracts: [Contract]) throws -> Selection {
        var selection = Selection()
        selection.included.filters = filter
        selection.included.operations = operation
        selection.included.cases = cases
        selection.included.tags = tag
        selection.excluded.filters = exclude
        selection.excluded.operations = excludeOperation
        selection.excluded.cases = excludeCase
        selection.excluded.tags = excludeTag
        guard lastFailed else { return selection }
        let file = "\(folder)/report.json"
        let last = try DocumentKind.report.read(file, "--last-failed requires the report of the last run: \(file)") {
            try RunReport(parsing: $0, file: file)
        }
        let names = Set(contracts.map { FilePath.name(of: $0.file) })
        guard last.contracts.contains(where: { names.contains(FilePath.name(of: $0.file)) }) else {
            let reported = last.contracts.map(\.file).joined(separator: ", ")
            throw ExitStatus.usage.because(
                "--last-failed: \(file) is the report of \(reported.isEmpty ? "no contract" : reported), not of "
                    + "\(contracts.map(\.file).joined(separator: ", "))\nName a different folder with --report.")
        }
        let failed = last.cases.filter { [.failed, .blocked].contains($0.status) }
        let selected = failed.filter { names.contains(FilePath.name(of: $0.file)) }
        if selected.isEmpty {
            StandardError.write("accord: no case of these contracts failed in \(file); running all cases")
        }
        if selected.count < failed.count {
            StandardError.write(
                "accord: ignoring \(failed.count - selected.count) failed cases in \(file) that belong to other "
                    + "contracts")
        }
        selection.included.cases += selected.map { "\(FilePath.name(of: $0.file)):\($0.id)" }
        return selection
    }
}

/// The options for requests derived from the schemas: invalid requests and fuzzing.
struct DerivedArguments: ParsableArguments {
    @Flag(help: "Also send requests that the server must reject.")
    var refusals = false

    @Option(parsing: .unconditional, help: .value("number", "Also send this number of generated requests."))
    var fuzz: Int?

    @Option(
        parsing: .unconditional,
        help: .hidden("number", "The random seed of --fuzz. The same seed generates the same requests. Default: 1."))
    var seed: UInt64?

    @Flag(help: "Also generate unsafe requests, such as POST requests.")
    var allowUnsafe = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: .hidden("status", "Accept this status code as a rejection, even if the code is undocumented. Repeatable.")
    ) var refusalStatus: [Int] = []

    private static let largestFuzz = 1_000_000

    func validate() throws {
        guard refusals || fuzz != nil || refusalStatus.isEmpty else {
            throw ValidationError("--refusal-status requires --refusals or --fuzz")
        }
        guard fuzz != nil || seed == nil else { throw ValidationError("--seed requires --fuzz") }
        guard fuzz.map({ (0...Self.largestFuzz).contains($0) }) ?? true else {
            throw ValidationError("--fuzz must be a number from 0 to \(Self.largestFuzz)")
        }
        guard refusalStatus.allSatisfy((400...499).contains) else {
            throw ValidationError("--refusal-status must be from 400 to 499")
        }
    }

    var fuzzOptions: FuzzOptions {
        FuzzOptions(count: fuzz ?? 0, seed: seed ?? 1, allowsUnsafe: allowUnsafe, statuses: Set(refusalStatus))
    }

    /// Returns the options for invalid requests, or `nil` to send no invalid requests. `--case` can select an invalid
    /// request even without `--refusals`.
    func refusalOptions(naming ids: [String]) -> RefusalOptions? {
        let isNamed = !refusals && ids.contains { $0.contains("~refuse.") || $0.contains("~http.") }
        guard refusals || isNamed else { return nil }
        return RefusalOptions(allowsUnsafe: allowUnsafe || isNamed, statuses: Set(refusalStatus))
    }
}

/// The option that splits a run across machines.
struct ShardArguments: ParsableArguments {
    @Option(help: .hidden("n/of", "Run one shard of the cases, such as 2/8. Default: the CI's environment variables."))
    var shard: String?

    /// Returns the shard from `--shard` or from the build service, or `nil` to run all cases.
    ///
    /// - Throws: `ExitStatus.usage` if the shard is invalid.
    func chosen() throws -> Shard? {
        guard let shard, shard != "auto" else { return try detected() }
        guard let named = Shard(shard) else {
            throw ExitStatus.usage.because(
                "--shard “\(shard)”: expected a number and a count, such as 2/8 for the second of eight shards")
        }
        return named.count == 1 ? nil : named
    }

    private func detected() throws -> Shard? {
        switch ShardDetection(Environment.value) {
        case .found(let shard, let variables):
            guard shard.count > 1 else { return nil }
            StandardError.write(
                "accord: running shard \(shard), set by \(variables); to run all cases, use --shard 1/1")
            return shard
        case .invalid(let variables):
            throw ExitStatus.usage.because(
                "the environment contains an invalid shard: \(variables); to run all cases, use --shard 1/1")
        case .incomplete(let variable, let missing):
            let reason = "the environment variable \(variable) is set, but \(missing) isn't"
            if shard != nil { throw ExitStatus.usage.because("--shard auto: \(reason)") }
            StandardError.write("accord: running all cases instead of a shard: \(reason)")
            return nil
        case .none:
            guard shard != nil else { return nil }
            throw ExitStatus.usage.because(
                "--shard auto: the environment sets no shard; set ACCORD_SHARD_INDEX (from 1) and ACCORD_SHARD_COUNT")
        }
    }
}
