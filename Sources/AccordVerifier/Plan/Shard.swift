// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// One of several parts of a run, such as `2/8`. Each machine runs one part. A case belongs to the same shard in every
/// run. Cases that depend on each other belong to the same shard.
package struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// The number of the shard, from 1 to `count`.
    package let index: Int
    package let count: Int

    /// Creates a shard, or returns `nil` if `index` isn't from 1 to `count`.
    package init?(index: Int, count: Int) {
        guard count >= 1, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Parses a shard such as `2/8`. Returns `nil` if the string is invalid.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
        self.init(index: index, count: count)
    }

    package var description: String { "\(index)/\(count)" }

    /// Returns whether the shard contains a flow, which consists of cases that depend on each other. `id` is the id of
    /// the flow's first case.
    package func holds(_ id: String) -> Bool { Int(SeededRandom.hash(id.utf8) % UInt64(count)) == index - 1 }
}

extension RunPlan {
    /// Removes the cases that don't belong to a shard.
    ///
    /// - Returns: The shard for the report, with the number of cases in the complete run and a digest of their ids.
    @discardableResult
    package mutating func keep(_ shard: Shard) -> RunReport.Shard {
        let completeRun = completeRun
        var isKept = [Bool](repeating: false, count: entries.count)
        for flow in FlowOrder.flows(needs) {
            guard let first = flow.first, shard.holds(entries[first].testCase.qualifiedID) else { continue }
            for position in flow { isKept[position] = true }
        }
        keep { isKept[$0] }
        return .init(index: shard.index, count: shard.count, whole: completeRun)
    }

    private var completeRun: RunReport.Shard.Whole {
        let ids = entries.map(\.testCase.qualifiedID).sorted()
        // Separates the ids by a line feed, which no id contains.
        let digest = SeededRandom.hash(ids.lazy.flatMap { Array($0.utf8) + [0x0A] })
        return .init(cases: ids.count, digest: digest.hexadecimal(16))
    }
}

/// The shard that this process must run, according to the environment variables of a build service.
package enum ShardDetection: Sendable, Hashable {
    /// The environment has no variables for shards.
    case none
    /// The shard, and the names of the variables that define it.
    case found(Shard, from: String)
    /// One variable is set, but the variable `missing` isn't set.
    case incomplete(String, missing: String)
    /// The variables contradict each other, such as shard 9 of 8.
    case invalid(String)

    /// The environment variables of build services. The variable `index` contains the number of the job, and `count`
    /// contains the number of all jobs. The first job has the number `first`. The services are a custom matrix, GitLab,
    /// Buildkite, CircleCI and Kubernetes' Indexed Jobs.
    private static let services = [
        (index: "ACCORD_SHARD_INDEX", count: "ACCORD_SHARD_COUNT", first: 1),
        (index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
        (index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0),
        (index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
        (index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS", first: 0),
    ]

    /// Reads the variables of the first service in `services` whose `index` variable is set.
    package init(_ environment: (String) -> String?) {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        for service in Self.services {
            guard let index = value(service.index) else { continue }
            guard let count = value(service.count) else {
                self = .incomplete(service.index, missing: service.count)
                return
            }
            let shard = Int(index).flatMap { index in
                Int(count).flatMap { Shard(index: index + 1 - service.first, count: $0) }
            }
            self =
                shard.map { .found($0, from: "\(service.index) and \(service.count)") }
                ?? .invalid("\(service.index)=\(index), \(service.count)=\(count)")
            return
        }
        self = .none
    }
}
