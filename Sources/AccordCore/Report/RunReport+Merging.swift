// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension RunReport.Shard {
    /// The number of cases in the complete run, for messages: `38 cases`.
    fileprivate var origin: String {
        whole.map { $0.cases.counted("case") } ?? "an unknown number of cases"
    }
}

extension RunReport {
    /// Merges the shards of one run, or runs of different kinds, into one report.
    ///
    /// The cases keep the order of the reports. The merged report has the earliest start and the longest duration,
    /// because shards run concurrently.
    ///
    /// - Throws: `DescribedError` if a shard is missing, duplicated or from a different run, or if two reports contain
    ///   the same case.
    package static func merged(_ reports: [RunReport]) throws(DescribedError) -> RunReport {
        let reports = try inOrder(reports)
        guard let first = reports.first else { throw DescribedError("no report to merge") }
        let kinds = Set(reports.map(\.kind))
        var cases: [CaseResult] = []
        var seen: Set<[String]> = []
        for report in reports {
            // A single report may contain a case twice: a generated test and a handwritten test with `.contract(…)` may
            // both run the case.
            var keys: Set<[String]> = []
            defer { seen.formUnion(keys) }
            for var result in report.cases {
                let run = result.run ?? report.kind
                let key = [run.rawValue, result.file, result.id]
                keys.insert(key)
                guard !seen.contains(key) else { throw repetition(of: result.id, in: reports) }
                if kinds.count > 1 { result.run = run }
                cases.append(result)
            }
        }
        var merged = RunReport(
            tool: first.tool, kind: kinds.count == 1 ? first.kind : .merged,
            started: reports.map(\.started).min() ?? first.started,
            duration: reports.map(\.duration).max() ?? 0, target: reports.compactMap(\.target).first,
            contracts: reports.flatMap(\.contracts).distinct, cases: cases, hints: reports.flatMap(\.hints).distinct,
            isInterrupted: reports.contains(where: \.isInterrupted), quotes: reports.flatMap(\.quotes).distinct,
            coverage: .merged(reports.map(\.coverage)),
            coverageThreshold: reports.compactMap(\.coverageThreshold).max())
        merged.profile = reports.lazy.compactMap(\.profile).first
        merged.extent = .merged(reports.compactMap(\.extent))
        return merged
    }

    private static func repetition(of id: String, in reports: [RunReport]) -> DescribedError {
        reports.contains { $0.kind == .merged }
            ? DescribedError(
                "a merged report and a separate report contain the case \(id); "
                    + "merge only the original reports, or add only reports that the merged report lacks")
            : DescribedError(
                "two reports contain the case \(id); merge each run's report.json once, "
                    + "and don't add a merged report that contains the same run")
    }

    /// Sorts the reports by the number of their shard. Throws an error if a shard is missing, duplicated or from a
    /// different run.
    private static func inOrder(_ reports: [RunReport]) throws(DescribedError) -> [RunReport] {
        let shards = reports.compactMap(\.shard)
        guard let count = shards.first?.count else { return reports }
        let counts = Set(shards.map(\.count))
        guard counts.count == 1 else {
            throw DescribedError(
                "the reports have different numbers of shards "
                    + "(\(counts.sorted().map(String.init).joined(separator: ", "))); merge the shards of one run")
        }
        var seen: Set<Int> = []
        for shard in shards where !seen.insert(shard.index).inserted {
            throw DescribedError("duplicate shard \(shard.index); merge each shard's report.json once")
        }
        if let first = shards.first, let other = shards.first(where: { $0.whole != first.whole }) {
            throw DescribedError(
                "shard \(first.index) belongs to a run of \(first.origin), but shard \(other.index) belongs to a run of "
                    + "\(first.whole?.cases == other.whole?.cases ? "different cases" : other.origin); "
                    + "run every shard with the same contracts and the same selection of cases")
        }
        let targets = reports.filter { $0.shard != nil }.compactMap(\.target).distinct
        guard targets.map(server).distinct.count <= 1 else {
            throw DescribedError(
                "the shards used different servers (\(targets.joined(separator: ", "))); merge the shards of one run")
        }
        let missing = count > 0 ? (1...count).filter { !seen.contains($0) } : []
        guard missing.isEmpty else {
            throw DescribedError(
                "missing \(missing.count == 1 ? "shard" : "shards") \(missing.map(String.init).listed) of \(count); "
                    + "collect the report.json of every shard before merging")
        }
        return reports.sorted { ($0.shard?.index ?? .max) < ($1.shard?.index ?? .max) }
    }

    /// Returns a key by which to compare servers. All loopback addresses have the same key, because each shard may test
    /// a server on its own machine.
    private static func server(_ target: String) -> String {
        var parts = URLParts(target)
        guard let host = parts.host, URLParts.isLoopback(host) else { return target }
        parts.host = "localhost"
        parts.port = nil
        return parts.description
    }
}
