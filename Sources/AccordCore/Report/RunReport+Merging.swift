import AccordContract

/// Why reports can't be joined.
package enum MergingError: Error, Sendable, Hashable, CustomStringConvertible {
    case nothing
    case missingShards([Int], of: Int)
    case duplicateShard(Int)
    case differentShards([Int])
    case differentCases(RunReport.Shard, RunReport.Shard)
    case differentTargets([String])
    case duplicateCase(String)
    /// A case stands in a report and in one that was merged of several.
    case mergedAmongParts(String)

    package var description: String {
        switch self {
        case .nothing: "there is no report to merge"
        case .missingShards(let indices, let count):
            "of \(count) shards \(Self.listed(indices)) \(indices.count == 1 ? "is" : "are") missing; collect every "
                + "shard's report.json before merging"
        case .duplicateShard(let index): "shard \(index) is there twice; merge each shard's report.json once"
        case .differentShards(let counts):
            "the reports were cut into different numbers of shards ("
                + "\(counts.map(String.init).joined(separator: ", "))); merge those of one run"
        case .differentCases(let one, let other):
            "shard \(one.index) was cut from \(one.origin), shard \(other.index) from "
                + "\(one.whole?.cases == other.whole?.cases ? "as many others" : other.origin); run every shard with "
                + "the same contracts and the same choice of cases"
        case .differentTargets(let targets):
            "the shards asked different servers (\(targets.joined(separator: ", "))); merge those of one run"
        case .duplicateCase(let id):
            "the case \(id) is in two of the reports; merge each run's report.json once, and "
                + "none that was merged of them"
        case .mergedAmongParts(let id):
            "the case \(id) is in a report that was merged already and in another; merge the runs' own reports, or the "
                + "merged one with what isn't in it"
        }
    }

    /// `1, 2 and 3`
    private static func listed(_ numbers: [Int]) -> String {
        let texts = numbers.map(String.init)
        guard texts.count > 1, let last = texts.last else { return texts.joined() }
        return texts.dropLast().joined(separator: ", ") + " and \(last)"
    }
}

extension RunReport.Shard {
    /// `38 cases`
    fileprivate var origin: String {
        whole.map { "\($0.cases) case\($0.cases == 1 ? "" : "s")" } ?? "an unknown number"
    }
}

extension RunReport {
    /// Joins the shards of a run, or runs of several kinds, as those of `verify` and of client tests, into one report.
    ///
    /// The cases keep the order of the reports. The result starts when the first did and took as long as the longest:
    /// shards run side by side.
    ///
    /// - Throws: `MergingError` where a shard is missing, doubled or of another run, or a case stands in two reports of
    ///   a kind, as in a merged one and in a part of it.
    package static func merged(_ reports: [RunReport]) throws(MergingError) -> RunReport {
        let reports = try inOrder(reports)
        guard let first = reports.first else { throw .nothing }
        let kinds = Set(reports.map(\.kind))
        var cases: [CaseResult] = []
        var seen: Set<[String]> = []
        for report in reports {
            // A case may be there twice in one report, tried by a generated test and by one with `.contract(…)`.
            var own: Set<[String]> = []
            defer { seen.formUnion(own) }
            for var result in report.cases {
                let run = result.run ?? report.kind
                let key = [run.rawValue, result.file, result.id]
                own.insert(key)
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
            contracts: unique(reports.flatMap(\.contracts)), cases: cases, hints: unique(reports.flatMap(\.hints)),
            isInterrupted: reports.contains(where: \.isInterrupted), quotes: unique(reports.flatMap(\.quotes)),
            coverage: .merged(reports.map(\.coverage)),
            coverageThreshold: reports.compactMap(\.coverageThreshold).max())
        merged.extent = .merged(reports.compactMap(\.extent))
        return merged
    }

    /// The reports with the shards among them in order, once all of them are there.
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
        let targets = unique(reports.filter { $0.shard != nil }.compactMap(\.target))
        guard unique(targets.map(server)).count <= 1 else { throw .differentTargets(targets) }
        let missing = count > 0 ? (1...count).filter { !seen.contains($0) } : []
        guard missing.isEmpty else { throw .missingShards(missing, of: count) }
        return reports.enumerated().sorted { left, right in
            (left.element.shard?.index ?? .max, left.offset) < (right.element.shard?.index ?? .max, right.offset)
        }.map(\.element)
    }

    /// What tells one server from another: on the loopback each machine has its own, on whatever port it got.
    private static func server(_ target: String) -> String {
        var parts = URLParts(target)
        guard let host = parts.host?.lowercased(), host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
        else { return target }
        parts.host = "localhost"
        parts.port = nil
        return parts.description
    }

    private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
        var seen: Set<Value> = []
        return values.filter { seen.insert($0).inserted }
    }
}
