// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A reason why reports can't be merged.
package enum MergingError: Error, Sendable, Hashable, CustomStringConvertible {
    case nothing
    case missingShards([Int], of: Int)
    case duplicateShard(Int)
    case differentShards([Int])
    case differentCases(RunReport.Shard, RunReport.Shard)
    case differentTargets([String])
    case duplicateCase(String)
    /// Two of the reports to merge contain the same case, and one of these reports is itself a merged report.
    case mergedAmongParts(String)

    package var description: String {
        switch self {
        case .nothing: "no report to merge"
        case .missingShards(let indices, let count):
            "missing \(indices.count == 1 ? "shard" : "shards") \(indices.map(String.init).listed) of \(count); "
                + "collect the report.json of every shard before merging"
        case .duplicateShard(let index): "duplicate shard \(index); merge each shard's report.json once"
        case .differentShards(let counts):
            "the reports have different numbers of shards ("
                + "\(counts.map(String.init).joined(separator: ", "))); merge the shards of one run"
        case .differentCases(let one, let other):
            "shard \(one.index) belongs to a run of \(one.origin), but shard \(other.index) belongs to a run of "
                + "\(one.whole?.cases == other.whole?.cases ? "different cases" : other.origin); "
                + "run every shard with the same contracts and the same selection of cases"
        case .differentTargets(let targets):
            "the shards used different servers (\(targets.joined(separator: ", "))); merge the shards of one run"
        case .duplicateCase(let id):
            "two reports contain the case \(id); merge each run's report.json once, "
                + "and don't add a merged report that contains the same run"
        case .mergedAmongParts(let id):
            "a merged report and a separate report contain the case \(id); "
                + "merge only the original reports, or add only reports that the merged report lacks"
        }
    }
}

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
    /// - Throws: `MergingError` if a shard is missing, duplicated or from a different run, or if two reports contain
    ///   the
    ///   same case.
    package static func merged(_ reports: [RunReport]) throws(MergingError) -> RunReport {
        let reports = try inOrder(reports)
        guard let first = reports.first else { throw .nothing }
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
                guard !seen.contains(key) else {
                    throw reports.contains { $0.kind == .merged }
                        ? .mergedAmongParts(result.id) : .duplicateCase(result.id)
                }
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

    /// Sorts the reports by the number of their shard. Throws an error if a shard is missing, duplicated or from a
    /// different run.
    private static func inOrder(_ reports: [RunReport]) throws(MergingError) -> [RunReport] {
        let shards = reports.compactMap(\.shard)
        guard let count = shards.first?.count else { return reports }
        let counts = Set(shards.map(\.count))
        guard counts.count == 1 else { throw .differentShards(counts.sorted()) }
        var seen: Set<Int> = []
        for shard in shards where !seen.insert(shard.index).inserted { throw .duplicateShard(shard.index) }
        if let first = shards.first, let other = shards.first(where: { $0.whole != first.whole }) {
            throw .differentCases(first, other)
        }
        let targets = reports.filter { $0.shard != nil }.compactMap(\.target).distinct
        guard targets.map(server).distinct.count <= 1 else { throw .differentTargets(targets) }
        let missing = count > 0 ? (1...count).filter { !seen.contains($0) } : []
        guard missing.isEmpty else { throw .missingShards(missing, of: count) }
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
