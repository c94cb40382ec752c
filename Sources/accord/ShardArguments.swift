import AccordVerifier
import ArgumentParser

/// The part of a run that this machine does.
struct ShardArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run one part of the cases, such as 2/8. Without it, the part that a parallel job of a build service is "
                + "numbered by; 1/1 runs everything.",
            valueName: "n/of"))
    var shard: String?

    /// The part that `--shard` or the build service names, told on standard error; nil: everything.
    ///
    /// - Throws: `ExitStatus.usage`, with the reason told.
    func chosen() throws -> Shard? {
        guard let shard, shard != "auto" else { return try detected() }
        guard let named = Shard(shard) else {
            throw ExitStatus.usage.because("--shard \"\(shard)\" is no part; the second of eight is 2/8")
        }
        return named.count == 1 ? nil : named
    }

    private func detected() throws -> Shard? {
        switch ShardDetection(Environment.value) {
        case .found(let shard, let variables):
            guard shard.count > 1 else { return nil }
            StandardError.write("accord: shard \(shard), by \(variables); --shard 1/1 runs everything")
            return shard
        case .invalid(let variables):
            throw ExitStatus.usage.because("\(variables) is no part of a run; --shard 1/1 runs everything")
        case .incomplete(let variable, let missing):
            let reason = "\(variable) numbers this job, but \(missing) doesn't say of how many"
            if shard != nil { throw ExitStatus.usage.because("--shard auto: \(reason)") }
            StandardError.write("accord: every case runs: \(reason)")
            return nil
        case .none:
            guard shard != nil else { return nil }
            throw ExitStatus.usage.because(
                "--shard auto finds no part in the environment: set ACCORD_SHARD_INDEX (from 1) and ACCORD_SHARD_COUNT")
        }
    }
}
