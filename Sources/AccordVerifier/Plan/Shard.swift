import AccordCore
import AccordSchema

/// The part of a run that one of several machines does: stable by case id, flows kept whole.
package struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// From 1 to `count`.
    package let index: Int
    package let count: Int

    /// nil unless `index` is from 1 to `count`.
    package init?(index: Int, count: Int) {
        guard count >= 1, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// `2/8`
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
        self.init(index: index, count: count)
    }

    package var description: String { "\(index)/\(count)" }

    /// True for what falls to this part, by the id of a flow's first case.
    package func holds(_ id: String) -> Bool {
        Int(SeededRandom.hash(id.utf8) % UInt64(count)) == index - 1
    }
}

extension RunPlan {
    /// Keeps what falls to a part; a flow goes where its first case goes.
    ///
    /// - Returns: the part, with what it was cut from.
    @discardableResult
    package mutating func keep(_ shard: Shard) -> RunReport.Shard {
        let whole = whole
        var isKept = [Bool](repeating: false, count: entries.count)
        for flow in FlowOrder.flows(needs) {
            guard let first = flow.first, shard.holds(entries[first].testCase.qualifiedID) else { continue }
            for position in flow { isKept[position] = true }
        }
        keep { isKept[$0] }
        return .init(index: shard.index, count: shard.count, whole: whole)
    }

    private var whole: RunReport.Shard.Whole {
        let ids = entries.map(\.testCase.qualifiedID).sorted()
        // No id has a line feed that another hasn't: each is ended by one.
        let digest = String(SeededRandom.hash(ids.lazy.flatMap { Array($0.utf8) + [0x0A] }), radix: 16)
        return .init(cases: ids.count, digest: String(repeating: "0", count: 16 - digest.count) + digest)
    }
}

/// What the environment says of the part of a run that a parallel job does.
package enum ShardDetection: Sendable, Hashable {
    /// Nothing: this is no parallel job.
    case none
    /// The part, and the variables that name it.
    case found(Shard, from: String)
    /// A variable numbers the job, but none says how many there are; which one is missing.
    case incomplete(String, missing: String)
    /// The variables are no part, such as the ninth of eight.
    case invalid(String)

    /// The variables by which build services number parallel jobs, and what the first job's number is: a matrix's own
    /// ones, GitLab (also what GitHub's matrices are given by habit), Buildkite, CircleCI, Kubernetes' Indexed Jobs.
    private static let services = [
        (index: "ACCORD_SHARD_INDEX", count: "ACCORD_SHARD_COUNT", first: 1),
        (index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
        (index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0),
        (index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
        (index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS", first: 0),
    ]

    /// Reads the variables of the first service whose number is set.
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
